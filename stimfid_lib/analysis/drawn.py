"""One figure with its bootstrap distribution: what hypotheses and paired differences are decided on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from stimfid_lib.analysis.bootstrap import N_BOOT, Floats, cluster_weights, percentile_bounds, ratio_replicates
from stimfid_lib.analysis.boundary import boundary_interval
from stimfid_lib.analysis.metrics import bottom_of, cell_rates
from stimfid_lib.analysis.rates import Rate
from stimfid_lib.base.seed import SEED

_DECIMALS = 12


@dataclass(frozen=True, eq=False)
class Drawn:
    """A mean of cell means and its recomputed values in every resample.

    `estimate` and `replicates` (n_boot,) are proportions or differences of proportions; `n_cells` cells stand behind
    it, for a difference of two families those of the smaller.
    """

    estimate: float
    replicates: Floats
    n_cells: int

    @property
    def interval(self) -> tuple[float, float]:
        """Percentile interval, 2.5 and 97.5."""
        low, high = percentile_bounds(self.replicates[None, :])
        return round(float(low[0]), _DECIMALS), round(float(high[0]), _DECIMALS)

    def p_not_below(self, threshold: float) -> float:
        """Two-sided percentile p-value against the figure lying at or above `threshold`.

        Twice the share of resamples at or above it, (1 + count) / (1 + n_boot), at most 1. Below .05 only where the
        upper bound of the 95 % interval lies below the threshold; where that bound clears it by a resample or two of
        2,000 p may still be .05 or a little more, the more cautious of the two. It can be no smaller than
        2 / (1 + n_boot), and it inherits the interval's faults: too small where cells are few.
        """
        return self._p(np.round(self.replicates, _DECIMALS) >= threshold)

    def p_not_above(self, threshold: float) -> float:
        """Two-sided percentile p-value against the figure lying at or below `threshold` (see `p_not_below`)."""
        return self._p(np.round(self.replicates, _DECIMALS) <= threshold)

    def _p(self, against: np.ndarray) -> float:
        return min(1.0, 2 * (1 + int(against.sum())) / (1 + len(against)))

    def __sub__(self, other: Drawn) -> Drawn:
        """The difference of two figures over different cells, drawn independently of each other."""
        return Drawn(
            self.estimate - other.estimate, self.replicates - other.replicates, min(self.n_cells, other.n_cells)
        )


def means_by_cell(counts: pl.DataFrame, rate: Rate) -> dict[str, float]:
    """Give each cell's own rate over the rows given (replicates summed; arms, if both are there, averaged).

    Cells without a denominator, and tier 0, are left out.
    """
    means = (
        cell_rates(counts.filter(pl.col("tier") != 0), [rate])
        .filter(pl.col(rate.name).is_not_null())
        .group_by("cell_id")
        .agg(pl.col(rate.name).mean())
        .sort("cell_id")
    )
    return dict(means.iter_rows())


def drawn(means: Mapping[str, float], n_boot: int = N_BOOT, seed: int = SEED) -> Drawn | None:
    """Draw cells again and again: the mean of cell values with its distribution; None without a cell."""
    if not means:
        return None
    cells = tuple(sorted(means))
    values = np.array([[means[cell] for cell in cells]])
    replicates = ratio_replicates(cluster_weights(cells, n_boot, seed), values, np.ones_like(values))[0]
    return Drawn(round(float(values.mean()), _DECIMALS), replicates, len(cells))


def drawn_rate(counts: pl.DataFrame, rate: Rate, n_boot: int = N_BOOT, seed: int = SEED) -> Drawn | None:
    """Draw a rate's mean of cell means over the rows given (`means_by_cell`)."""
    return drawn(means_by_cell(counts, rate), n_boot, seed)


def boundary_of(counts: pl.DataFrame, rate: Rate) -> tuple[float, float] | None:
    """The boundary interval of the same mean of cell means (`boundary.boundary_interval`); None without a cell."""
    values = np.array([list(means_by_cell(counts, rate).values())])
    if not values.size:
        return None
    items = counts.filter(pl.col("tier") != 0).select(bottom_of(rate).sum()).item()
    low, high = boundary_interval(values, np.ones_like(values), [float(items)])
    return float(low[0]), float(high[0])
