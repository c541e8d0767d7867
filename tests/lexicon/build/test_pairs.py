"""Minimal pairs by buckets against comparing all with all."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.lexicon.build.pairs import minimal_pairs
from stimfid_lib.lexicon.schema import PAIR_KEYS
from stimfid_lib.phonology.ipa import PHONEMES

WORDS = {
    "sing": "s ɪ ŋ",
    "thing": "θ ɪ ŋ",
    "write": "ɹ aɪ t",
    "right": "ɹ aɪ t",
    "white": "w aɪ t",
    "ring": "ɹ ɪ ŋ",
    "rings": "ɹ ɪ ŋ z",
    "mouth": "m aʊ θ",
    "mouse": "m aʊ s",
    "earth": "ɝ θ",
}


@pytest.mark.parametrize(
    ("one", "other", "place"),
    [
        ("s ɪ ŋ", "θ ɪ ŋ", "initial"),
        ("s ɪ ŋ", "s æ ŋ", "medial"),
        ("m aʊ s", "m aʊ θ", "final"),
        ("s ɛ n d", "s ɛ l d", "medial"),
        ("aɪ", "ɔ", "initial"),  # a word of one sound
        ("aɪ l", "aɪ s", "final"),
    ],
)
def test_places(one: str, other: str, place: str) -> None:
    table = minimal_pairs({"a": tuple(one.split()), "b": tuple(other.split())})
    assert table["position_type"].to_list() == [place]


def test_pairs_of_ten_words() -> None:
    table = minimal_pairs({word: tuple(text.split()) for word, text in WORDS.items()})
    assert dict(table.schema) == PAIR_KEYS
    assert table.select("word1", "word2", "phoneme1", "phoneme2", "position", "position_type").rows() == [
        ("mouse", "mouth", "s", "θ", 2, "final"),
        ("right", "white", "ɹ", "w", 0, "initial"),
        ("ring", "sing", "ɹ", "s", 0, "initial"),
        ("ring", "thing", "ɹ", "θ", 0, "initial"),
        ("sing", "thing", "s", "θ", 0, "initial"),
        ("white", "write", "w", "ɹ", 0, "initial"),
    ]
    first = table.row(0, named=True)
    assert first["feature_distance"] == math.sqrt(8)
    assert first["sonorant_diff"] == 0.0
    assert table.filter(table["word1"] == "ring")["sonorant_diff"].to_list() == [2.0, 2.0]
    assert table["is_canonical"].all()


def test_no_words_give_an_empty_table_with_all_columns() -> None:
    assert minimal_pairs({}).schema == PAIR_KEYS


SOUNDS = st.lists(st.sampled_from(PHONEMES[:3]), min_size=1, max_size=4).map(tuple)


@given(st.dictionaries(st.text("abcdefgh", min_size=1, max_size=3), SOUNDS, max_size=14))
def test_they_equal_comparing_all_with_all(words: dict[str, tuple[str, ...]]) -> None:
    expected = [
        (one, two)
        for one, two in combinations(sorted(words), 2)
        if len(words[one]) == len(words[two]) and sum(a != b for a, b in zip(words[one], words[two], strict=True)) == 1
    ]
    table = minimal_pairs(words)
    assert table.select("word1", "word2").rows() == expected
    for row in table.iter_rows(named=True):
        assert words[row["word1"]][row["position"]] == row["phoneme1"] != row["phoneme2"]
        assert words[row["word2"]][row["position"]] == row["phoneme2"]
