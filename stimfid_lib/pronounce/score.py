"""A word's score from what was heard: how near each phoneme came, and whether the word counts as said right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from stimfid_lib.base.errors import Refused
from stimfid_lib.phonology.align import AlignedPosition, Insertion, align_wper
from stimfid_lib.phonology.ipa import to_ipa

VARIANT_ERROR_THRESHOLD = 0.112
"""Distance at or over which a substitution makes a word an `error`: the midpoint of 0.102, the 75th percentile of
variants, and 0.122, the 25th of errors. It comes from another set of vectors; `calibration` shows what it separates
here."""
THRESHOLD_BASIS: Literal["l1_agnostic"] = "l1_agnostic"

WordClass = Literal["variant", "error"]


@dataclass(frozen=True, slots=True)
class PronunciationScore:
    """One word's score; `overall_score` runs from 0 to 1, and 1 says that what was heard equals what was meant.

    The class rests on what a recogniser heard, with its mistakes: see the false-flag rate in docs/pronounce.md before a
    person acts on it.
    """

    per_position: tuple[AlignedPosition, ...]
    insertions: tuple[Insertion, ...]
    overall_score: float
    variant_vs_error_class: WordClass
    threshold_basis: Literal["l1_agnostic"] = THRESHOLD_BASIS


def score_pronunciation(
    canonical: Sequence[str], produced: Sequence[str], *, threshold: float = VARIANT_ERROR_THRESHOLD
) -> PronunciationScore:
    """Score produced phonemes against canonical ones.

    The word is an `error` if a phoneme is left out or replaced by one at `threshold` or farther, else a `variant`:
    added phonemes lower the score and never make an error. Other spellings of a phoneme (g, r, tie bars) are written as
    the study writes them; a produced symbol that names no phoneme stays and has distance 1.

    Raises:
        Refused: a canonical symbol names no phoneme, or the threshold lies outside 0 to 1.
    """
    if not 0 <= threshold <= 1:
        raise Refused(f"threshold = {threshold}: distances run from 0 to 1")
    aligned = align_wper([to_ipa(symbol) for symbol in canonical], [spelled(symbol) for symbol in produced])
    return PronunciationScore(
        aligned.per_position,
        aligned.insertions,
        min(1.0, max(0.0, 1.0 - aligned.wper)),
        word_class(aligned.per_position, threshold),
    )


def word_class(rows: Sequence[AlignedPosition], threshold: float = VARIANT_ERROR_THRESHOLD) -> WordClass:
    """`error` if any row is a deletion or a substitution at `threshold` or farther."""
    wrong = any(row.op == "del" or (row.op == "sub" and row.cos_dist >= threshold) for row in rows)
    return "error" if wrong else "variant"


def spelled(symbol: str) -> str:
    """The study's spelling of a phoneme; a symbol that names none stays as it is."""
    try:
        return to_ipa(symbol)
    except Refused:
        return symbol
