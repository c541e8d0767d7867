"""The bootstrap."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from scripts.bench.timing import Line, best_of
from stimfid_lib.analysis.bootstrap import bootstrap_ci


def lines() -> Iterator[Line]:
    """Time one interval."""
    cells = pl.DataFrame({"cell_id": [f"c{n % 30}" for n in range(300)], "value": [n % 10 / 10 for n in range(300)]})
    interval = best_of(lambda: bootstrap_ci(cells, "value"))
    yield Line("one interval, 2,000 resamples", f"{interval * 1e3:.1f} ms")
