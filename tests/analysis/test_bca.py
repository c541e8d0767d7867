from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import bootstrap

from stimfid_lib.analysis.bca import bca_bounds
from stimfid_lib.analysis.bootstrap import cluster_weights, percentile_bounds, ratio_replicates

CELLS = tuple(f"c{n:02d}" for n in range(30))


def bounds(tops: list[float], bottoms: list[float], n_boot: int = 2000) -> tuple[float, float]:
    top, bottom = np.array([tops], dtype=float), np.array([bottoms], dtype=float)
    weights = cluster_weights(tuple(f"c{n:02d}" for n in range(len(tops))), n_boot)
    low, high = bca_bounds(np.sort(ratio_replicates(weights, top, bottom), axis=1), top, bottom)
    return float(low[0]), float(high[0])


def test_it_agrees_with_scipy_on_a_skewed_ratio() -> None:
    rng = np.random.default_rng(215)
    sizes = rng.integers(3, 12, 30).astype(float)
    passes = rng.binomial(sizes.astype(int), rng.beta(9, 1, 30)).astype(float)

    def ratio(index: np.ndarray, axis: int = -1) -> np.ndarray:
        return passes[index].sum(axis=axis) / sizes[index].sum(axis=axis)

    theirs = bootstrap(
        (np.arange(30),), ratio, n_resamples=20_000, method="BCa", rng=np.random.default_rng(7), vectorized=True
    )
    # as for the percentile interval, doubled: the points lie further out in one tail, and the bias is drawn as well
    tolerance = 8 * 2**0.5 * (0.025 * 0.975 / 20_000) ** 0.5 / 0.0584 * float(theirs.standard_error)
    interval = theirs.confidence_interval
    assert bounds(list(passes), list(sizes), 20_000) == pytest.approx((interval.low, interval.high), abs=tolerance)


def test_it_moves_towards_the_long_tail_of_a_mean_near_one() -> None:
    tops = [10.0] * 25 + [9.0, 9.0, 8.0, 6.0, 2.0]
    weights = cluster_weights(CELLS)
    replicates = ratio_replicates(weights, [tops], [[10.0] * 30])
    low, _ = percentile_bounds(replicates)
    assert bounds(tops, [10.0] * 30)[0] < float(low[0])


def test_without_spread_there_is_none() -> None:
    assert np.isnan(bounds([5.0] * 6, [10.0] * 6)).all()


def test_a_cell_without_data_changes_nothing_but_the_draws() -> None:
    tops = [float(n % 7) for n in range(20)]
    with_empty = bounds([*tops, 0.0], [10.0] * 20 + [0.0], 20_000)
    assert with_empty == pytest.approx(bounds(tops, [10.0] * 20, 20_000), abs=0.01)
