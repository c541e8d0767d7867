"""One convention for two dictionaries: what they write differently without meaning another pronunciation."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from stimfid_lib.lexicon.build.arbiter import TAP
from stimfid_lib.lexicon.build.arpabet import Pronunciation
from stimfid_lib.phonology.ipa import DIPHTHONGS, is_vowel

CONVENTIONS: Mapping[str, str] = MappingProxyType(
    {
        "schwa": "ʌ and ə are one vowel, told apart by stress alone",
        "cot-caught": "ɔ and ɑ are one vowel, as in half of American speech",
        "reduction": "an unstressed vowel inside a word may be ə (*rabbit*), and so may a short one or i with "
        "secondary stress",
        "syllabic": "ə before l, n, m, ɹ or w, not at the beginning, need not be written (*certain*, *chocolate*)",
        "before r": "before ɹ, i is ɪ, u is ʊ and æ is ɛ (*here*, *poor*, *carry*)",
        "vocalic r": "ɝ after a diphthong or before a vowel is ɹ (*fire*, *hurry*)",
        "glide": "u, ʊ, ə or oʊ before a vowel is w, i is j, unless stressed (*actually*, *alien*); "
        "w and j between a vowel of their own kind and another need not be written (*beyond*)",
        "nsh": "tʃ after n may be ʃ (*mention*)",
        "doubled": "a consonant written twice is one (*roommate*)",
    }
)
"""The differences that say nothing of the pronunciation meant, by name; each is counted by `primary.agreement`."""

Sound = frozenset[str]
"""The symbols that a folded sound may be written with; the empty one says that it need not be written."""

_CLASSES = {"schwa": {"ʌ": "ə"}, "cot-caught": {"ɔ": "ɑ"}, "before r": {"i": "ɪ", "u": "ʊ", "æ": "ɛ"}}
_MAY_WEAKEN = frozenset("ɪɛæʌɔɑʊəi")
_UNWRITTEN: Sound = frozenset({""})
_TAPPED = frozenset("td")
_SONORANTS = frozenset("lnmɹw")
_ROUND = frozenset({"u", "ʊ", "ə", "oʊ"})
_BEFORE_W, _BEFORE_J = frozenset({"u", "ʊ", "oʊ", "aʊ"}), frozenset({"i", "ɪ", "eɪ", "aɪ", "ɔɪ"})


def same_sound(one: Sound, other: Sound) -> bool:
    """Tell whether two sounds share a symbol, or are a tap beside t or d."""
    if (one & other) - _UNWRITTEN:
        return True
    return (TAP in one and bool(other & _TAPPED)) or (TAP in other and bool(one & _TAPPED))


def agree(one: Sequence[Sound], other: Sequence[Sound]) -> bool:
    """Tell whether two sequences are the same sound for sound, sounds that need not be written apart."""
    return edit_distance(one, other) == 0


def unfolded(spoken: Pronunciation) -> tuple[Sound, ...]:
    """Write a pronunciation as it stands, one symbol a sound."""
    return tuple(frozenset((phoneme,)) for phoneme in spoken.phonemes)


@functools.cache
def fold(spoken: Pronunciation, off: str = "") -> tuple[Sound, ...]:
    """Write a pronunciation on the common convention; for comparing dictionaries only, never for the tables.

    Each sound is the set of symbols that it may be written with under `CONVENTIONS`. `off` names one of them that is
    left out, so that the words which rest on it can be counted.
    """
    sounds = _marked(spoken)
    if off != "glide":
        sounds = _without_written_glides(sounds)
    out: list[Sound] = []
    for index, (phoneme, digit) in enumerate(sounds):
        following = sounds[index + 1][0] if index + 1 < len(sounds) else ""
        previous = sounds[index - 1][0] if index else ""
        sound = _folded(phoneme, previous, following, digit, off)
        if phoneme == "ɝ" and following == "ɹ" and off != "vocalic r":
            continue
        if index and digit == "0" and "ə" in sound and following in _SONORANTS and off != "syllabic":
            sound |= _UNWRITTEN
        if off != "doubled" and out and out[-1] == sound and not is_vowel(phoneme):
            continue
        out.append(sound)
    return tuple(out)


def _marked(spoken: Pronunciation) -> list[tuple[str, str]]:
    """Phonemes with the stress digit of each vowel; a word's only vowel is stressed, whatever the dictionary says."""
    digits = iter(spoken.stress if len(spoken.stress) > 1 else "1")
    return [(phoneme, next(digits) if is_vowel(phoneme) else "") for phoneme in spoken.phonemes]


def _without_written_glides(sounds: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Leave out w and j between a vowel of their own kind and another vowel."""
    kept: list[tuple[str, str]] = []
    for index, (phoneme, digit) in enumerate(sounds):
        following = sounds[index + 1][0] if index + 1 < len(sounds) else ""
        kin = {"w": _BEFORE_W, "j": _BEFORE_J}.get(phoneme, frozenset())
        weak_w = phoneme == "w" and kept and kept[-1] == ("ə", "0")
        if not (is_vowel(following) and kept and (kept[-1][0] in kin or weak_w)):
            kept.append((phoneme, digit))
    return kept


def _folded(phoneme: str, previous: str, following: str, digit: str, off: str) -> Sound:
    """The symbols for one sound between its neighbours."""
    if not is_vowel(phoneme):
        merged = phoneme == "tʃ" and previous == "n" and off != "nsh"
        return frozenset({"tʃ", "ʃ"} if merged else {phoneme})
    if phoneme == "ɝ":
        consonantal = off != "vocalic r" and (previous in DIPHTHONGS or is_vowel(following))
        return frozenset({"ɹ"} if consonantal else {"ɝ"})
    if previous and digit != "1" and off != "glide" and is_vowel(following):
        if phoneme in _ROUND:
            return frozenset("w")
        if phoneme == "i":
            return frozenset("j")
    return _vowel(phoneme, following, digit, off)


def _vowel(phoneme: str, following: str, digit: str, off: str) -> Sound:
    if following == "ɹ" and off != "before r":
        phoneme = _CLASSES["before r"].get(phoneme, phoneme)
    symbol = phoneme
    for name in ("schwa", "cot-caught"):
        if name != off:
            symbol = _CLASSES[name].get(symbol, symbol)
    weak = digit == "0" or (digit == "2" and phoneme in _MAY_WEAKEN)
    return frozenset({symbol, "ə"}) if weak and following and off != "reduction" else frozenset((symbol,))


def edit_distance(one: Sequence[Sound], other: Sequence[Sound]) -> int:
    """Return how many sounds must be added, removed or changed to turn one sequence into the other.

    A sound that need not be written costs nothing to add or remove.
    """
    if len(one) == len(other) and all(map(same_sound, one, other)):
        return 0
    costs = [int("" not in sound) for sound in other]
    row = [0]
    for cost in costs:
        row.append(row[-1] + cost)
    for left in one:
        diagonal, row[0] = row[0], row[0] + int("" not in left)
        for j, right in enumerate(other, start=1):
            changed = diagonal + (not same_sound(left, right))
            diagonal, row[j] = row[j], min(changed, row[j] + int("" not in left), row[j - 1] + costs[j - 1])
    return row[-1]


Compare = Callable[[Pronunciation, Pronunciation], bool]


def agree_strictly(one: Pronunciation, other: Pronunciation) -> bool:
    """Tell whether all phonemes are the same (a tap is its t or d)."""
    if one.phonemes == other.phonemes:
        return True
    pairs = zip(one.phonemes, other.phonemes, strict=False)
    return len(one.phonemes) == len(other.phonemes) and all(a == b or _tapped(a, b) for a, b in pairs)


def _tapped(one: str, other: str) -> bool:
    return TAP in (one, other) and {one, other} <= {TAP, "t", "d"}


def agree_by_convention(one: Pronunciation, other: Pronunciation, off: str = "") -> bool:
    """Tell whether two pronunciations are the same on the common convention, or on it without the part `off`."""
    return agree_strictly(one, other) or agree(fold(one, off), fold(other, off))


def agree_in_consonants(one: Pronunciation, other: Pronunciation) -> bool:
    """Tell whether the consonants are the same, in their order, on the common convention."""
    if agree_by_convention(one, other):
        return True
    return agree(*([sound for sound in fold(spoken) if not _is_vowel(sound)] for spoken in (one, other)))


def agree_at_edges(one: Pronunciation, other: Pronunciation) -> bool:
    """Tell whether first and last sound are the same on the common convention: what position constraints rest on."""
    return agree_strictly(one, other) or agree(*((folded[0], folded[-1]) for folded in (fold(one), fold(other))))


def _is_vowel(sound: Sound) -> bool:
    """ɝ counts as a consonant here: its r is one to a clinician."""
    return any(is_vowel(symbol) and symbol != "ɝ" for symbol in sound)
