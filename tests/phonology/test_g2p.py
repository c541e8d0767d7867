"""eSpeak's symbols brought to the study's; the library itself where its optional package is installed."""

from __future__ import annotations

import pytest

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.phonology.g2p import Espeak, espeak_is_installed, espeak_to_ipa


@pytest.mark.parametrize(
    ("text", "word", "phonemes"),
    [
        ("kˈæt", "cat", "k æ t"),
        ("tʃˈɜːtʃ", "church", "tʃ ɝ tʃ"),
        ("dʒˈʌdʒ", "judge", "dʒ ʌ dʒ"),
        ("wˈɔːɾɚ", "water", "w ɔ t ɝ"),
        ("lˈædɚ", "ladder", "l æ d ɝ"),
        ("lˈæɾɚ", "ladder", "l æ d ɝ"),
        ("ɚɹˈaʊnd", "around", "ə ɹ aʊ n d"),
        ("hˈɜːɹi", "hurry", "h ɝ ɹ i"),
        ("bˈʌʔn̩", "button", "b ʌ t ə n"),
        ("fˈaɪɚ", "fire", "f aɪ ɝ"),
        ("nˈoːɹθ", "north", "n ɔ ɹ θ"),
        ("ɡˈoʊ", "go", "ɡ oʊ"),
        ("bˈɔɪ", "boy", "b ɔɪ"),
        ("kˈɑːɹ", "car", "k ɑ ɹ"),
        ("ɐbˈaʊt", "about", "ə b aʊ t"),
        ("ˈɛɡz", "eggs", "ɛ ɡ z"),
    ],
)
def test_symbols(text: str, word: str, phonemes: str) -> None:
    assert espeak_to_ipa(text, word) == tuple(phonemes.split())


def test_an_unknown_symbol_is_no_transcription() -> None:
    assert espeak_to_ipa("kʘt", "cat") is None
    assert espeak_to_ipa("", "") is None


@pytest.mark.skipif(espeak_is_installed(), reason="eSpeak NG is installed")
def test_without_the_optional_package_the_text_says_how_to_get_it() -> None:
    with pytest.raises(MissingInput, match=r"pip install \"stimfid\[g2p\]\""):
        Espeak()


@pytest.mark.skipif(not espeak_is_installed(), reason="the optional extra g2p is not installed")
def test_words_are_transcribed_one_by_one() -> None:
    espeak = Espeak()
    assert espeak.name.startswith("eSpeak NG 1.")
    found = espeak.transcribe(["cat", "Knight", "hot dog", "r2d2"])
    assert found == [("k", "æ", "t"), ("n", "aɪ", "t"), None, None]
