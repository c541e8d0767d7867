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
    "forms",
    [
        "mouse mice",
        "child children",
        "person people persons",
        "ox oxen",
        "tooth teeth",
        "knife knives",
        "run runs ran running",
        "go goes went gone going",
        "be am is are was were been",
        "do does did done doing",
        "have has had having",
        "die dies died dying",
        "lie lies lying",
        "think thinks thought thinking",
        "break broke broken breaking",
        "speak spoke spoken speaking",
        "drive drove driven driving",
        "win won winning",
        "find found finding",
        "catch caught catching",
        "sing sang sung singing",
        "bring brought bringing",
        "ring rings rang ringing",
        "thing things",
        "good better best",
        "bad worse worst",
        "big bigger biggest",
        "happy happier happiest",
        "shoe shoes",
        "bus buses",
        "wish wishes wished",
        "try tries tried",
    ],
)
def test_all_forms_of_a_word_share_its_root(forms: str) -> None:
    base, *others = forms.split()
    assert {root_of(form) for form in (base, *others)} == {base}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ring", "bring"),
        ("thing", "think"),
        ("thing", "something"),
        ("sing", "thing"),
        ("king", "kin"),
        ("wing", "win"),
        ("string", "sting"),
        ("ceiling", "ceil"),
        ("bus", "bu"),
        ("glass", "glas"),
        ("news", "new"),
        ("seed", "see"),
        ("feed", "fee"),
        ("need", "knee"),
        ("red", "re"),
        ("bed", "be"),
        ("sled", "sle"),
        ("his", "hi"),
        ("gas", "ga"),
        ("teacher", "teach"),
        ("quickly", "quick"),
        ("kingdom", "king"),
        ("mother", "moth"),
        ("finger", "fing"),
        ("water", "wat"),
        ("wicked", "wick"),
        ("hundred", "hundr"),
        ("does", "doe"),
        ("lives", "live"),
    ],
)
def test_different_words_have_different_roots(one: str, other: str) -> None:
    assert root_of(one) != root_of(other)


@pytest.mark.parametrize(
    "word",
    "ring bring thing king spring evening ceiling feed bus news glass left saw felt bit ground teacher quickly".split(),
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
