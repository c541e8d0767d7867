"""What letters and names of sounds can mean: the table by which clinicians' spellings are read."""

from __future__ import annotations

import re
from collections.abc import Mapping

from stimfid_lib.lexicon.spelled import SPELLINGS, VOWELS

KEY_WORDS = {
    **{phoneme: re.findall(r'"(\w+)"', spelling.like) for phoneme, spelling in (SPELLINGS | VOWELS).items()},
    "θ": ["thumb", "think", "thin", "bath", "three", "voiceless", "unvoiced"],
    "ð": ["this", "that", "the", "them", "mother", "voiced"],
    "dʒ": ["jump", "gem", "juice"],
    "ɡ": ["go", "gum", "girl"],
    "k": ["cat", "key"],
    "s": ["sun", "city", "bus"],
    "ɹ": ["red", "car", "run"],
    "ɑ": ["hot", "father"],
    "aʊ": ["cow", "out"],
    "oʊ": ["boat", "bone", "snow"],
    "u": ["moon", "flute", "soup"],
    "ʌ": ["cup", "uh-oh"],
    "i": ["see", "ski", "me"],
    "eɪ": ["cake"],
    "aɪ": ["bike"],
    "ʊ": ["book"],
}
"""Words by which a reading of some letters can be picked; the first of each names it."""

_NAMES: dict[str, str] = {
    letters.replace("+", " "): phoneme
    for phoneme, more in {
        "ɡ": "g",
        "dʒ": "soft+g dg dge ge",
        "k": "hard+c ck",
        "s": "soft+c",
        "f": "ph",
        "w": "wh",
        "tʃ": "tch",
        "l": "dark+l light+l",
        "ð": "dh voiced+th",
        "θ": "voiceless+th unvoiced+th",
        "ɹ": "consonantal+r consonant+r",
        "ɝ": "ir ur vocalic+r r-colored+vowel",
        "i": "ee ea",
        "eɪ": "ay ai",
        "oʊ": "oa",
        "aɪ": "igh",
        "ɔɪ": "oi",
        "ɑ": "ah",
        "ɔ": "au",
        "u": "long+u ew",
    }.items()
    for letters in more.split()
}
_SEVERAL: dict[str, str] = {
    "th": "θ ð",
    "j": "dʒ j",  # the letter, and the symbol of "yes"
    "c": "k s",
    "a": "æ eɪ ɑ",
    "e": "ɛ i eɪ",
    "i": "ɪ aɪ i",
    "o": "ɑ oʊ",
    "u": "ʌ u",
    "oo": "u ʊ",
    "ow": "aʊ oʊ",
    "ou": "aʊ u",
    "uh": "ʌ ə",
}
"""Letters with more than one reading, which are asked back, never guessed."""

SEQUENCES: dict[str, str] = {
    "qu": "k w",
    "q": "k w",
    "squ": "s k w",
    "x": "k s",
    "sch": "s k",
    "nk": "ŋ k",
    "th": "θ",  # ð is in no cluster at the edge of a word of English but in breathed, breathes
    "c": "k",
    "j": "dʒ",
    "ar": "ɑ ɹ",
    "or": "ɔ ɹ",
    "air": "ɛ ɹ",
    "ear": "ɪ ɹ",
}
"""Letters that spell several sounds, or that have one reading inside a cluster."""


def _readings() -> dict[str, tuple[str, ...]]:
    table = {spelling.letters: (phoneme,) for phoneme, spelling in (SPELLINGS | VOWELS).items()}
    table |= {letters: (phoneme,) for letters, phoneme in _NAMES.items()}
    return table | {letters: tuple(phonemes.split()) for letters, phonemes in _SEVERAL.items()}


READINGS: Mapping[str, tuple[str, ...]] = _readings()
"""Letters or sound names -> the phonemes that they may stand for; more than one is asked back."""
