"""One symbol per phoneme, whatever a table or a parameter calls it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.phonology import ipa

PHONEME = st.sampled_from(ipa.PHONEMES)


def test_the_inventory_has_forty_phonemes() -> None:
    assert (len(ipa.CONSONANTS), len(ipa.MONOPHTHONGS), len(ipa.DIPHTHONGS)) == (24, 11, 5)
    assert len(set(ipa.PHONEMES)) == 40
    assert "\u0261" in ipa.PHONEMES
    assert "g" not in ipa.PHONEMES


@pytest.mark.parametrize(
    ("given_as", "phoneme"),
    [
        ("g", "\u0261"),
        ("r", "ɹ"),
        ("t͡ʃ", "tʃ"),
        ("ʧ", "tʃ"),
        ("d͡ʒ", "dʒ"),
        ("ʤ", "dʒ"),
        ("ɚ", "ɝ"),
        ("e", "eɪ"),
        ("o", "oʊ"),
        ("/k/", "k"),
        ("[θ]", "θ"),
        (" s ", "s"),
        ("ˈæ", "æ"),
        ("iː", "i"),
        ("ɫ", "l"),
    ],
)
def test_other_spellings_become_the_canonical_one(given_as: str, phoneme: str) -> None:
    assert ipa.to_ipa(given_as) == phoneme


@pytest.mark.parametrize("symbol", ["", "x", "q", "th", "tt", "ʀ", "k æ", "AE1"])
def test_what_names_no_phoneme_is_refused_with_the_allowed_ones(symbol: str) -> None:
    with pytest.raises(Refused, match="allowed are p b t"):
        ipa.to_ipa(symbol)


@given(PHONEME)
def test_a_canonical_symbol_stays(phoneme: str) -> None:
    assert ipa.to_ipa(phoneme) == phoneme
    assert ipa.is_vowel(phoneme) == (phoneme in ipa.VOWELS)


@given(st.lists(PHONEME, min_size=1))
def test_the_tables_form_is_read_back(phonemes: list[str]) -> None:
    text = ipa.format_phonemes(phonemes)
    assert text.startswith("|")
    assert ipa.parse_phonemes(text) == ipa.parse_phonemes(text.strip("|")) == tuple(phonemes)


@pytest.mark.parametrize(
    ("text", "shape", "syllables"),
    [
        ("|s|t|ɑ|p|", "CCVC", 1),
        ("|h|æ|n|d|", "CVCC", 1),
        ("|tʃ|ɝ|tʃ|", "CVC", 1),
        ("|b|ʌ|t|ɝ|f|l|aɪ|", "CVCVCCV", 3),
        ("|aʊ|ɝ|", "VV", 2),
        ("|ə|", "V", 1),
    ],
)
def test_shape_and_syllables(text: str, shape: str, syllables: int) -> None:
    phonemes = ipa.parse_phonemes(text)
    assert ipa.cv_shape(phonemes) == shape
    assert ipa.syllable_count(phonemes) == syllables
