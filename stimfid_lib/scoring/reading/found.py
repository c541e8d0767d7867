"""The entries of a list as the parts of the reader hand them on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from stimfid_lib.scoring.extraction import Method

Strength = Literal[3, 2, 1, 0]
"""How surely something is the list: 3 marked and of the shape asked for, 2 marked phrases or bare lines, 1 a list in
prose, 0 only if nothing else is there."""


@dataclass(frozen=True, slots=True)
class Entries:
    """The entries of the list found in a reply, as written but for their marks, and the method that found them."""

    method: Method
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Entries found in one place of a reply: where it begins, how surely it is the list, whether it says all again."""

    start: int
    method: Method
    texts: list[str]
    strength: Strength
    recap: bool = False


def most(flags: Iterable[bool]) -> bool:
    """Tell whether more than half of the flags are true; false if there are none."""
    count = true = 0
    for flag in flags:
        count += 1
        true += flag
    return true * 2 > count
