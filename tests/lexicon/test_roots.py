"""Roots: inflection is undone, derivation is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.lexicon.roots import root_of


@pytest.mark.parametrize(
    ("word", "root"),
    [
        ("mice", "mouse"),
        ("ran", "run"),
        ("children", "child"),
        ("geese", "goose"),
        ("cats", "cat"),
        ("babies", "baby"),
        ("wolves", "wolf"),
        ("largest", "large"),
        ("running", "run"),
        ("stopped", "stop"),
        ("making", "make"),
        ("building", "build"),  # a word of its own as well, but a list that holds both is padded
        ("Rabbits", "rabbit"),
    ],
)
def test_inflected_forms_go_back_to_their_root(word: str, root: str) -> None:
    assert root_of(word) == root


@pytest.mark.parametrize(
    "word",
    "ring bring thing king spring evening ceiling feed bus news glass left saw felt teacher quickly kingdom".split(),
)
def test_words_that_only_look_inflected_stay(word: str) -> None:
    assert root_of(word) == word


def test_a_form_that_the_dictionary_lacks_goes_by_the_rules() -> None:
    assert root_of("abductees") == "abductee"
    assert root_of("florb") == "florb"
    assert root_of("gas") == "gas"


@given(st.text(max_size=8))
def test_any_text_has_a_root_in_lower_case(text: str) -> None:
    assert root_of(text) == root_of(text.lower())
