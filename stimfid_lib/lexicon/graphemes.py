"""Which letters of a word spell which of its sounds, and which letters are silent."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from stimfid_lib.lexicon.record import Phonemes
from stimfid_lib.phonology.ipa import is_vowel

_CONSONANTS = {
    letters: tuple(tuple(sounds.split("+")) for sounds in several.split())
    for letters, several in {
        "b": "b",
        "bb": "b",
        "c": "k s ʃ tʃ",
        "cc": "k k+s",
        "ce": "s ʃ",
        "ch": "tʃ k ʃ",
        "ci": "ʃ",
        "ck": "k",
        "cqu": "k+w",
        "d": "d dʒ t",
        "dd": "d",
        "dg": "dʒ",
        "dj": "dʒ",
        "ed": "t d",
        "f": "f v",
        "ff": "f",
        "g": "ɡ dʒ ʒ",
        "ge": "dʒ ʒ",
        "gg": "ɡ dʒ",
        "gh": "f ɡ",
        "gu": "ɡ ɡ+w",
        "gue": "ɡ",
        "h": "h",
        "j": "dʒ j h ʒ",
        "k": "k",
        "kk": "k",
        "l": "l",
        "le": "l ə+l",
        "ll": "l",
        "m": "m ə+m",
        "mm": "m",
        "n": "n ŋ ə+n",
        "ng": "ŋ",
        "nn": "n",
        "p": "p",
        "ph": "f p",
        "pp": "p",
        "q": "k",
        "que": "k",
        "r": "ɹ ɝ",
        "rr": "ɹ",
        "s": "s z ʃ ʒ",
        "sc": "s ʃ",
        "sch": "ʃ",
        "sh": "ʃ",
        "si": "ʒ ʃ",
        "ss": "s z ʃ",
        "ssi": "ʃ",
        "t": "t tʃ ʃ d",
        "tch": "tʃ",
        "th": "θ ð t",
        "ti": "ʃ tʃ",
        "tt": "t",
        "v": "v",
        "vv": "v",
        "w": "w",
        "wh": "w h",
        "x": "k+s ɡ+z z k k+ʃ ɡ+ʒ",
        "y": "j",
        "z": "z s ʒ",
        "zz": "z t+s",
        "i": "j",
        "e": "j",
        "o": "w+ʌ",
        "u": "w j+u j+ʊ j+ə",
        "ew": "j+u",
        "eu": "j+u",
        "ue": "j+u",
        "eau": "j+u",
    }.items()
}
"""Usual letters of consonants, of `x`, and of `u` with its glide; letters outside the table may stand for a sound too,
at a price."""

_VOWEL = re.compile(r"[aeiouy][aeiouyw]{0,3}(?:gh)?")
_VOCALIC_R = re.compile(r"(?:[aeiouy]{0,3}rr?e?)")
_SILENT = {"e": 0.3, "gh": 0.6, "h": 0.8}
_SILENT_LETTER, _UNWRITTEN, _ODD = 1.0, 1.6, 3.0
"""Prices: a letter without a sound, a sound without a letter, a letter for a sound that it does not usually spell."""


@dataclass(frozen=True, slots=True)
class Grapheme:
    """Letters of a word, where they start, and the sounds that they spell; no sound where they are silent."""

    letters: str
    start: int
    phonemes: Phonemes


@functools.lru_cache(maxsize=4096)
def graphemes(word: str, phonemes: Phonemes) -> tuple[Grapheme, ...]:
    """Cut a word into letters and the sounds they spell: knight -> (k, -), (n, n), (igh, aɪ), (t, t).

    The cheapest of all alignments under a hand-made table of English spelling, for explanations only: it is right for
    usual spellings and may be odd for borrowed ones (colonel), so no verdict rests on it.
    """
    letters = re.sub(r"[^a-z]", "", word.lower())

    @functools.cache
    def best(start: int, place: int) -> tuple[float, tuple[Grapheme, ...]]:
        if start == len(letters) and place == len(phonemes):
            return 0.0, ()
        options = []
        for end in range(start, min(start + 6, len(letters)) + 1):
            for count in (0, 1, 2):
                if place + count > len(phonemes) or (start == end and count == 0):
                    continue
                price = _price(letters[start:end], phonemes[place : place + count])
                if price is not None:
                    further, rest = best(end, place + count)
                    piece = Grapheme(letters[start:end], start, phonemes[place : place + count])
                    options.append((price + further, (piece, *rest)))
        return min(options, key=lambda option: option[0]) if options else (float("inf"), ())

    return tuple(piece for piece in best(0, 0)[1] if piece.letters)


def _price(letters: str, sounds: Phonemes) -> float | None:
    if not sounds:
        return _SILENT.get(letters, _SILENT_LETTER if len(letters) == 1 else None)
    if not letters:
        return _UNWRITTEN if len(sounds) == 1 else None
    if sounds in _CONSONANTS.get(letters, ()):
        return 0.0
    if len(sounds) > 1:
        return None
    if sounds == ("ɝ",) and _VOCALIC_R.fullmatch(letters):
        return 0.05
    if is_vowel(sounds[0]) and _VOWEL.fullmatch(letters):
        return 0.05 * len(letters)
    return _ODD if len(letters) == 1 else None
