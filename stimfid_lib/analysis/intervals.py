"""Estimates with their intervals: table entries, and figures pooled over families or tiers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from stimfid_lib.analysis.bca import bca_bounds
from stimfid_lib.analysis.bootstrap import (
    N_BOOT,
    PERCENTILES,
    Floats,
    cluster_weights,
    one_thread,
    quantiles,
    ratio_replicates,
)
from stimfid_lib.analysis.boundary import boundary_interval
from stimfid_lib.analysis.cells import ENTRY
from stimfid_lib.analysis.rates import RATES, Rate
from stimfid_lib.analysis.sums import CellSums, Weighing
from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED

FEW_CELLS = 15
"""Entries with fewer informative cells carry a mark: simulated coverage of the percentile interval is .85 at 10."""

EDGE = 0.05
"""Estimates nearer to 0 or 1 carry a mark however many their cells: at mean .97 the simulated coverage of the
percentile interval is .75 to .91 even with 30."""

_DECIMALS = 12  # sums of cell means may differ in their last bits between machines; digests of tables may not


def entry_intervals(
    counts: pl.DataFrame, rates: Sequence[Rate] = RATES, n_boot: int = N_BOOT, seed: int = SEED
) -> pl.DataFrame:
    """Estimate every rate of every (family, model_key, arm, tier) with both intervals, in long form.

    The estimate is the ratio of `metrics.summarize`, and the bootstrap recomputes that same ratio:
    sum(w * numerator) / sum(w * denominator) with w the times that a cell was drawn. Columns: the keys, `rate`,
    `estimate`, `low`, `high` (percentile 2.5, 97.5), `bca_low`, `bca_high` (`bca.bca_bounds`, a check),
    `boundary_low`, `boundary_high` (`boundary.boundary_interval`), `numerator`, `denominator` (sums of counts),
    `n_cells` (cells with a denominator), `few_cells` (below 15), `near_edge` (estimate within .05 of 0 or 1).
    Without data all seven figures are null. Sorted by keys, then in the order of `rates`.
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


_FIGURES = ("estimate", "low", "high", "bca_low", "bca_high", "boundary_low", "boundary_high")
_COUNTS = ("numerator", "denominator", "n_cells")


def _estimates(
    counts: pl.DataFrame, keys: Sequence[str], rates: Sequence[Rate], weighing: Weighing, n_boot: int, seed: int
) -> pl.DataFrame:
    """Estimate every rate within `keys`; groups over the same cells go through one matrix product together."""
    sums = CellSums.of(counts, keys, rates, weighing)
    shape = (len(sums), len(rates))
    figures = np.full((*shape, len(_FIGURES)), np.nan)
    n_cells = np.zeros(shape, dtype=np.int64)
    room = np.empty((2, sums.largest_block * len(rates), n_boot))
    with one_thread():
        for clusters, groups, tops, bottoms in sums.blocks():
            replicates = ratio_replicates(cluster_weights(clusters, n_boot, seed), tops, bottoms, room)
            block = _figures(tops, bottoms, sums.denominators[groups].ravel(), replicates)
            figures[groups] = block.reshape(len(groups), len(rates), len(_FIGURES))
            n_cells[groups] = (bottoms > 0).sum(axis=1).reshape(len(groups), len(rates))
    names = pl.DataFrame({"rate": [rate.name for rate in rates]})
    whole = dict(zip(_COUNTS, (sums.numerators, sums.denominators, n_cells), strict=True))
    return (
        sums.keys.join(names, how="cross")
        .with_columns(
            *(pl.Series(name, figures[:, :, place].ravel()).fill_nan(None) for place, name in enumerate(_FIGURES)),
            *(pl.Series(name, values.ravel().astype(np.int64)) for name, values in whole.items()),
        )
        .with_columns(
            (pl.col("n_cells") < FEW_CELLS).alias("few_cells"),
            ((pl.col("estimate") < EDGE) | (pl.col("estimate") > 1 - EDGE)).alias("near_edge"),
        )
    )


def _figures(tops: Floats, bottoms: Floats, n_items: Floats, replicates: Floats) -> Floats:
    """Estimate and the three intervals of K entries: (K, 7)."""
    total = bottoms.sum(axis=1)
    estimate = np.divide(tops.sum(axis=1), total, out=np.full(total.shape, np.nan), where=total > 0)
    replicates.sort(axis=1)
    bounds = [quantiles(replicates, np.full(len(replicates), share / 100)) for share in PERCENTILES]
    bounds += [*bca_bounds(replicates, tops, bottoms), *boundary_interval(tops, bottoms, n_items)]
    return np.round(np.stack([estimate, *bounds], axis=1), _DECIMALS)
