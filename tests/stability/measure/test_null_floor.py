from __future__ import annotations

import random
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from scipy.stats import hypergeom

from stimfid_lib.stability.measure.null_floor import null_floor


def exact_floor(chosen: int, n_x: int, n_y: int) -> tuple[float, float]:
    """Mean and standard deviation of the gap when n_x of n_x + n_y responses, `chosen` of them A, are drawn."""
    drawn = np.arange(max(0, chosen - n_y), min(n_x, chosen) + 1)
    weight = hypergeom.pmf(drawn, n_x + n_y, chosen, n_x)
    gaps = abs(drawn / n_x - (chosen - drawn) / n_y)
    mean = float((weight * gaps).sum())
    return mean, float((weight * gaps**2).sum()) - mean**2


@pytest.mark.parametrize(("n", "stated"), [(30, 10.17), (120, 5.13), (150, 4.60), (450, 2.66)])
def test_the_specifications_values_are_those_of_the_hypergeometric(n: int, stated: float) -> None:
    assert round(100 * exact_floor(n, n, n)[0], 2) == stated


@pytest.mark.parametrize(
    ("x", "y", "permutations"),
    [
        ((15, 15), (15, 15), 10_000),
        ((60, 60), (60, 60), 10_000),
        ((75, 75), (75, 75), 4_000),
        ((225, 225), (225, 225), 2_000),
        ((30, 0), (0, 30), 4_000),
        ((20, 10), (7, 13), 4_000),
        ((1, 2), (0, 9), 4_000),
    ],
)
def test_within_four_standard_errors_of_the_exact_value(
    x: tuple[int, int], y: tuple[int, int], permutations: int
) -> None:
    mean, variance = exact_floor(x[0] + y[0], sum(x), sum(y))
    found = null_floor(x, y, random.Random(215), permutations)
    assert found is not None
    assert float(found) == pytest.approx(mean, abs=4 * sqrt(variance / permutations))


def test_the_stated_monte_carlo_errors() -> None:
    assert [round(100 * sqrt(exact_floor(n, n, n)[1] / 10_000), 2) for n in (30, 120)] == [0.08, 0.04]


def test_three_options() -> None:
    x, y, permutations = (3, 0, 1), (0, 2, 2), 3_000
    pooled, rng = [0, 0, 0, 1, 1, 2, 2, 2], np.random.default_rng(215)
    gaps = []
    for _ in range(20_000):
        rng.shuffle(pooled)
        shares = [np.bincount(part, minlength=3) / 4 for part in (pooled[:4], pooled[4:])]
        gaps.append(abs(shares[0] - shares[1]).sum() / 2)
    found = null_floor(x, y, random.Random(1), permutations)
    assert found is not None
    assert float(found) == pytest.approx(np.mean(gaps), abs=4 * np.std(gaps) / sqrt(permutations))


def test_one_behaviour_without_variation_has_no_chance_gap() -> None:
    assert null_floor((30, 0), (30, 0), random.Random(1), 10) == 0


def test_no_floor_without_valid_responses() -> None:
    assert null_floor((0, 0), (3, 3), random.Random(1), 10) is None
    assert null_floor((3, 3), (0, 0), random.Random(1), 10) is None


class Counted:
    """Draws that were thought out beforehand."""

    def __init__(self, *draws: float) -> None:
        self.draws = list(draws)

    def random(self) -> float:
        return self.draws.pop(0)


def test_the_shuffle_is_that_of_fisher_and_yates_and_goes_on_from_the_last() -> None:
    # Pool A A B B, two to X. First shuffle: 0.5 exchanges places 0 and 2, 0 leaves place 1: B A | A B, gap 0.
    # Second, from there: 0.75 exchanges places 0 and 3 (both B), 0.9 places 1 and 3: B B | A A, gap 1. Mean ½.
    draws = Counted(0.5, 0.0, 0.75, 0.9)
    assert null_floor((1, 1), (1, 1), draws, 2) == Fraction(1, 2)  # type: ignore[arg-type]
    assert draws.draws == []


def test_it_is_the_same_for_the_same_seed_only() -> None:
    one, same, other = (null_floor((20, 10), (15, 15), random.Random(seed), 200) for seed in (1, 1, 2))
    assert one == same != other


def test_other_categories_are_refused() -> None:
    with pytest.raises(ValueError):
        null_floor((1, 2), (1, 2, 3), random.Random(1), 2)
