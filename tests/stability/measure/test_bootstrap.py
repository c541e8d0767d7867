from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, bootstrap

from stimfid_lib.stability.measure.bootstrap import Interval, interval, percentile, resampled_gaps
from stimfid_lib.stability.measure.gap import gap


def _values(x: tuple[int, int]) -> np.ndarray:
    return np.repeat([1.0, 0.0], x)


def _difference(x: np.ndarray, y: np.ndarray, axis: int = -1) -> np.ndarray:
    return abs(x.mean(axis=axis) - y.mean(axis=axis))


@pytest.mark.parametrize(("x", "y"), [((80, 40), (60, 60)), ((24, 6), (9, 21)), ((60, 60), (60, 60))])
def test_it_agrees_with_scipys_percentile_bootstrap(x: tuple[int, int], y: tuple[int, int]) -> None:
    found = interval(resampled_gaps([x], [y], random.Random(215), 5_000))
    theirs = bootstrap(
        (_values(x), _values(y)),
        _difference,
        n_resamples=5_000,
        method="percentile",
        vectorized=True,
        rng=np.random.default_rng(215),
    ).confidence_interval
    assert found is not None
    step = 1 / sum(x)  # gaps stand on a lattice, and a percentile may fall one step beside
    assert float(found.low) == pytest.approx(theirs.low, abs=1.01 * step)
    assert float(found.high) == pytest.approx(theirs.high, abs=1.01 * step)


def test_it_agrees_with_the_exact_distribution_of_resamples() -> None:
    x, y, n = (22, 8), (12, 18), 30
    shares = np.arange(n + 1)
    joint = np.outer(binom.pmf(shares, n, x[0] / n), binom.pmf(shares, n, y[0] / n))
    gaps = abs(shares[:, None] - shares[None, :])
    exact = np.array([joint[gaps == step].sum() for step in range(n + 1)])
    drawn = [int(value * n) for value in resampled_gaps([x], [y], random.Random(215), 10_000)]
    found = np.bincount(drawn, minlength=n + 1) / 10_000
    assert abs(found - exact).max() < 4 * np.sqrt(exact.max() / 10_000)


def test_a_stratified_resample_keeps_each_scenarios_share() -> None:
    x, y = [(4, 0), (0, 4), (2, 2)], [(4, 0), (0, 4), (2, 2)]
    # Only the third stratum varies: two draws of four, so that the gap has the steps of 0 … 4 of 12.
    drawn = resampled_gaps(x, y, random.Random(1), 3_000)
    assert {value * 12 for value in drawn} == {0, 1, 2, 3, 4}
    weight = binom.pmf(np.arange(5), 4, 0.5)
    apart = sum(weight[i] * weight[j] for i in range(5) for j in range(5) if i != j)
    assert sum(value > 0 for value in drawn) / 3_000 == pytest.approx(apart, abs=0.04)


def test_a_scenario_without_a_valid_response_in_one_version_leaves_the_others() -> None:
    drawn = resampled_gaps([(0, 0), (2, 0)], [(0, 3), (2, 0)], random.Random(1), 20)
    assert set(drawn) == {Fraction(3, 5)}


def test_nothing_is_drawn_without_valid_responses() -> None:
    assert resampled_gaps([(0, 0)], [(1, 2)], random.Random(1), 5) == []
    assert resampled_gaps([(1, 2)], [(0, 0)], random.Random(1), 5) == []
    assert interval([]) is None


class Counted:
    def __init__(self, *draws: float) -> None:
        self.draws = list(draws)

    def random(self) -> float:
        return self.draws.pop(0)


def test_draws_are_read_as_places_in_the_sorted_responses_of_x_and_then_of_y() -> None:
    # X = A A B: 0.7 → place 2 = B, 0.6 → place 1 = A, 0 → A: 2 of 3. Y = A B: 0.49 → A, 0.99 → B: 1 of 2.
    # Second resample: X all A, Y all B.
    draws = Counted(0.7, 0.6, 0.0, 0.49, 0.99, 0.1, 0.2, 0.3, 0.5, 0.5)
    assert resampled_gaps([(2, 1)], [(1, 1)], draws, 2) == [Fraction(1, 6), Fraction(1)]  # type: ignore[arg-type]
    assert draws.draws == []


def test_strata_are_drawn_in_their_order() -> None:
    # X: (A B), then (B); Y: (A). 0 → A, 0 → A, 0.9 → B; 0 → A: 2 of 3 against 1 of 1. With the strata exchanged the
    # draws would give B, A, B and so 1 of 3.
    draws = Counted(0.0, 0.0, 0.9, 0.0)
    assert resampled_gaps([(1, 1), (0, 1)], [(1, 0)], draws, 1) == [Fraction(1, 3)]  # type: ignore[arg-type]


@given(st.lists(st.fractions(0, 1, max_denominator=120), min_size=1, max_size=60), st.integers(0, 40))
def test_percentiles_are_numpys_linear_ones(values: list[Fraction], fortieth: int) -> None:
    found = percentile(sorted(values), Fraction(fortieth, 40))
    assert float(found) == pytest.approx(np.percentile([float(v) for v in values], 2.5 * fortieth), abs=1e-12)


def test_percentiles_by_hand() -> None:
    ranked = [Fraction(value) for value in (1, 2, 4, 8)]
    wanted = {0: 1, 1: 8, Fraction(1, 2): 3, Fraction(1, 3): 2, Fraction(3, 4): 5}
    assert {share: percentile(ranked, Fraction(share)) for share in wanted} == wanted
    assert percentile([Fraction(7)], Fraction(1, 2)) == 7


def test_the_ends_are_the_percentiles_of_ninety_five_percent() -> None:
    assert interval([Fraction(value) for value in range(40, -1, -1)]) == Interval(Fraction(1), Fraction(39))


def test_stability_exchanges_the_ends() -> None:
    assert Interval(Fraction(1, 10), Fraction(3, 10)).stability == Interval(Fraction(7, 10), Fraction(9, 10))


def test_resamples_are_as_many_as_asked_for_and_on_the_lattice() -> None:
    drawn = resampled_gaps([(3, 4)], [(2, 3)], random.Random(3), 17)
    assert len(drawn) == 17
    assert all((value * 35).denominator == 1 for value in drawn)
    assert len(set(drawn)) > 3
    assert gap((3, 4), (2, 3)) not in (None, 0)


def test_three_options_are_resampled_alike() -> None:
    drawn = resampled_gaps([(30, 30, 60)], [(60, 30, 30)], random.Random(215), 2_000)
    rng = np.random.default_rng(215)
    x, y = (rng.multinomial(120, shares, 20_000) / 120 for shares in ((0.25, 0.25, 0.5), (0.5, 0.25, 0.25)))
    theirs = abs(x - y).sum(axis=1) / 2
    assert float(sum(drawn) / 2_000) == pytest.approx(theirs.mean(), abs=4 * theirs.std() / np.sqrt(2_000))
