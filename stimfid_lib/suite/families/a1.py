"""A1, structural lists: a sound, its place, the length of the word, and whether it must be learned early."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.families.bands import Band, band_slots, norm_band
from stimfid_lib.suite.families.draft import Draft
from stimfid_lib.suite.pools import (
    A1_PHONEMES,
    A1_POSITIONS,
    A1_SYLLABLES,
    EARLY,
    LATE,
    VOCALIC_R,
    WORDS_PER_LIST,
    Syllables,
)


def drafts(lex: Lexicon) -> Iterator[Draft]:
    """Every combination of A1's pools.

    A medial sound is not crossed with one syllable: inside a monosyllable a consonant stands only in a cluster
    (the p of "spoon"), which no clinician calls medial position and which is family A2's matter.
    """
    early = norm_band(lex, "aoa", "low")
    for phoneme in A1_PHONEMES:
        positions = ("any",) if phoneme == VOCALIC_R else A1_POSITIONS
        for position, span, age in product(positions, A1_SYLLABLES, (None, early)):
            if position == "medial" and span == (1, 1):
                continue
            yield _draft(lex, phoneme, position, span, age)


def tier(phoneme: str, position: str, span: Syllables, *, aged: bool) -> int:
    """Tier 3: three syllables, words learned early, or a late sound in the middle or at the end; tier 1: an early sound
    at the beginning of a shorter word; tier 2: all else.
    """
    if span[1] >= 3 or aged or (phoneme in LATE and position in ("medial", "final")):
        return 3
    return 1 if phoneme in EARLY and position == "initial" else 2


def _draft(lex: Lexicon, phoneme: str, position: str, span: Syllables, age: Band | None) -> Draft:
    where = (
        Constraint("contains_phoneme", {"phoneme": phoneme})
        if position == "any"
        else Constraint("phoneme_at", {"phoneme": phoneme, "position": position})
    )
    slots: dict[str, Any] = {"phoneme": phoneme, "position": position, "syllables": list(span)}
    return Draft(
        "A1",
        tier(phoneme, position, span, aged=age is not None),
        slots | band_slots(lex, [age] if age else []),
        (
            where,
            Constraint("syllable_count", {"min": span[0], "max": span[1]}),
            *([age.constraint] if age else []),
        ),
        list_length=WORDS_PER_LIST,
        covers=phoneme,
    )
