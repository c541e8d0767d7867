"""One convention within the table: classes of words that the dictionary writes now one way, now the other."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from types import MappingProxyType

from stimfid_lib.lexicon.build.arpabet import Pronunciation, once
from stimfid_lib.phonology.ipa import is_vowel

CLASSES: Mapping[str, str] = MappingProxyType(
    {
        "fire": "aɪ or aʊ with an r of its own is two syllables (*fire*, *retire*, *hour* as *higher*, *flower*); the "
        "form with one is a variant",
        "near": "before ɹ in one part of a word i is ɪ and u is ʊ (*here* as *near*, *poor* as *tour*)",
        "wanted": "the ending of *wanted* and *wishes* has ɪ",
        "un-": "the prefix un- has ʌ",
        "camera": "ə before ɹ and another weak vowel stays in the primary form (*camera*, *different*); the form "
        "without it is a variant",
    }
)
"""The classes by name; `settle` says which of them concern a word, and the build counts them."""

_RHYME_VOWELS = frozenset({"aɪ", "aʊ"})
_PREFIXED = ("rer", "rewr", "prer", "der", "copyr", "copywr")
_NO_PREFIX = frozenset({"unless", "until", "unto"})
_SIBILANTS = frozenset("s z ʃ ʒ tʃ dʒ".split())
_NOT_BEFORE_R = frozenset("ɹ j w".split())


def settle(
    word: str, variants: tuple[Pronunciation, ...], known: Container[str]
) -> tuple[tuple[Pronunciation, ...], frozenset[str]]:
    """Bring a word's pronunciations, primary first, to the conventions of `CLASSES`; `known` are the real words.

    Returns:
        The pronunciations, each once, twins after those that the dictionary lists; and the classes that changed or
        added one.
    """
    concerned: set[str] = set()
    settled: list[Pronunciation] = []
    twins: list[Pronunciation] = []
    for spoken in variants:
        changed = spoken
        for name, rule in (("near", _near), ("wanted", _wanted), ("un-", _un), ("fire", _fire)):
            before, changed = changed, rule(word, changed, known)
            if changed != before:
                concerned.add(name)
        settled.append(changed)
    primary = settled[0]
    for name, twin in (("fire", _other_fire(word, primary, known)), ("camera", _without_schwa(primary))):
        if twin is not None and twin.phonemes not in {one.phonemes for one in settled}:
            twins.append(twin)
            concerned.add(name)
    return once((*settled, *twins)), frozenset(concerned)


def _vowel_places(spoken: Pronunciation) -> dict[int, str]:
    places = [index for index, phoneme in enumerate(spoken.phonemes) if is_vowel(phoneme)]
    return dict(zip(places, spoken.stress, strict=True))


def _replaced(spoken: Pronunciation, start: int, end: int, phonemes: tuple[str, ...], stress: str) -> Pronunciation:
    """Put other sounds in the place of some; `stress` has a digit for each vowel put in."""
    left = sum(map(is_vowel, spoken.phonemes[:start]))
    right = left + sum(map(is_vowel, spoken.phonemes[start:end]))
    return Pronunciation(
        (*spoken.phonemes[:start], *phonemes, *spoken.phonemes[end:]),
        spoken.stress[:left] + stress + spoken.stress[right:],
    )


def _near(word: str, spoken: Pronunciation, _: Container[str]) -> Pronunciation:
    stress = _vowel_places(spoken)
    for index, phoneme in enumerate(spoken.phonemes[:-1]):
        if spoken.phonemes[index + 1] != "ɹ" or phoneme not in ("i", "u"):
            continue
        prefix = phoneme == "i" and index <= 3 and word.startswith(_PREFIXED)
        if not prefix and not word.endswith("room"):
            spoken = _replaced(spoken, index, index + 1, ("ɪ" if phoneme == "i" else "ʊ",), stress[index])
    return spoken


def _wanted(word: str, spoken: Pronunciation, _: Container[str]) -> Pronunciation:
    *_, before, vowel, last = ("", "", *spoken.phonemes)
    ed = word.endswith(("ted", "ded")) and before in ("t", "d") and last == "d"
    es = word.endswith("es") and before in _SIBILANTS and last == "z"
    if vowel != "ə" or not (ed or es):
        return spoken
    place = len(spoken.phonemes) - 2
    return _replaced(spoken, place, place + 1, ("ɪ",), "0")


def _un(word: str, spoken: Pronunciation, _: Container[str]) -> Pronunciation:
    prefixed = word.startswith("un") and word not in _NO_PREFIX
    if not prefixed or spoken.phonemes[:2] != ("ə", "n"):
        return spoken
    return _replaced(spoken, 0, 1, ("ʌ",), "2")


def _rhymes(word: str, spoken: Pronunciation, known: Container[str]) -> Iterator[tuple[int, int, bool]]:
    """Places of aɪ or aʊ with an r that belongs to it: start and end of the r, and whether it is a syllable."""
    phonemes = (*spoken.phonemes, "", "")
    for index, phoneme in enumerate(spoken.phonemes):
        if phoneme not in _RHYME_VOWELS or phonemes[index + 1] not in ("ɹ", "ɝ", "ə"):
            continue
        if phonemes[index + 1] == "ɝ" and _vowel_places(spoken)[index + 1] == "0":
            yield index + 1, index + 2, True
        elif phonemes[index + 1] == "ɹ" and (not is_vowel(phonemes[index + 2]) or _base(word, known) != word):
            yield index + 1, index + 2, False
        elif phonemes[index + 1 : index + 3] == ("ə", "ɹ") and _base(word, known) != word:
            yield index + 1, index + 3, True


def _base(word: str, known: Container[str]) -> str:
    """The word that a form in -ing, -able, … of *fire*, *scour* or *power* comes from, else the word itself."""
    if word.startswith("firea"):  # firearm
        return "fire"
    for suffix in ("ing", "ings", "able", "er", "ers", "y", "ies"):
        stem = word.removesuffix(suffix)
        for base in (stem, f"{stem}e"):
            if stem != word and base in known and base.endswith(("ire", "our", "ower")):
                return base
    return word


def _set_rhyme(spoken: Pronunciation, start: int, end: int, *, two: bool) -> Pronunciation:
    vowel_follows = end < len(spoken.phonemes) and is_vowel(spoken.phonemes[end])
    r = (("ə", "ɹ") if vowel_follows else ("ɝ",)) if two else ("ɹ",)
    return _replaced(spoken, start, end, r, "0" if two else "")


def _fire(word: str, spoken: Pronunciation, known: Container[str]) -> Pronunciation:
    for start, end, is_two in reversed(list(_rhymes(word, spoken, known))):
        if not is_two:
            spoken = _set_rhyme(spoken, start, end, two=True)
    return spoken


def _other_fire(word: str, spoken: Pronunciation, known: Container[str]) -> Pronunciation | None:
    places = list(_rhymes(word, spoken, known))
    for start, end, _ in reversed(places):
        spoken = _set_rhyme(spoken, start, end, two=False)
    return spoken if places else None


def _without_schwa(spoken: Pronunciation) -> Pronunciation | None:
    """*camera* without its second vowel: ə between a consonant after the stressed vowel and ɹ with a weak vowel."""
    stress = _vowel_places(spoken)
    phonemes = spoken.phonemes
    for index in stress:
        weak = phonemes[index] == "ə" and stress[index] == "0" and phonemes[index + 1 : index + 2] == ("ɹ",)
        if not weak or stress.get(index + 2) != "0" or phonemes[index + 2] == "ɝ" or index < 2:
            continue
        before = max((place for place in stress if place < index), default=-1)
        onset = phonemes[before + 1 : index]
        if before < 0 or stress[before] != "1" or not onset or onset[-1] in _NOT_BEFORE_R:
            continue
        if onset[-1] == "l" and len(onset) > 1:
            continue
        return _replaced(spoken, index, index + 1, (), "")
    return None
