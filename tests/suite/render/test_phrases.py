from __future__ import annotations

import pytest

from stimfid_lib.suite.render import phrases


@pytest.mark.parametrize(("number", "text"), [(8.0, "8"), (6.05, "6.05"), (2.9, "2.9"), (0.0, "0"), (1.79, "1.79")])
def test_a_bound_is_written_with_all_its_digits(number: float, text: str) -> None:
    assert phrases.decimal(number) == text
    assert float(text) == number


def test_lists_read_as_people_write_them() -> None:
    assert phrases.joined(["a"]) == "a"
    assert phrases.joined(["a", "b"]) == "a and b"
    assert phrases.joined(["a", "b", "c"]) == "a, b and c"


def test_lengths_before_and_after() -> None:
    assert phrases.syllables_before((1, 1)) == "one-syllable"
    assert phrases.syllables_before((1, 2)) == "one- or two-syllable"
    assert phrases.syllables_before((2, 2), digits=True) == "2-syllable"
    assert phrases.syllables_after((1, 1)) == "1 syllable"
    assert phrases.syllables_after((1, 2)) == "1 or 2 syllables"
    assert phrases.syllables_after((3, 3), digits=False) == "three syllables"


def test_conditions_are_headed_by_how_many_they_are() -> None:
    assert phrases.conditions("word", []) == []
    assert phrases.conditions("word", ["a"])[0] == "Every word must meet this condition:"
    assert phrases.conditions("word", ["a", "b"]) == ["Every word must meet both of these conditions:", "- a", "- b"]
