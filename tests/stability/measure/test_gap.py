from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.stability.measure.gap import gap, pct

counts = st.integers(2, 5).flatmap(lambda k: st.lists(st.tuples(*[st.integers(0, 40)] * k), min_size=3, max_size=3))


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        ((30, 0), (0, 30), Fraction(1)),
        ((15, 15), (15, 15), Fraction(0)),
        ((13, 7), (10, 10), Fraction(15, 100)),
        ((1, 0), (1, 2), Fraction(2, 3)),
        ((2, 1, 1), (1, 1, 2), Fraction(1, 4)),
        ((4, 0, 0), (0, 1, 3), Fraction(1)),
        ((5, 0), (0, 0), None),
        ((0, 0), (0, 5), None),
    ],
)
def test_total_variation_by_hand(x: tuple[int, ...], y: tuple[int, ...], expected: Fraction | None) -> None:
    assert gap(x, y) == expected


def test_a_gap_of_exactly_fifteen_percent_is_no_more_where_floats_make_it_more() -> None:
    assert 0.65 - 0.5 > 0.15
    assert gap((13, 7), (10, 10)) == Fraction(15, 100)


@given(counts)
def test_it_is_a_distance_of_shares(three: list[tuple[int, ...]]) -> None:
    x, y, z = three
    if not (sum(x) and sum(y) and sum(z)):
        assert gap(x, y) is None or (sum(x) and sum(y))
        return
    there, back, beyond, whole = gap(x, y), gap(y, x), gap(y, z), gap(x, z)
    assert there is not None
    assert beyond is not None
    assert whole is not None
    assert there == back
    assert 0 <= there <= 1
    assert whole <= there + beyond
    assert (there == 0) == all(of_x * sum(y) == of_y * sum(x) for of_x, of_y in zip(x, y, strict=True))


@given(st.tuples(*[st.integers(0, 60)] * 4))
def test_with_two_options_it_is_the_difference_of_one_share(four: tuple[int, ...]) -> None:
    x, y = four[:2], four[2:]
    if sum(x) and sum(y):
        assert gap(x, y) == abs(Fraction(x[0], sum(x)) - Fraction(y[0], sum(y)))


@given(counts)
def test_options_that_nobody_chose_change_nothing(three: list[tuple[int, ...]]) -> None:
    x, y, _ = three
    assert gap((*x, 0), (*y, 0)) == gap(x, y)


def test_other_categories_are_refused() -> None:
    with pytest.raises(ValueError):
        gap((1, 2), (1, 2, 3))


def test_percent() -> None:
    assert pct(Fraction(1, 8)) == 12.5
    assert pct(Fraction(1)) == 100.0
    assert pct(None) is None
    assert isinstance(pct(Fraction(0)), float)
