"""One convention for two dictionaries: what they write differently without meaning another pronunciation."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from stimfid_lib.lexicon.build.arbiter import TAP
from stimfid_lib.lexicon.build.arpabet import Pronunciation
from stimfid_lib.phonology.ipa import DIPHTHONGS, is_vowel

_CLASSES = {"ɪ": "ə", "ʌ": "ə", "ɔ": "ɑ"}
_SONORANTS = frozenset("lnmɹw")


def same_sound(one: str, other: str) -> bool:
    """Tell whether two symbols may stand for the same sound: equal, or a tap beside t or d."""
    return one == other or (TAP in (one, other) and {one, other} <= {TAP, "t", "d"})


def agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether two sequences are the same sound for sound."""
    return len(one) == len(other) and all(map(same_sound, one, other))


@functools.cache
def fold(spoken: Pronunciation) -> tuple[str, ...]:
    """Write a pronunciation on the common convention; for comparing dictionaries only, never for the tables.

    - ɪ, ʌ and ə are one vowel, ɔ and ɑ are one;
    - an unstressed vowel that does not end the word is ə, whatever its colour (a monosyllable is stressed);
    - ə before l, n, m, ɹ or w, not at the beginning, is not written ("certain", "chocolate", "diamond");
    - u before a vowel is w ("actually"), ɝ after a diphthong or before a vowel is ɹ ("fire", "hurry").
    """
    vowels = [index for index, phoneme in enumerate(spoken.phonemes) if is_vowel(phoneme)]
    stressed = {index for index, digit in zip(vowels, spoken.stress, strict=True) if digit != "0" or len(vowels) == 1}
    phonemes = spoken.phonemes
    out: list[str] = []
    for index, phoneme in enumerate(phonemes):
        following = phonemes[index + 1] if index + 1 < len(phonemes) else ""
        previous = phonemes[index - 1] if index else ""
        sound = _CLASSES.get(phoneme, phoneme)
        if phoneme == "u" and is_vowel(following):
            sound = "w"
        elif phoneme == "ɝ":
            if following == "ɹ":
                continue
            sound = "ɹ" if previous in DIPHTHONGS or is_vowel(following) else "ɝ"
        elif is_vowel(phoneme) and index not in stressed and following:
            sound = "ə"
        if sound == "ə" and index and index not in stressed and following in _SONORANTS:
            continue
        out.append(sound)
    return tuple(out)


def edit_distance(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many sounds must be added, removed or changed to turn one sequence into the other."""
    if agree(one, other):
        return 0
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, start=1):
        diagonal, row[0] = row[0], i
        for j, right in enumerate(other, start=1):
            changed = diagonal + (not same_sound(left, right))
            diagonal, row[j] = row[j], min(changed, row[j] + 1, row[j - 1] + 1)
    return row[-1]


Compare = Callable[[Pronunciation, Pronunciation], bool]


def agree_strictly(one: Pronunciation, other: Pronunciation) -> bool:
    """Tell whether all phonemes are the same (a tap is its t or d)."""
    return agree(one.phonemes, other.phonemes)


def agree_by_convention(one: Pronunciation, other: Pronunciation) -> bool:
    """Tell whether two pronunciations are the same on the common convention."""
    return agree(fold(one), fold(other))


def agree_in_consonants(one: Pronunciation, other: Pronunciation) -> bool:
    """Tell whether the consonants are the same, in their order, on the common convention."""
    sides = [[sound for sound in fold(spoken) if not is_vowel(sound) or sound == "ɝ"] for spoken in (one, other)]
    return agree(*sides)


def agree_at_edges(one: Pronunciation, other: Pronunciation) -> bool:
    """Tell whether first and last sound are the same on the common convention: what position constraints rest on."""
    sides = [(folded[0], folded[-1]) for folded in (fold(one), fold(other))]
    return agree(*sides)
