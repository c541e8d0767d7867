from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy as scipy_entropy

from stimfid_lib.stability.measure.entropy import entropy, is_degenerate


@pytest.mark.parametrize(
    ("counts", "expected"),
    [((30, 0), 0.0), ((0, 30), 0.0), ((15, 15), 1.0), ((2, 2, 2), 1.0), ((3, 1), 0.8112781244591328)],
)
def test_by_hand(counts: tuple[int, ...], expected: float) -> None:
    assert entropy(counts) == pytest.approx(expected, abs=1e-12)


def test_an_option_that_nobody_chose_belongs_to_the_base() -> None:
    assert entropy((5, 5, 0)) == pytest.approx(0.6309297535714574)


def test_none_without_valid_responses() -> None:
    assert entropy((0, 0)) is None


def test_no_minus_zero() -> None:
    assert str(entropy((30, 0))) == "0.0"


@given(st.lists(st.integers(0, 500), min_size=2, max_size=6).filter(any))
def test_as_scipy_has_it(counts: list[int]) -> None:
    assert entropy(tuple(counts)) == pytest.approx(scipy_entropy(counts, base=len(counts)), abs=1e-12)


@pytest.mark.parametrize(
    ("entropy_a", "entropy_b", "gap", "expected"),
    [
        (0.0, 0.0, Fraction(0), True),
        (0.19, 0.19, Fraction(9, 100), True),
        (0.20, 0.0, Fraction(0), False),
        (0.0, 0.20, Fraction(0), False),
        (0.0, 0.0, Fraction(10, 100), False),
        (0.0, 0.0, Fraction(1), False),
        (None, 0.0, Fraction(0), False),
        (0.0, None, Fraction(0), False),
        (0.0, 0.0, None, False),
    ],
)
def test_degenerate_is_both_entropies_under_a_fifth_and_stability_over_ninety(
    entropy_a: float | None, entropy_b: float | None, gap: Fraction | None, expected: bool
) -> None:
    assert is_degenerate(entropy_a, entropy_b, gap) is expected
