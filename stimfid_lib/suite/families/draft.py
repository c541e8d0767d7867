"""A cell before it is sampled: its slots, its tier, what scores it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.suite.cell import Cell, slots_key


@dataclass(frozen=True)
class Draft:
    """One combination of slots, with its tier and what scores it.

    `covers` names the pool member (a sound, a cluster, a contrast) that the sample must hold at least once;
    `reserve` drafts come in only where the others leave a family short.
    """

    family: str
    tier: int
    slots: Mapping[str, Any] = field(hash=False)
    constraints: tuple[Constraint, ...] = ()
    contrast: Contrast | None = None
    list_length: int = 0
    covers: str = ""
    reserve: bool = False

    @property
    def key(self) -> str:
        """Sort key: the slots as canonical JSON."""
        return slots_key(self.slots)

    def needed(self, min_satisfying: int) -> int:
        """How many words, pairs or complete sets the lexicon must hold.

        `min_satisfying` lists' worth of words or pairs; of multiple-opposition sets one list's worth at most, since
        few frames of English hold four words.
        """
        multiple = self.contrast is not None and self.contrast.kind == "multiple"
        return self.list_length * (min(min_satisfying, 1) if multiple else min_satisfying)

    def cell(self, number: int, n_satisfying: int) -> Cell:
        """Make it a cell, numbered within its family."""
        return Cell(
            f"{self.family}-{number:03d}",
            self.family,
            self.tier,
            dict(self.slots),
            self.constraints,
            self.contrast,
            self.list_length,
            n_satisfying,
        )
