"""Rates per entry (family x model x arm x tier), per cell, and the whole results table of the study."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import polars as pl

from stimfid_lib.analysis.cells import ENTRY, cell_counts
from stimfid_lib.analysis.rates import RATES, Rate


def summarize(items: pl.DataFrame, lists: pl.DataFrame, suite: pl.DataFrame) -> pl.DataFrame:
    """Compute every rate of the study for each (family, model_key, arm, tier), sorted by these four.

    A rate here is a ratio of sums over the entry's items (or lists): an entry's cells ask for the same number of
    items, so cells weigh nearly alike, and the number is the plain share that a reader can recount. Pooled figures
    over entries are another statistic (`intervals.pooled`).

    Columns: the four keys, then `n_cells`, `n_lists`, `n_items` (all items returned), `n_scored` (the denominator of
    satisfaction), then the rates of `rates.RATES` as proportions in [0, 1]. An empty denominator gives null. Tier 0
    (observed prompts) has rows of its own here and no place in pooled figures. A rate of 0 in a family whose prompts
    never state the constraint (`Rate.families`) is arithmetic, not a finding.

    Raises:
        Refused: the tables do not fit together (see `cells.cell_counts`).
    """
    return rates_of(cell_counts(items, lists, suite), ENTRY)


def rates_of(counts: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Sum the counts of `cells.cell_counts` within `keys` and divide: one row per key, all rates, sorted."""
    sums = counts.group_by(keys).agg(
        pl.col("cell_id").n_unique().cast(pl.Int64).alias("n_cells"), pl.exclude("cell_id").exclude(keys).sum()
    )
    columns = [*keys, "n_cells", "n_lists", "n_items", "n_scored"]
    return sums.select(*columns, *(ratio(rate) for rate in RATES)).sort(keys)


def cell_rates(counts: pl.DataFrame, rates: Sequence[Rate] = RATES) -> pl.DataFrame:
    """Give each cell its own rates (the cell means of the trend test and of pooled figures), sorted by entry, cell."""
    keys = [*ENTRY, "cell_id"]
    return counts.select(*keys, *(ratio(rate) for rate in rates)).sort(keys)


def ratio(rate: Rate) -> pl.Expr:
    """Express a rate over count columns: null where the denominator is 0."""
    bottom = bottom_of(rate)
    return pl.when(bottom > 0).then(top_of(rate) / bottom).alias(rate.name)


def top_of(rate: Rate) -> pl.Expr:
    """Express a rate's numerator over count columns."""
    return summed(rate.numerator)


def bottom_of(rate: Rate) -> pl.Expr:
    """Express a rate's denominator over count columns."""
    return summed(rate.denominator) - summed(rate.without) if rate.without else summed(rate.denominator)


def summed(columns: Sequence[str]) -> pl.Expr:
    """Add count columns up."""
    return reduce(lambda total, column: total + pl.col(column), columns[1:], pl.col(columns[0]))
