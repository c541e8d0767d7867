"""A2, clusters and complexity: blends at an edge, CCVC and CVCC words, long words with a target sound."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.families.bands import Band, band_slots, norm_band
from stimfid_lib.suite.families.draft import Draft
from stimfid_lib.suite.pools import (
    A2_CLUSTER_SYLLABLES,
    A2_LONG,
    A2_TARGETS,
    FINAL_CLUSTERS,
    INITIAL_CLUSTERS,
    SHAPES,
    WORDS_PER_LIST,
    Syllables,
)

_PLACED = (*(("initial", cluster) for cluster in INITIAL_CLUSTERS), *(("final", cluster) for cluster in FINAL_CLUSTERS))


def drafts(lex: Lexicon) -> Iterator[Draft]:
    """Tier 1: a cluster at the beginning of words of one or two syllables; tier 2: one at their end, or a CCVC or CVCC
    word with a given sound; tier 3: words of three syllables or more, or any of these in words learned early.
    """
    for age in (None, norm_band(lex, "aoa", "low")):
        for (position, cluster), span in product(_PLACED, A2_CLUSTER_SYLLABLES):
            yield _cluster(lex, position, cluster, span, age)
        for shape, target in product(SHAPES, A2_TARGETS):
            slots: dict[str, Any] = {"shape": shape, "target": target}
            scored = (Constraint("cv_shape", {"shape": shape}), Constraint("contains_phoneme", {"phoneme": target}))
            yield _draft(lex, 3 if age else 2, slots, scored, age, target)
        for target in A2_TARGETS:
            slots = {"target": target, "syllables": list(A2_LONG)}
            scored = (Constraint("contains_phoneme", {"phoneme": target}), _length(A2_LONG))
            yield _draft(lex, 3, slots, scored, age, target)


def _length(span: Syllables) -> Constraint:
    return Constraint("syllable_count", {"min": span[0], "max": span[1]})


def _cluster(lex: Lexicon, position: str, cluster: tuple[str, ...], span: Syllables, age: Band | None) -> Draft:
    slots = {"cluster": list(cluster), "position": position, "syllables": list(span)}
    scored = (Constraint("cluster_at", {"phonemes": cluster, "position": position}), _length(span))
    tier = 3 if age or span[1] >= 3 else 1 if position == "initial" else 2
    return _draft(lex, tier, slots, scored, age, f"{position} {''.join(cluster)}")


def _draft(
    lex: Lexicon, tier: int, slots: dict[str, Any], scored: tuple[Constraint, ...], age: Band | None, covers: str
) -> Draft:
    return Draft(
        "A2",
        tier,
        slots | band_slots(lex, [age] if age else []),
        (*scored, *([age.constraint] if age else [])),
        list_length=WORDS_PER_LIST,
        covers=covers,
    )
