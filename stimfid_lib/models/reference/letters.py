"""How a reader who goes by letters takes a request for sounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.spelled import SPELLINGS, spelled_cluster

SOUND_KINDS = frozenset({"phoneme_at", "contains_phoneme", "cluster_at", "cv_shape"})
"""The kinds that this reader takes by letters; all others (length, norms) are no matter of sounds."""

_VOWEL_LETTERS = frozenset("aeiou")
_NAMED = {"ɡ": "g", "ʒ": "s"}  # the prompts say "hard g" and "zh", by which no word is spelled
_ALSO: dict[str, tuple[str, ...]] = {
    "k": ("c",),  # 67 % of all k
    "s": ("c",),  # 13 %
    "ʃ": ("ti",),  # 45 %, before a vowel letter: "nation"
    "tʃ": ("tu",),  # 22 %: "nature"
    "dʒ": ("g",),  # 62 %
    "z": ("s",),  # 92 %
    "ŋ": ("n",),  # 14 %: "think"
    "j": ("i",),  # 44 %: "onion"
    "ɝ": ("or", "ur"),  # 11 % each
}
"""Further letters that spell a sound at least one time in ten, doubled letters and a silent e not told apart. Counted
over the 20,000 most frequent words of the open lexicon, letters aligned with sounds by expectation maximisation; m b
p d n t f v θ ð h l ɹ have no second spelling as frequent as that (f: "ph" 8 %). "qu" (12 % of w) spells two sounds."""


def letters_of(phoneme: str) -> tuple[str, ...]:
    """The letters that spell a sound: first those by which the study's naive prompts name it, then other usual ones.

    k is "k" and "c", ʃ "sh" and "ti", θ and ð both "th", m "m".

    Raises:
        Refused: a vowel, which no prompt names by letters (ɝ apart, which is "er").
    """
    if phoneme not in SPELLINGS:
        raise Refused(f"no letters for /{phoneme}/: the spelling floor knows {' '.join(SPELLINGS)}")
    return (_NAMED.get(phoneme, SPELLINGS[phoneme].letters), *_ALSO.get(phoneme, ()))


def without_silent_e(word: str) -> str:
    """Drop an e at the end that follows a consonant letter and another vowel letter: "make" is mak, "the" stays."""
    stem = word[:-1]
    silent = word.endswith("e") and stem[-1:] not in _VOWEL_LETTERS and _VOWEL_LETTERS.intersection(stem)
    return stem if silent else word


def place_of(word: str, start: int, end: int) -> str:
    """Where letters `start` to `end` of a word stand: initial, final (a silent e does not count) or medial."""
    if start == 0:
        return "initial"
    return "final" if end >= len(without_silent_e(word)) else "medial"


def places(word: str, letters: str) -> Iterable[tuple[int, int]]:
    """Start and end of every occurrence of some letters in a word."""
    start = word.find(letters)
    while start >= 0:
        yield start, start + len(letters)
        start = word.find(letters, start + 1)


def letter_shape(word: str) -> str:
    """C and V over letters, silent e left out; y is a consonant at the start only ("ship" CCVC, "back" CVCC)."""
    stem = without_silent_e(word)
    return "".join(
        "V" if letter in _VOWEL_LETTERS or (letter == "y" and index) else "C" for index, letter in enumerate(stem)
    )


def reading(constraint: Constraint) -> Callable[[str], bool]:
    """Return the test by which this reader takes a constraint: do a word's letters do what is asked of its sounds?

    Raises:
        Refused: a constraint that is no matter of sounds (not in `SOUND_KINDS`).
    """
    asked = constraint.params
    match constraint.kind:
        case "contains_phoneme":
            return _holds(letters_of(asked["phoneme"]), None)
        case "phoneme_at":
            return _holds(letters_of(asked["phoneme"]), asked["position"])
        case "cluster_at":
            return _holds((spelled_cluster(asked["phonemes"]),), asked["position"])
        case "cv_shape":
            shape: str = asked["shape"]
            return lambda word: len(word) in (len(shape), len(shape) + 1) and letter_shape(word) == shape
        case _:
            raise Refused(f"{constraint.kind} is no matter of letters: allowed are {', '.join(sorted(SOUND_KINDS))}")


def _holds(spellings: tuple[str, ...], position: str | None) -> Callable[[str], bool]:
    if position == "initial":
        return lambda word: word.startswith(spellings)
    if position is None:
        return lambda word: any(letters in word for letters in spellings)
    return lambda word: any(
        place_of(word, start, end) == position for letters in spellings for start, end in places(word, letters)
    )
