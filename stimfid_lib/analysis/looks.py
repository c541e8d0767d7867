"""How lines look: a colour, a marker and a dash for each model, and labels that do not cover each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from stimfid_lib.analysis.labels import ModelLabel


@dataclass(frozen=True)
class Look:
    """One line's colour, marker, dash pattern, width and marker size (points), filled or open."""

    colour: str
    marker: str
    dash: Any
    width: float
    size: float
    filled: bool

    @property
    def face(self) -> str:
        """What fills the marker: the colour, or white where it is open."""
        return self.colour if self.filled else "white"


# Okabe and Ito's colours, told apart without colour by marker and dash; dark first, since few models is the usual case
_VENDORS = (
    Look("#0B4F8A", "o", "-", 1.9, 6, True),
    Look("#D55E00", "s", (0, (6, 1.5)), 1.9, 5.5, True),
    Look("#007A5A", "^", (0, (6, 1.5, 1, 1.5)), 1.9, 6.5, True),
    Look("#B0508A", "D", (0, (3, 1)), 1.9, 5.5, True),
    Look("#3A9BD9", "v", "-", 1.9, 6.5, True),
    Look("#7A5C00", "P", (0, (8, 2, 1, 2, 1, 2)), 1.9, 6.5, True),
)
_EMBEDDED = (
    Look("#222222", "s", (0, (4, 1.2)), 1.6, 5.5, False),
    Look("#222222", "D", (0, (2, 1.2)), 1.6, 5.5, False),
)
_REFERENCES = (
    Look("#767676", "x", (0, (1, 1.4)), 0.9, 4.5, True),
    Look("#767676", "+", (0, (1, 2.2)), 0.9, 5.5, True),
    Look("#767676", "1", (0, (3, 2.2)), 0.9, 5.5, True),
)


def looks_of(labels: Sequence[ModelLabel]) -> dict[str, Look]:
    """Give every model key its look: vendors strong, embedded black and open, references thin and grey."""
    series = {"vendor": _VENDORS, "embedded": _EMBEDDED, "reference": _REFERENCES}
    used = dict.fromkeys(series, 0)
    looks = {}
    for label in labels:
        choices = series[label.kind]
        looks[label.key] = choices[used[label.kind] % len(choices)]
        used[label.kind] += 1
    return looks


def spread(wanted: Sequence[float], heights: Sequence[float]) -> list[float]:
    """Move labels of given heights apart, order kept, as little as least squares allows, within 0 to 1."""
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    offsets, reach = [], 0.0
    for before, index in zip([None, *order], order, strict=False):
        reach += 0.0 if before is None else (heights[before] + heights[index]) / 2
        offsets.append(reach)
    blocks: list[list[float]] = []  # pool adjacent violators: what is to be non-decreasing is the place less its offset
    for index, offset in zip(order, offsets, strict=True):
        blocks.append([wanted[index] - offset])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    levels = [min(max(fmean(block), 0.0), 1.0 - min(reach, 1.0)) for block in blocks for _ in block]
    placed = [0.0] * len(wanted)
    for index, level, offset in zip(order, levels, offsets, strict=True):
        placed[index] = level + offset
    return placed
