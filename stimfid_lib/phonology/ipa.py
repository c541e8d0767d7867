"""IPA as the study writes it: one symbol per English phoneme, one spelling per symbol."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from stimfid_lib.base.errors import Refused

CONSONANTS = tuple("p b t d k ɡ tʃ dʒ f v θ ð s z ʃ ʒ h m n ŋ l ɹ w j".split())
MONOPHTHONGS = tuple("i ɪ ɛ æ ɑ ɔ ʊ u ʌ ə ɝ".split())
DIPHTHONGS = tuple("eɪ aɪ ɔɪ aʊ oʊ".split())
VOWELS = MONOPHTHONGS + DIPHTHONGS
PHONEMES = CONSONANTS + VOWELS
"""The 40 phonemes of General American that tables may hold: 24 consonants, 11 monophthongs, 5 diphthongs."""

_KNOWN = frozenset(PHONEMES)
_VOWELS = frozenset(VOWELS)
_TIE_BARS = str.maketrans("", "", "\u0361\u035c")
_SAME = {
    "g": "ɡ",  # ASCII g, U+0067
    "r": "ɹ",
    "ʧ": "tʃ",
    "ʤ": "dʒ",
    "ɚ": "ɝ",  # one vocalic r, stressed or not
    "ɜɹ": "ɝ",
    "əɹ": "ɝ",
    "e": "eɪ",
    "o": "oʊ",
    "a": "ɑ",
    "ɐ": "ʌ",
    "ɫ": "l",
    "ʍ": "w",
}


def to_ipa(symbol: str) -> str:
    """Return the study's spelling of one phoneme symbol.

    Accepts canonical symbols and the usual other spellings of the same phoneme: ASCII g and r, ligature or
    tie-barred affricates, ɚ for ɝ, e and o for eɪ and oʊ, surrounding slashes, stress and length marks.

    Raises:
        Refused: the symbol names no phoneme of the inventory `PHONEMES`.
    """
    bare = unicodedata.normalize("NFC", symbol).strip().strip("/[]").translate(_TIE_BARS)
    bare = bare.replace("ˈ", "").replace("ˌ", "").replace("ː", "")
    bare = _SAME.get(bare, bare)
    if bare not in _KNOWN:
        raise Refused(f"unknown phoneme symbol {symbol!r}: allowed are {' '.join(PHONEMES)}")
    return bare


def is_vowel(phoneme: str) -> bool:
    """Tell whether a canonical phoneme is a vowel (diphthongs and ɝ included)."""
    return phoneme in _VOWELS


def parse_phonemes(text: str) -> tuple[str, ...]:
    """Read the tables' form `|k|æ|t|` into canonical phonemes; outer bars are optional.

    Raises:
        Refused: a symbol names no phoneme.
    """
    return tuple(to_ipa(part) for part in text.strip().strip("|").split("|") if part.strip())


def format_phonemes(phonemes: Iterable[str]) -> str:
    """Write phonemes in the tables' form: `|k|æ|t|`."""
    return "|" + "|".join(phonemes) + "|"


def cv_shape(phonemes: Iterable[str]) -> str:
    """Consonant-vowel shape over phonemes: a diphthong is one V, an affricate one C ("stop" -> CCVC)."""
    return "".join("V" if is_vowel(phoneme) else "C" for phoneme in phonemes)


def syllable_count(phonemes: Iterable[str]) -> int:
    """Number of syllables, counted as vowels."""
    return sum(is_vowel(phoneme) for phoneme in phonemes)
