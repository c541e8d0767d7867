"""The arbiter's notation, on entries written out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build.arbiter import arbiter_to_ipa, read_arbiter


@pytest.mark.parametrize(
    ("text", "ipa", "stress"),
    [
        ("kˈæt", "k æ t", "1"),
        ("fɹˈAd", "f ɹ eɪ d", "1"),
        ("ʤˈʌʤ", "dʒ ʌ dʒ", "1"),
        ("tˈiʧəɹ", "t i tʃ ɝ", "10"),
        ("bˈɜɹd", "b ɝ d", "1"),
        ("əɹˈWnd", "ə ɹ aʊ n d", "01"),
        ("hˈɜɹi", "h ɝ ɹ i", "10"),
        ("fˈɜɹnəʧəɹ", "f ɝ n ə tʃ ɝ", "100"),
        ("wˈɔɾəɹ", "w ɔ ɾ ɝ", "10"),
        ("bˈʌʔn", "b ʌ t n", "1"),
        ("lˈɪɾᵊl", "l ɪ ɾ ə l", "10"),
        ("nˈOhwˌɛɹ", "n oʊ w ɛ ɹ", "12"),
    ],
)
def test_the_notation(text: str, ipa: str, stress: str) -> None:
    spoken = arbiter_to_ipa(text)
    assert (spoken.phonemes, spoken.stress) == (tuple(ipa.split()), stress)


def test_an_unknown_symbol_is_refused() -> None:
    with pytest.raises(Refused, match="'x'"):
        arbiter_to_ipa("lˈɑx")


def test_the_default_of_an_entry_by_part_of_speech_counts(tmp_path: Path) -> None:
    path = tmp_path / "us_gold.json"
    entries = {"wind": {"DEFAULT": "wˈɪnd", "VERB": "wˈInd"}, "cat": "kˈæt", "nil": {"DEFAULT": None, "NOUN": "nˈɪl"}}
    path.write_text(json.dumps(entries), encoding="utf-8")
    assert {word: spoken.phonemes for word, spoken in read_arbiter(path).items()} == {
        "wind": ("w", "ɪ", "n", "d"),
        "cat": ("k", "æ", "t"),
    }
    assert list(read_arbiter(path, keep={"cat"})) == ["cat"]
