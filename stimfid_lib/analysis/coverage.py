"""How often each interval holds the truth, by simulation at the study's own size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
import polars as pl

from stimfid_lib.analysis.bca import bca_bounds
from stimfid_lib.analysis.bootstrap import (
    N_BOOT,
    Floats,
    cluster_weights,
    one_thread,
    percentile_bounds,
    ratio_replicates,
)
from stimfid_lib.analysis.boundary import boundary_interval
from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED

METHODS = ("percentile", "bca", "boundary")
_BATCH = 500  # studies at once: 500 x 2,000 resamples are 8 MB


@dataclass(frozen=True)
class CoverageDesign:
    """What is simulated.

    A study draws `cells` cells; a cell's own rate follows a beta law with the given mean and intracluster correlation
    (1 would make every list all right or all wrong), and its `items` scored items are independent given that rate. The
    truth is the mean over all cells. 30 items a cell are ten words asked three times.
    """

    cells: tuple[int, ...] = (6, 10, 30)
    means: tuple[float, ...] = (0.5, 0.7, 0.9, 0.97)
    correlations: tuple[float, ...] = (0.1, 0.2, 0.3, 0.5)
    items: int = 30
    studies: int = 2000
    n_boot: int = N_BOOT
    seed: int = SEED

    def assumptions(self) -> dict[str, object]:
        """The design as plain values, for the table's file."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


def coverage(design: CoverageDesign = CoverageDesign()) -> pl.DataFrame:
    """Simulate the coverage of the three intervals of `intervals.entry_intervals`.

    Returns:
        one row a number of cells, mean, correlation and method: n_cells, mean, correlation, `method`, `coverage`
        (share of studies whose interval holds the mean; 95 % is claimed), `error` (its Monte-Carlo standard error) and
        `width` (mean width). An interval that cannot be had (all cells alike, BCa) counts as a point at the estimate.

    All studies of one number of cells share one matrix of draws. The figures hold for beta-distributed cell rates;
    other laws with the same spread may differ.

    Raises:
        Refused: fewer than two cells, a mean or correlation outside (0, 1), or no study.
    """
    for name, values in (("means", design.means), ("correlations", design.correlations)):
        if not all(0 < value < 1 for value in values):
            raise Refused(f"{name} {values}: each must lie between 0 and 1, ends excluded")
    if min(design.cells) < 2 or design.studies < 1 or design.items < 1:
        raise Refused(f"{design}: at least 2 cells, 1 item and 1 study are needed")
    rows = []
    with one_thread():
        for n_cells in design.cells:
            for mean in design.means:
                for correlation in design.correlations:
                    rows += _rows(design, n_cells, mean, correlation)
    return pl.DataFrame(rows)


def _rows(design: CoverageDesign, n_cells: int, mean: float, correlation: float) -> list[dict[str, object]]:
    weights = cluster_weights(tuple(f"{cell:03d}" for cell in range(n_cells)), design.n_boot, design.seed)
    rng = np.random.default_rng([design.seed, n_cells, round(1000 * mean), round(1000 * correlation)])
    held, width = dict.fromkeys(METHODS, 0), dict.fromkeys(METHODS, 0.0)
    for start in range(0, design.studies, _BATCH):
        tops = _study(rng, (min(_BATCH, design.studies - start), n_cells), mean, correlation, design.items)
        for method, (low, high) in zip(METHODS, _intervals(tops, design.items, weights), strict=True):
            held[method] += int(((low <= mean) & (mean <= high)).sum())
            width[method] += float((high - low).sum())
    shares = {method: held[method] / design.studies for method in METHODS}
    return [
        {
            "n_cells": n_cells,
            "mean": mean,
            "correlation": correlation,
            "method": method,
            "coverage": shares[method],
            "error": round((shares[method] * (1 - shares[method]) / design.studies) ** 0.5, 4),
            "width": round(width[method] / design.studies, 4),
        }
        for method in METHODS
    ]


def _study(rng: np.random.Generator, shape: tuple[int, int], mean: float, correlation: float, items: int) -> Floats:
    """Items that pass, (studies, cells)."""
    size = 1 / correlation - 1  # of a beta law with this intracluster correlation
    return rng.binomial(items, rng.beta(mean * size, (1 - mean) * size, shape)).astype(np.float64)


def _intervals(tops: Floats, items: int, weights: Floats) -> Sequence[tuple[Floats, Floats]]:
    bottoms = np.full_like(tops, items)
    estimate = tops.mean(axis=1) / items
    ordered = np.sort(ratio_replicates(weights, tops, bottoms), axis=1)
    bca = [np.where(np.isnan(bound), estimate, bound) for bound in bca_bounds(ordered, tops, bottoms)]
    return percentile_bounds(ordered), (bca[0], bca[1]), boundary_interval(tops, bottoms)
