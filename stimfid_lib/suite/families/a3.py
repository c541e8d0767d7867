"""A3, contrast sets: minimal pairs, maximal oppositions, multiple oppositions, by place and length."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.suite.families.draft import Draft
from stimfid_lib.suite.pools import (
    A3_POSITIONS,
    A3_SYLLABLES,
    MAXIMAL,
    MINIMAL,
    MULTIPLE,
    PAIRS_PER_LIST,
    SETS_PER_LIST,
)

_KINDS: tuple[tuple[str, int, tuple[tuple[str, ...], ...], int], ...] = (
    ("minimal", 1, MINIMAL, PAIRS_PER_LIST),
    ("maximal", 2, MAXIMAL, PAIRS_PER_LIST),
    ("multiple", 3, MULTIPLE, SETS_PER_LIST),
)


def drafts() -> Iterator[Draft]:
    """Tier 1: minimal pairs; tier 2: maximal oppositions; tier 3: multiple oppositions; each by place and length.

    As in A1, medial place is not crossed with one syllable: such a contrast stands inside a cluster (slot - spot).
    """
    for kind, tier, contrasts, list_length in _KINDS:
        for phonemes, position, syllables in product(contrasts, A3_POSITIONS, A3_SYLLABLES):
            if position == "medial" and syllables == 1:
                continue
            slots = {"kind": kind, "phonemes": list(phonemes), "position": position, "syllables": syllables}
            yield Draft(
                "A3",
                tier,
                slots,
                contrast=Contrast(kind, phonemes, position, syllables),
                list_length=list_length,
                covers=f"{kind} {' '.join(phonemes)}",
            )
