"""The hand audit of extraction: which replies a person is to check."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, TypeVar, cast

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED

Rows = TypeVar("Rows", pl.DataFrame, Sequence[Any])


def make_audit_sample(rows: Rows, frac: float = 0.05, seed: int = SEED) -> Rows:
    """Draw a share of the rows at random, without replacement, and return them in their own order.

    A table gives a table, a sequence a list. The share is rounded up, so that some rows are audited of any that
    exist; the same rows, share and seed give the same sample. Rows are drawn alike, whatever their model or method.

    Raises:
        Refused: `frac` is not above 0 and at most 1.
    """
    if not 0 < frac <= 1:
        raise Refused(f"audit sample: frac {frac!r} must be above 0 and at most 1, such as 0.05")
    size = len(rows)
    # 0.07 * 100 is 7.000000000000001 in floating point, and seven rows are meant
    wanted = min(size, math.ceil(round(frac * size, 9)))
    chosen = sorted(random.Random(seed).sample(range(size), wanted))
    if isinstance(rows, pl.DataFrame):
        return rows[chosen]
    return cast(Rows, [rows[index] for index in chosen])
