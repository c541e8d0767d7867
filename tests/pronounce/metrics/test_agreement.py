"""Rank correlation: against scipy on random data with ties, and where it is not defined."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from stimfid_lib.pronounce.metrics.agreement import Agreement, agreement, dense_ranks, rank_correlation

PAIRS = st.lists(
    st.tuples(st.sampled_from([0.0, 0.1, 0.2, 1.0]) | st.floats(0, 1), st.floats(0, 1)), min_size=10, max_size=60
)


@given(PAIRS)
def test_rho_is_scipys_and_the_resampled_one_is_the_same(pairs: list[tuple[float, float]]) -> None:
    one, other = np.array(pairs).T
    if len(set(one)) == 1 or len(set(other)) == 1:
        return
    expected = spearmanr(one, other)
    found = agreement(one, other)
    assert (found.n, found.rho, found.p) == (len(pairs), expected.statistic, expected.pvalue)
    assert rank_correlation(dense_ranks(one), dense_ranks(other)) == pytest.approx(expected.statistic, abs=1e-12)


@given(PAIRS, st.integers(0, 1000))
def test_a_resample_of_dense_ranks_ranks_like_a_resample_of_values(pairs: list[tuple[float, float]], seed: int) -> None:
    one, other = np.array(pairs).T
    drawn = np.random.default_rng(seed).integers(0, len(one), len(one))
    if len(set(one[drawn])) == 1 or len(set(other[drawn])) == 1:
        return
    expected = spearmanr(one[drawn], other[drawn]).statistic
    assert rank_correlation(dense_ranks(one)[drawn], dense_ranks(other)[drawn]) == pytest.approx(expected, abs=1e-9)


def test_a_correlation_written_out() -> None:
    # ranks 1 2 3 4 against 1 3 2 4: 1 - 6·(0+1+1+0)/(4·15) = 0.8
    assert agreement(np.array([0.1, 0.2, 0.3, 0.4]), np.array([0.0, 0.5, 0.2, 0.9])).rho == pytest.approx(0.8)


def test_where_there_is_none_it_says_so() -> None:
    rising = np.arange(20.0)
    assert agreement(rising, np.ones(20)) == Agreement(20, None, None)
    assert agreement(rising[:2], rising[:2]) == Agreement(2, None, None)
    assert agreement(np.array([]), np.array([])) == Agreement(0, None, None)
    assert np.isnan(rank_correlation(np.ones(5), np.arange(5.0)))
    few = agreement(rising[:9], rising[:9])
    assert few.rho == pytest.approx(1)
    assert few.p is None, "an approximation that nine tokens do not carry"
