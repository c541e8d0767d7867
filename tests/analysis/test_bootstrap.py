from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import bootstrap

from stimfid_lib.analysis.bootstrap import bootstrap_ci, cluster_weights, percentile_bounds, ratio_replicates
from stimfid_lib.base.errors import Refused

IDS = tuple("abcdefghij")


def frame(values: dict[str, list[float | None]]) -> pl.DataFrame:
    rows = [(cell, value) for cell, cell_values in values.items() for value in cell_values]
    return pl.DataFrame(rows, schema={"cell_id": pl.String, "ok": pl.Float64}, orient="row")


def test_one_cluster_gives_its_mean_twice() -> None:
    assert bootstrap_ci(frame({"a": [1, 1, 0, 1]}), "ok") == (0.75, 0.75)


def test_no_value_gives_nulls() -> None:
    assert bootstrap_ci(frame({"a": [None]}), "ok") == (None, None)
    assert bootstrap_ci(frame({}), "ok") == (None, None)


def test_nulls_are_left_out_before_clusters_are_counted() -> None:
    assert bootstrap_ci(frame({"a": [1, 0, None], "b": [None, float("nan")]}), "ok") == (0.5, 0.5)


def test_two_clusters_of_0_and_1_reach_both_ends() -> None:
    # a quarter of the resamples draws only the first, a quarter only the second: beyond 2.5 % on either side
    assert bootstrap_ci(frame({"a": [0], "b": [1]}), "ok") == (0.0, 1.0)


def test_equal_clusters_leave_no_spread() -> None:
    assert bootstrap_ci(frame({cell: [1, 0] for cell in IDS}), "ok") == (0.5, 0.5)


def test_a_cluster_brings_all_its_rows() -> None:
    # a: 9 of 9, b: 0 of 1. Means of resamples: aa 1, bb 0, ab 9/10 (not 1/2); their quartiles 0, .9, .9, 1
    weights = cluster_weights(("a", "b"), 4000)
    replicates = ratio_replicates(weights, [[9.0, 0.0]], [[9.0, 1.0]])
    assert set(replicates[0].tolist()) == {0.0, 0.9, 1.0}
    assert np.mean(replicates == 0.9) == pytest.approx(0.5, abs=0.04)  # five standard errors of a share of 4000


def test_the_order_of_rows_and_the_other_clusters_order_do_not_matter() -> None:
    rng = np.random.default_rng(1)
    table = frame({cell: rng.random(5).tolist() for cell in IDS})
    assert bootstrap_ci(table, "ok") == bootstrap_ci(table.sample(fraction=1, shuffle=True, seed=3), "ok")


def test_the_seed_decides_the_draws() -> None:
    table = frame({cell: [place / 10] for place, cell in enumerate(IDS)})
    assert bootstrap_ci(table, "ok") == bootstrap_ci(table, "ok")
    assert bootstrap_ci(table, "ok", seed=1) != bootstrap_ci(table, "ok", seed=2)


def test_another_column_may_name_the_clusters() -> None:
    table = pl.DataFrame({"word": ["x", "x", "x"], "hit": [True, True, False]})
    assert bootstrap_ci(table, "hit", cluster_col="word") == pytest.approx((2 / 3, 2 / 3))


def test_it_agrees_with_scipy_on_clusters_of_unequal_size() -> None:
    rng = np.random.default_rng(215)
    sizes = rng.integers(3, 12, 30)
    passes = rng.binomial(sizes, rng.beta(4, 2, 30))
    table = frame(
        {f"c{i:02d}": [1.0] * p + [0.0] * (n - p) for i, (p, n) in enumerate(zip(passes, sizes, strict=True))}
    )
    ours = bootstrap_ci(table, "ok", n_boot=20_000)

    def ratio(index: np.ndarray, axis: int = -1) -> np.ndarray:
        return passes[index].sum(axis=axis) / sizes[index].sum(axis=axis)

    theirs = bootstrap(
        (np.arange(30),), ratio, n_resamples=20_000, method="percentile", rng=np.random.default_rng(7), vectorized=True
    )
    # A 2.5 % point of B draws has the standard error sqrt(.025 * .975 / B) / density; for a normal with this spread
    # the density there is .0584 / sd. Two independent such errors, four of them wide.
    sd = float(theirs.standard_error)
    tolerance = 4 * 2**0.5 * (0.025 * 0.975 / 20_000) ** 0.5 / 0.0584 * sd
    interval = theirs.confidence_interval
    assert ours == pytest.approx((interval.low, interval.high), abs=tolerance)


def test_the_same_cells_share_their_draws_and_others_do_not() -> None:
    assert cluster_weights(IDS) is cluster_weights(tuple(sorted(IDS)))
    other = cluster_weights(tuple(f"{cell}2" for cell in IDS))
    assert not np.array_equal(cluster_weights(IDS), other)


def test_weights_are_counts_of_a_draw_with_replacement() -> None:
    weights = cluster_weights(IDS, 2000)
    assert weights.shape == (2000, 10)
    assert (weights.sum(axis=1) == 10).all()
    assert weights.mean(axis=0) == pytest.approx(np.ones(10), abs=5 * (0.9 / 2000) ** 0.5)  # variance of a count: .9
    with pytest.raises(ValueError, match="read-only"):
        weights[0, 0] = 3


def test_bounds_leave_out_resamples_without_data() -> None:
    nan = float("nan")
    low, high = percentile_bounds(np.array([[nan, 0.5, 0.5], [nan, nan, nan], [1.0, 2.0, 3.0]]), (0, 100))
    assert low.tolist()[0] == high.tolist()[0] == 0.5
    assert np.isnan([low[1], high[1]]).all()
    assert (low[2], high[2]) == (1.0, 3.0)


def test_refusals() -> None:
    table = frame({"a": [1.0]})
    with pytest.raises(Refused, match="no column 'passed'"):
        bootstrap_ci(table, "passed")
    with pytest.raises(Refused, match="null"):
        bootstrap_ci(pl.DataFrame({"cell_id": ["a", None], "ok": [1, 0]}), "ok")
    with pytest.raises(Refused, match="n_boot is 0"):
        cluster_weights(IDS, 0)
    with pytest.raises(Refused, match="sorted"):
        cluster_weights(("b", "a"))


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(IDS), st.lists(st.sampled_from([0.0, 1.0]), min_size=1, max_size=5), min_size=1))
def test_bounds_are_ordered_and_within_the_range_of_cell_means(values: dict[str, list[float | None]]) -> None:
    low, high = bootstrap_ci(frame(values), "ok", n_boot=200)
    means = [sum(filter(None, cell)) / len(cell) for cell in values.values()]
    assert low is not None
    assert high is not None
    assert min(means) - 1e-12 <= low <= high <= max(means) + 1e-12
