"""Numbers go into phrases and come back out of lines exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.stability.panels.slots import fill, number_of, read_back, slots_of, written

TENTHS = st.integers(0, 10**8).map(lambda tenths: Fraction(tenths, 10))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(7), "7"),
        (Fraction(1200), "1,200"),
        (Fraction(1, 2), "0.5"),
        (Fraction(25, 2), "12.5"),
        (Fraction(360000), "360,000"),
        (Fraction(1234567), "1,234,567"),
        (Fraction(10001, 10), "1,000.1"),
    ],
)
def test_a_number_has_one_spelling(value: Fraction, text: str) -> None:
    assert written(value) == text
    assert number_of(text) == value


def test_what_has_no_exact_spelling_is_refused() -> None:
    with pytest.raises(ValueError, match="1/3"):
        written(Fraction(1, 3))


@pytest.mark.parametrize("text", ["1200", "01", "1,20", "0.50", "5.0"])
def test_another_spelling_of_a_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        number_of(text)


@given(TENTHS, TENTHS)
def test_what_is_filled_in_is_read_back(one: Fraction, other: Fraction) -> None:
    phrase = "With {chance}% you get €{pay}, else €{pay} (or {chance}?)."
    values = {"chance": one, "pay": other}
    assert read_back(phrase, fill(phrase, values)) == values


@pytest.mark.parametrize(
    "line",
    [
        "Take 5 of 10 now.",
        "Take 5 of 10 now",
        "take 5 of 10.",
        "Take 5 of 10..",
        "Take 05 of 10.",
        "Take five of 10.",
        "Take  5 of 10.",
        "Take 5 of 10.\n",
        "Take ٥ of 10.",
        "Take 5, of 10.",
        "Take -5 of 10.",
    ],
)
def test_a_line_that_is_not_the_phrase_gives_nothing(line: str) -> None:
    assert read_back("Take {sure} of {total}.", line) is None


def test_a_slot_that_stands_twice_must_hold_one_number() -> None:
    assert read_back("{sure} and {sure}", "4 and 5") is None


def test_the_derived_numbers_are_those_of_the_definition() -> None:
    rates = {"population": 1000, "true_cases": 20, "hits": 18, "false_alarms": 49, "pay_true": 98, "pay_false": 36}
    slots = slots_of("base_rate_neglect", {**rates, "bonus": 24})
    assert (slots["base_pct"], slots["hit_pct"], slots["false_pct"]) == (2, 90, 5)
    assert (slots["sound_cases"], slots["pay_more"]) == (980, 60)
    gamble = slots_of("risky_choice_framing", {"total": 480, "sure": 120, "chance_pct": 25, "floor": 200})
    assert (gamble["lost"], gamble["chance"], gamble["other"]) == (360, 25, 75)
