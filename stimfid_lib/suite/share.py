"""A stratified share of the suite, for models that cost time or money."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED

if TYPE_CHECKING:
    import polars as pl


def share_of_suite(suite: pl.DataFrame, cells_per_stratum: int | None) -> pl.DataFrame:
    """Keep a seeded share of the cells of each family and tier, every arm of a kept cell.

    Args:
        suite: the frozen suite, one row a prompt.
        cells_per_stratum: cells to keep of each family × tier; a stratum with fewer gives all it has, `None` keeps all.

    Returns:
        The kept rows in the suite's order. The choice depends on the cell ids and the seed 215 alone.

    Raises:
        Refused: `cells_per_stratum` is below 1.
    """
    import polars as pl

    if cells_per_stratum is None:
        return suite
    if cells_per_stratum < 1:
        raise Refused(f"cells_per_stratum = {cells_per_stratum}: allowed are 1 and more, or null for all")
    kept: list[str] = []
    strata = suite.group_by("family", "tier").agg(pl.col("cell_id").unique().sort()).sort("family", "tier")
    for family, tier, cells in strata.iter_rows():
        draw = random.Random(f"{SEED}:{family}:{tier}")
        kept += draw.sample(cells, min(cells_per_stratum, len(cells)))
    return suite.filter(pl.col("cell_id").is_in(kept))
