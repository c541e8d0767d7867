"""Small words that every wording needs: numerals, lists, syllables, which variant."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.pools import THEMES

NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def numeral(number: int) -> str:
    """Write a whole number up to ten in words, a larger one in digits."""
    return NUMERALS[number] if 0 <= number < len(NUMERALS) else str(number)


def decimal(number: float) -> str:
    """Write a bound with all the digits that it has and no more: 6.05, 21, 2.9."""
    return str(int(number)) if number == int(number) else repr(float(number))


def joined(parts: Sequence[str], last: str = "and") -> str:
    """Join as people write: "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def sentences(*parts: str) -> str:
    """Join the sentences that are not empty with single spaces."""
    return " ".join(part for part in parts if part)


def capitalised(text: str) -> str:
    """Capitalise the first letter and leave the rest (Minecraft, CCVC) alone."""
    return text[:1].upper() + text[1:]


def variant(cell: Cell, count: int) -> int:
    """Which of `count` wordings a cell gets: sha256 of its id, so that no state and no order decides."""
    return int.from_bytes(hashlib.sha256(cell.cell_id.encode()).digest()[:8], "big") % count


def theme_of(cell: Cell) -> str | None:
    """The child's theme of a cell: one in every third cell of A1 and A2, which one by the sha256 of the id."""
    if cell.family not in ("A1", "A2") or cell.number % 3:
        return None
    return THEMES[hashlib.sha256(cell.cell_id.encode()).digest()[-1] % len(THEMES)]


def only(cell: Cell, *kinds: str) -> Constraint | None:
    """The cell's constraint of one of these kinds, None where it has none."""
    return next((constraint for constraint in cell.constraints if constraint.kind in kinds), None)


def bands(cell: Cell) -> list[Constraint]:
    """The cell's norm bands, in their order."""
    return [constraint for constraint in cell.constraints if constraint.kind == "norm_band"]


def level(band: Constraint) -> str:
    """`low` for a band with only an upper bound, else `high`."""
    return "low" if band.params["min"] is None else "high"


def syllables(cell: Cell) -> tuple[int, int] | None:
    """Smallest and largest number of syllables asked for, None where any will do."""
    if cell.contrast is not None:
        asked = cell.contrast.syllables
        return None if asked is None else (asked, asked)
    found = only(cell, "syllable_count")
    return None if found is None else (found.params["min"], found.params["max"])


def syllables_before(span: tuple[int, int], *, digits: bool = False) -> str:
    """Before a noun: "two-syllable", "2-syllable", "one- or two-syllable"."""
    write = str if digits else numeral
    low, high = (write(number) for number in span)
    return f"{low}-syllable" if low == high else f"{low}- or {high}-syllable"


def syllables_after(span: tuple[int, int], *, digits: bool = True) -> str:
    """After a verb: "2 syllables", "1 or 2 syllables", "1 syllable"."""
    write = str if digits else numeral
    low, high = span
    count = write(low) if low == high else f"{write(low)} or {write(high)}"
    return f"{count} syllable{'' if high == 1 else 's'}"


def conditions(noun: str, listed: Sequence[str]) -> list[str]:
    """A heading and one line a condition; nothing where there is no condition."""
    if not listed:
        return []
    heading = {1: "this condition", 2: "both of these conditions"}.get(len(listed), "all of these conditions")
    return [f"Every {noun} must meet {heading}:", *(f"- {condition}" for condition in listed)]


RHOTIC_NOTES = {
    "ɹ": 'Here /ɹ/ is the consonant of "red" and "car"; the vowel /ɝ/ of "her" and "teacher" is a different sound.',
    "ɝ": 'Here /ɝ/ is the vowel of "her" and of the last syllable of "teacher"; the /ɹ/ of "red" and "car" is a '
    "different sound.",
}


def rhotic_notes(phonemes: Collection[str]) -> list[str]:
    """Sentences that say which r is meant: transcription systems differ over r-colored vowels."""
    return [note for phoneme, note in RHOTIC_NOTES.items() if phoneme in phonemes]
