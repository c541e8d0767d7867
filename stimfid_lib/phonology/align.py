"""Produced phonemes laid against canonical ones: the cheapest alignment, where near sounds cost little."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from stimfid_lib.base.errors import Refused
from stimfid_lib.phonology.features import feature_vector
from stimfid_lib.phonology.ipa import to_ipa

GAP = 1.0
"""Cost of an insertion and of a deletion: as much as a substitution by an unrelated sound."""
UNKNOWN = 1.0
"""Distance of a produced symbol that names no phoneme from every canonical phoneme."""
_EQUAL = 1e-9
"""Two costs nearer than this are a tie: the order in which distances were summed must not decide."""

Op = Literal["match", "sub", "del"]
Distance = Callable[[str, str], float]


@dataclass(frozen=True, slots=True)
class AlignedPosition:
    """One canonical phoneme and what stands there; `produced` is None for a deletion, whose `cos_dist` is 1."""

    canonical: str
    produced: str | None
    cos_dist: float
    op: Op


@dataclass(frozen=True, slots=True)
class Insertion:
    """A produced phoneme between two canonical ones; index -1 is before the first."""

    produced: str
    after_canonical_index: int


@dataclass(frozen=True, slots=True)
class AlignResult:
    """An alignment: one row a canonical phoneme in order, the added phonemes apart, and its cost.

    `wper` is the weighted phoneme error rate, cost / number of canonical phonemes: 0 for equal sequences, above 1 where
    more was added than was meant. It counts features that differ, not what a listener would mind.
    """

    per_position: tuple[AlignedPosition, ...]
    insertions: tuple[Insertion, ...]
    cost: float
    wper: float

    def produced(self) -> tuple[str, ...]:
        """The produced sequence again, read off the rows and the insertions."""
        out = [one.produced for one in self.insertions if one.after_canonical_index == -1]
        for index, row in enumerate(self.per_position):
            out += [] if row.produced is None else [row.produced]
            out += [one.produced for one in self.insertions if one.after_canonical_index == index]
        return tuple(out)


@functools.cache
def cos_dist(a: str, b: str) -> float:
    """Distance of two phonemes: clip(1 - cosine of their feature vectors, 0, 1); no unit, symmetric, 0 for the same.

    It is no metric (a triangle may be shorter by two sides) and no measure of how alike two sounds are to an ear.

    Raises:
        Refused: a symbol names no phoneme; the text names it.
    """
    if to_ipa(a) == to_ipa(b):
        return 0.0
    x, y = (np.rint(math.sqrt(2) * feature_vector(symbol)).astype(np.int64) for symbol in (a, b))
    # whole numbers under the root: the same float on every machine, and the same for (b, a)
    cosine = int(x @ y) / math.sqrt(int(x @ x) * int(y @ y))
    return min(1.0, max(0.0, 1.0 - cosine))


@functools.cache
def heard_distance(canonical: str, produced: str) -> float:
    """`cos_dist`, with 1 for a produced symbol that names no phoneme.

    Raises:
        Refused: the canonical symbol names no phoneme.
    """
    to_ipa(canonical)
    try:
        to_ipa(produced)
    except Refused:
        return UNKNOWN
    return cos_dist(canonical, produced)


def align_wper(
    canonical: Sequence[str], produced: Sequence[str], *, distance: Distance = heard_distance
) -> AlignResult:
    """Align two sequences of phonemes at the least cost: a substitution costs `distance`, a gap 1.

    Of several cheapest alignments the traceback, from the end, takes substitution before deletion before insertion.
    `match` means equal symbols. An empty canonical sequence has wper 0 if nothing was produced, else 1. Method: the
    string edit distance of Wagner & Fischer (1974) with weighted substitutions.

    Raises:
        Refused: a canonical symbol names no phoneme (with the default distance).
    """
    if distance is heard_distance:
        for symbol in canonical:
            to_ipa(symbol)
    table = _costs(canonical, produced, distance)
    rows: list[AlignedPosition] = []
    insertions: list[Insertion] = []
    i, j = len(canonical), len(produced)
    while i or j:
        here = table[i][j] + _EQUAL
        if i and j and table[i - 1][j - 1] + _substitution(canonical[i - 1], produced[j - 1], distance) <= here:
            i, j = i - 1, j - 1
            same = canonical[i] == produced[j]
            cost = _substitution(canonical[i], produced[j], distance)
            rows.append(AlignedPosition(canonical[i], produced[j], cost, "match" if same else "sub"))
        elif i and table[i - 1][j] + GAP <= here:
            i -= 1
            rows.append(AlignedPosition(canonical[i], None, GAP, "del"))
        else:
            j -= 1
            insertions.append(Insertion(produced[j], i - 1))
    cost = table[-1][-1]
    wper = cost / len(canonical) if canonical else float(bool(produced))
    return AlignResult(tuple(reversed(rows)), tuple(reversed(insertions)), cost, wper)


def _substitution(a: str, b: str, distance: Distance) -> float:
    return 0.0 if a == b else distance(a, b)


def _costs(canonical: Sequence[str], produced: Sequence[str], distance: Distance) -> list[list[float]]:
    """Least cost of each pair of beginnings: table[i][j] for the first i canonical and j produced phonemes."""
    table = [[GAP * j for j in range(len(produced) + 1)]]
    for i, a in enumerate(canonical, start=1):
        above, row = table[-1], [GAP * i]
        for j, b in enumerate(produced, start=1):
            row.append(min(above[j - 1] + _substitution(a, b, distance), above[j] + GAP, row[j - 1] + GAP))
        table.append(row)
    return table
