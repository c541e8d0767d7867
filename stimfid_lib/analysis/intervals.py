"""Estimates with their intervals: table entries, and figures pooled over families or tiers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt
import polars as pl

from stimfid_lib.analysis.bootstrap import N_BOOT, Floats, cluster_weights, percentile_bounds, ratio_replicates
from stimfid_lib.analysis.boundary import boundary_interval
from stimfid_lib.analysis.cells import ENTRY
from stimfid_lib.analysis.metrics import summed
from stimfid_lib.analysis.rates import RATES, Rate
from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED

FEW_CELLS = 15
"""Entries with fewer informative cells carry a mark: simulated coverage of the percentile interval is .85 at 10."""

Weighing = Literal["items", "cells"]

_DECIMALS = 12  # sums of cell means may differ in their last bits between machines; digests of tables may not


def entry_intervals(
    counts: pl.DataFrame, rates: Sequence[Rate] = RATES, n_boot: int = N_BOOT, seed: int = SEED
) -> pl.DataFrame:
    """Estimate every rate of every (family, model_key, arm, tier) with both intervals, in long form.

    The estimate is the ratio of `metrics.summarize`, and the bootstrap recomputes that same ratio:
    sum(w * numerator) / sum(w * denominator) with w the times that a cell was drawn. Columns: the keys, `rate`,
    `estimate`, `low`, `high` (percentile 2.5, 97.5), `boundary_low`, `boundary_high` (`boundary.boundary_interval`),
    `numerator`, `denominator` (sums of counts), `n_cells` (cells with a denominator), `few_cells` (below 15).
    Without data all five figures are null. Sorted by keys, then in the order of `rates`.
    """
    return _estimates(counts, ENTRY, rates, "items", n_boot, seed)


def pooled(
    counts: pl.DataFrame,
    keys: Sequence[str] = ("model_key", "arm"),
    rates: Sequence[Rate] = RATES,
    n_boot: int = N_BOOT,
    seed: int = SEED,
) -> pl.DataFrame:
    """Estimate rates pooled over whatever `keys` leaves out: the mean of cell means, tier 0 left out.

    Every cell weighs the same, however many items its replies held; a cell without a denominator is left out. The
    bootstrap resamples all cells of a key together, as the specification says, and not within family and tier: the
    interval therefore contains the spread between families and is on the wide side, where resampling within strata
    of three cells would make it a fifth too short ((n - 1) / n of the variance). Columns as in `entry_intervals`.

    Raises:
        Refused: `keys` lacks `model_key` (models are never pooled with each other).
    """
    if "model_key" not in keys:
        raise Refused(f"pooling by {', '.join(keys) or 'nothing'} would mix models: name model_key among the keys")
    return _estimates(counts.filter(pl.col("tier") != 0), keys, rates, "cells", n_boot, seed)


_FIGURES = ("estimate", "low", "high", "boundary_low", "boundary_high")
_COUNTS = ("numerator", "denominator", "n_cells")


def _estimates(
    counts: pl.DataFrame, keys: Sequence[str], rates: Sequence[Rate], weighing: Weighing, n_boot: int, seed: int
) -> pl.DataFrame:
    """Estimate every rate within `keys`; groups over the same cells go through one matrix product together."""
    ordered = counts.sort(*keys, "cell_id")
    tops, bottoms = _columns(ordered, rates, "numerator"), _columns(ordered, rates, "denominator")
    groups = ordered.with_row_index("row").group_by(keys, maintain_order=True).agg("row", "cell_id")
    over: dict[tuple[str, ...], list[tuple[int, Floats, Floats]]] = {}
    for group, (rows, cells) in enumerate(groups.select("row", "cell_id").iter_rows()):
        clusters = tuple(sorted(set(cells)))
        place = {cell: number for number, cell in enumerate(clusters)}
        cell = np.array([place[name] for name in cells])
        over.setdefault(clusters, []).append((group, *_by_cell(tops[rows], bottoms[rows], cell, weighing)))
    figures = np.full((groups.height, len(rates), len(_FIGURES)), np.nan)
    n_cells = np.zeros((groups.height, len(rates)), dtype=np.int64)
    items = np.array([bottoms[rows].sum(axis=0) for rows in groups["row"]]).reshape(n_cells.shape)
    passed = np.array([tops[rows].sum(axis=0) for rows in groups["row"]]).reshape(n_cells.shape)
    for clusters, members in over.items():
        numbers = [group for group, _, _ in members]
        top, bottom = np.hstack([m[1] for m in members]), np.hstack([m[2] for m in members])
        block = _figures(top, bottom, items[numbers].ravel(), cluster_weights(clusters, n_boot, seed))
        figures[numbers] = block.reshape(len(numbers), len(rates), len(_FIGURES))
        n_cells[numbers] = (bottom > 0).sum(axis=0).reshape(len(numbers), len(rates))
    table = groups.select(keys).join(pl.DataFrame({"rate": [rate.name for rate in rates]}), how="cross")
    whole = dict(zip(_COUNTS, (passed, items, n_cells), strict=True))
    return table.with_columns(
        *(pl.Series(name, figures[:, :, place].ravel()).fill_nan(None) for place, name in enumerate(_FIGURES)),
        *(pl.Series(name, values.ravel().astype(np.int64)) for name, values in whole.items()),
    ).with_columns((pl.col("n_cells") < FEW_CELLS).alias("few_cells"))


def _columns(counts: pl.DataFrame, rates: Sequence[Rate], side: Literal["numerator", "denominator"]) -> Floats:
    """Counts of one side of every rate: (rows, K)."""
    expressions = [summed(getattr(rate, side)).cast(pl.Float64).alias(rate.name) for rate in rates]
    return np.asarray(counts.select(expressions).to_numpy(), dtype=np.float64)


def _by_cell(tops: Floats, bottoms: Floats, cell: npt.NDArray[np.int64], weighing: Weighing) -> tuple[Floats, Floats]:
    """Sum rows that belong to one cell, as counts or as rates of the rows that have one: two (C, K)."""
    if weighing == "cells":
        informative = bottoms > 0
        tops = np.divide(tops, bottoms, out=np.zeros_like(tops), where=informative)
        bottoms = informative.astype(np.float64)
    top, bottom = np.zeros((2, int(cell.max()) + 1, tops.shape[1]))
    np.add.at(top, cell, tops)
    np.add.at(bottom, cell, bottoms)
    return top, bottom


def _figures(tops: Floats, bottoms: Floats, n_items: Floats, weights: Floats) -> Floats:
    """Estimate and both intervals of K columns: (K, 5)."""
    total = bottoms.sum(axis=0)
    estimate = np.divide(tops.sum(axis=0), total, out=np.full(total.shape, np.nan), where=total > 0)
    low, high = percentile_bounds(ratio_replicates(weights, tops, bottoms))
    return np.round(np.stack([estimate, low, high, *boundary_interval(tops, bottoms, n_items)], axis=1), _DECIMALS)
