"""Neighbourhood density against counting all with all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.lexicon.build.convention import edit_distance
from stimfid_lib.lexicon.build.neighbours import densities
from stimfid_lib.phonology.ipa import PHONEMES

FEW = st.lists(st.sampled_from(PHONEMES[:3]), min_size=1, max_size=4).map(tuple)
ANY = st.lists(st.sampled_from(PHONEMES), min_size=1, max_size=4).map(tuple)


def _plain(word: tuple[str, ...]) -> list[frozenset[str]]:
    return [frozenset({phoneme}) for phoneme in word]


def _density(word: str, *others: str) -> int:
    said = [tuple(text.split()) for text in (word, *others)]
    return densities(said[:1], said)[0]


def test_one_sound_changed_added_or_removed() -> None:
    assert _density("k æ t", "b æ t", "k ɪ t", "k æ p") == 3
    assert _density("k æ t", "s k æ t", "k æ s t", "æ t") == 3
    assert _density("k æ t", "b æ d", "k æ t s t", "t") == 0


def test_homophones_of_a_neighbour_count_each_and_those_of_the_word_not_at_all() -> None:
    assert _density("n aɪ t", "n aɪ t", "ɹ aɪ t", "ɹ aɪ t", "ɹ aɪ t") == 3


def test_a_neighbour_reached_in_two_ways_counts_once() -> None:
    # taking either s away leaves the same word
    assert _density("s s", "s") == 1
    assert _density("s", "s s") == 1


def test_a_word_outside_the_reference_is_asked_about_too() -> None:
    assert densities([("b", "æ", "t"), ("b", "i")], [("k", "æ", "t")]) == [1, 0]
    assert densities([("b", "æ", "t")], []) == [0]
    assert densities([], [("b", "æ", "t")]) == []


@given(st.lists(st.one_of(FEW, ANY), max_size=12), st.lists(st.one_of(FEW, ANY), max_size=4))
def test_it_equals_counting_all_with_all(reference: list[tuple[str, ...]], words: list[tuple[str, ...]]) -> None:
    words += reference[:3]
    expected = [sum(edit_distance(_plain(word), _plain(other)) == 1 for other in reference) for word in words]
    assert densities(words, reference) == expected
