"""Changes between neighbouring points of a curve, by the change rule, and the biggest of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from stimfid_lib.stability.measure.change import FLAT, NOT_EVALUABLE, change
from stimfid_lib.stability.site.history import Line, Measured


@dataclass(frozen=True)
class Move:
    """A change from one point of a curve to the next: both measurements, and what `measure.change` says of them."""

    line: Line
    before: Measured
    after: Measured
    told: Mapping[str, Any]


@dataclass(frozen=True)
class Moves:
    """All comparisons of neighbouring points.

    Attributes:
        verdicts: how many comparisons came to each.
        biggest: the largest change that the rule calls one; None if it calls none.
    """

    verdicts: Counter[str]
    biggest: Move | None

    @property
    def compared(self) -> int:
        """How many."""
        return self.verdicts.total()


def moves_of(lines: Iterable[Line]) -> Moves:
    """Compare every point that carries no flag with the one before it on its curve.

    The biggest of many is picked for its size, so that it overstates what a repetition would show.
    """
    verdicts, found = Counter[str](), list[Move]()
    for line in lines:
        places = [
            (point, measured) for point, measured in zip(line.points, line.measured, strict=True) if not point.hollow
        ]
        for (_, before), (point, after) in pairwise(places):
            if not point.joined:
                continue
            told = change(before, after)
            verdicts[told["verdict"]] += 1
            if told["verdict"] not in (FLAT, NOT_EVALUABLE):
                found.append(Move(line, before, after, told))
    return Moves(verdicts, max(found, key=lambda move: abs(move.told["delta_pct"]), default=None))
