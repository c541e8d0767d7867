from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm, t

from stimfid_lib.analysis.bootstrap import cluster_weights, percentile_bounds, ratio_replicates
from stimfid_lib.analysis.boundary import boundary_interval


def one(numerators: list[float], denominators: list[float]) -> tuple[float, float]:
    low, high = boundary_interval(np.array([numerators]), np.array([denominators]))
    return float(low[0]), float(high[0])


def test_ten_perfect_cells_give_the_bound_worked_out_by_hand() -> None:
    # One added cell of 10 items passes 5. Share (100 + 5) / 110 = 21/22. Residuals: ten of 10 - 10 * 21/22 = 10/22,
    # one of 5 - 10 * 21/22 = -100/22. Variance 11/10 * (10 * 100 + 10000) / 22**2 / 110**2 = 1 / 484.
    # n = (21/22)(1/22) * 484 = 21, times (z / t_9)**2. With all passed the lower bound is .025 ** (1 / n), the upper 1.
    n = 21 * (norm.ppf(0.975) / t.ppf(0.975, 9)) ** 2
    low, high = one([10.0] * 10, [10.0] * 10)
    assert low == pytest.approx(0.025 ** (1 / n))
    assert high == 1.0


def test_it_is_symmetric_in_pass_and_fail() -> None:
    low, high = one([9, 10, 7], [10, 10, 10])
    mirrored = one([1, 0, 3], [10, 10, 10])
    assert mirrored == pytest.approx((1 - high, 1 - low))


def test_one_cell_says_nothing_and_no_cell_is_not_a_number() -> None:
    assert one([3.0], [10.0]) == (0.0, 1.0)
    assert one([3.0, 0.0], [10.0, 0.0]) == (0.0, 1.0)
    assert np.isnan(one([0.0], [0.0])).all()


def test_a_cell_without_data_changes_nothing() -> None:
    assert one([9, 0, 7, 8], [10, 0, 10, 10]) == one([9, 7, 8], [10, 10, 10])


def test_cells_that_agree_at_one_half_are_bounded_by_their_items() -> None:
    # no residual at all: Clopper and Pearson's interval for 10 of 20, from their tables .272 to .728
    assert one([5, 5], [10, 10]) == pytest.approx((0.272, 0.728), abs=0.001)


def test_entries_do_not_touch_each_other() -> None:
    top, bottom = np.array([[9.0, 8.0, 7.0], [0.0, 10.0, 5.0]]), np.full((2, 3), 10.0)
    low, high = boundary_interval(top, bottom)
    assert (low[0], high[0]) == one([9, 8, 7], [10, 10, 10])
    assert (low[1], high[1]) == one([0, 10, 5], [10, 10, 10])


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(1, 12)).filter(lambda cell: cell[0] <= cell[1]), min_size=2))
def test_the_estimate_lies_inside(cells: list[tuple[int, int]]) -> None:
    low, high = one([float(top) for top, _ in cells], [float(bottom) for _, bottom in cells])
    estimate = sum(top for top, _ in cells) / sum(bottom for _, bottom in cells)
    assert 0 <= low <= estimate + 1e-12
    assert estimate - 1e-12 <= high <= 1


@pytest.mark.parametrize(("n_cells", "mean"), [(6, 0.97), (10, 0.97), (10, 0.9), (30, 0.97), (30, 0.7)])
def test_it_covers_where_the_percentile_interval_does_not(n_cells: int, mean: float) -> None:
    # Cells of 20 items whose own rates scatter by a beta law, intracluster correlation .5; 500 studies side by side.
    # .93 less 2.5 standard errors of a share of 500 is .90.
    rng = np.random.default_rng([215, n_cells, int(100 * mean)])
    top = rng.binomial(20, rng.beta(mean, 1 - mean, (500, n_cells))).astype(float)
    bottom = np.full_like(top, 20.0)
    low, high = boundary_interval(top, bottom)
    covered = np.mean((low <= mean) & (mean <= high))
    assert covered >= 0.90
    if mean == 0.97:
        weights = cluster_weights(tuple(f"{cell:02d}" for cell in range(n_cells)), 400)
        p_low, p_high = percentile_bounds(ratio_replicates(weights, top, bottom))
        assert np.mean((p_low <= mean) & (mean <= p_high)) < 0.85 < covered
