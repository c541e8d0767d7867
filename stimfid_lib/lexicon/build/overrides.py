"""What a person decided about pronunciations: two files of lines, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build.arpabet import Pronunciation, arpabet_to_ipa, once
from stimfid_lib.lexicon.build.convention import agree_by_convention

ACTIONS = ("choose", "add", "replace")
HETERONYM = "heteronym"


@dataclass(frozen=True)
class Override:
    """A primary pronunciation that a person decided, with the reason.

    `action` is `choose` (one of the dictionary's own), `add` (it comes first, the dictionary's stay as variants),
    `replace` (the dictionary's are faulty and go) or `heteronym` (as `add`, with the other readings in `further`).
    """

    word: str
    spoken: Pronunciation
    action: str
    reason: str
    further: tuple[Pronunciation, ...] = ()

    def order(self, variants: tuple[Pronunciation, ...]) -> tuple[Pronunciation, ...]:
        """Return the word's pronunciations, the decided one first.

        Raises:
            Refused: the dictionary does not list what was to be chosen.
        """
        if self.action == "replace":
            return (self.spoken,)
        if self.action == "choose" and not any(one.phonemes == self.spoken.phonemes for one in variants):
            listed = ", ".join("|".join(one.phonemes) for one in variants)
            raise Refused(f"overrides.txt, {self.word!r}: not among the dictionary's variants, which are {listed}")
        readings = (self.spoken, *self.further)
        if self.action == HETERONYM:
            readings = tuple(_as_listed(reading, variants) for reading in readings)
        return once((*readings, *variants))


def _as_listed(reading: Pronunciation, variants: tuple[Pronunciation, ...]) -> Pronunciation:
    """The dictionary's own writing of a reading, where it lists one of as many syllables that is the same by
    convention.
    """
    if any(one.phonemes == reading.phonemes for one in variants):
        return reading
    alike = (one for one in variants if len(one.stress) == len(reading.stress) and agree_by_convention(one, reading))
    return next(alike, reading)


def load_overrides() -> Mapping[str, Override]:
    """Read `overrides.txt` and `heteronyms.txt`.

    A line of the first is word, choose, add or replace, ARPAbet and reason; of the second word, ARPAbet of the
    commonest reading, ARPAbet of the others (divided by ` / `) and reason; all divided by tabs.

    Raises:
        Refused: a line lacks a part, or a word stands twice, in one file or in both.
    """
    overrides: dict[str, Override] = {}
    for where, fields in _lines("overrides.txt", "`word<TAB>choose, add or replace<TAB>ARPAbet<TAB>reason`"):
        word, action, symbols, reason = fields
        if action not in ACTIONS or word in overrides:
            raise Refused(f"{where}: {word!r} must have one of {', '.join(ACTIONS)}, and each word stands once")
        overrides[word] = Override(word, arpabet_to_ipa(symbols.split()), action, reason)
    for where, fields in _lines("heteronyms.txt", "`word<TAB>ARPAbet<TAB>ARPAbet / ARPAbet<TAB>reason`"):
        word, first, others, reason = fields
        if word in overrides:
            raise Refused(f"{where}: {word!r} stands already in overrides.txt or above; each word stands once")
        spoken, *further = (arpabet_to_ipa(symbols.split()) for symbols in (first, *others.split(" / ")))
        overrides[word] = Override(word, spoken, HETERONYM, reason, tuple(further))
    return overrides


def _lines(name: str, form: str) -> Iterator[tuple[str, list[str]]]:
    """The four fields of each line of a file, and where it stands."""
    text = (resources.files(__package__) / name).read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) != 4 or not all(fields):
            raise Refused(f"{name}, line {number}: {line!r} must be {form}")
        yield f"{name}, line {number}", fields
