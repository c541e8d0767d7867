"""Tables of rows for the metrics: values as they are given, speakers in turn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from stimfid_lib.base.files import write_parquet
from stimfid_lib.pronounce.metrics.tokens import Tokens


def table(
    variants: Sequence[float], errors: Sequence[float] = (), *, speakers: int = 4, oracle: Sequence[float] | None = None
) -> pl.DataFrame:
    """Variants of Arabic and Korean speakers in turn, errors of others; the oracle is the value itself by default."""
    rows = [
        {
            "speaker": f"v{at % speakers}",
            "l1": ("Arabic", "Korean")[at % speakers % 2],
            "errortype": "s",
            "accented": False,
            "cos_dist_oracle": float(value if oracle is None else oracle[at]),
            "cos_dist_transcriber": float(value),
            "source": "variant",
        }
        for at, value in enumerate(variants)
    ]
    rows += [
        rows[0] | {"speaker": f"e{at % 3}", "l1": "English", "cos_dist_transcriber": float(value), "source": "error"}
        for at, value in enumerate(errors)
    ]
    return pl.DataFrame(rows)


def written(path: Path, frame: pl.DataFrame) -> Path:
    """Written as parquet."""
    write_parquet(path, frame)
    return path


def tokens(values: Sequence[float], speakers: Sequence[int], partner: Sequence[float] | None = None) -> Tokens:
    """Variants with speakers."""
    value = np.asarray(values, dtype=np.float64)
    other = value if partner is None else np.asarray(partner, dtype=np.float64)
    return Tokens(value, other, np.asarray(speakers, dtype=np.int64), np.zeros(len(value), dtype=np.bool_))
