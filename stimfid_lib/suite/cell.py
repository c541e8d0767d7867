"""One cell of the grid: a request, and the numbers and sounds that score its answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json
from stimfid_lib.lexicon.constraints import Constraint, constraints_from_json, constraints_to_json
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.suite.pools import FAMILIES, TIERS

_CELL_ID = re.compile(rf"({'|'.join(FAMILIES)})-\d{{3}}")


CELL_SCHEMA: Mapping[str, Any] = {
    "cell_id": pl.String,
    "family": pl.String,
    "tier": pl.Int64,
    "slots_json": pl.String,
    "constraints_json": pl.String,
    "contrast_json": pl.String,
    "list_length": pl.Int64,
    "n_satisfying": pl.Int64,
}
"""Columns of the grid; contrast_json is null but for A3, n_satisfying null where nobody counted."""


@dataclass(frozen=True)
class Cell:
    """One request of the grid.

    - `cell_id` such as "A1-017"; `family` A1 A2 A3 B1 B2; `tier` 1 (easy by rule) to 3
    - `slots`: the choices that made it, as plain JSON values; `scales` among them holds, for each norm, the facts by
      which a band is worded (unit, ends of the scale, phrase)
    - `constraints` score word lists; `contrast` scores pairs and sets (A3, where constraints are empty)
    - `list_length`: words, pairs or sets asked for
    - `n_satisfying`: canonical words (pairs, complete sets) of the building lexicon that meet it; None if not counted

    A tier is a rule over slots, not a measured difficulty.

    Raises:
        Refused: malformed id, an id of another family, a tier outside 1 to 3, nothing to score, or both a contrast
            and constraints.
    """

    cell_id: str
    family: str
    tier: int
    slots: Mapping[str, Any] = field(hash=False)
    constraints: tuple[Constraint, ...]
    contrast: Contrast | None
    list_length: int
    n_satisfying: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "constraints", tuple(self.constraints))
        if not _CELL_ID.fullmatch(self.cell_id) or not self.cell_id.startswith(f"{self.family}-"):
            raise Refused(
                f"cell_id {self.cell_id!r} of family {self.family!r}: write it as A1-017, with a known family"
            )
        if self.tier not in TIERS:
            raise Refused(f"{self.cell_id}: tier {self.tier!r} must be 1, 2 or 3")
        if self.list_length < 1:
            raise Refused(f"{self.cell_id}: list_length {self.list_length!r} must be at least 1")
        if (self.contrast is None) == (not self.constraints):
            raise Refused(f"{self.cell_id}: give either constraints or a contrast, not both and not neither")

    @property
    def number(self) -> int:
        """The number in the id: 17 of "A1-017"."""
        return int(self.cell_id.rpartition("-")[2])

    @property
    def contrast_json(self) -> str | None:
        """The contrast as canonical JSON, None where the cell has constraints."""
        return None if self.contrast is None else self.contrast.to_json()


def slots_key(slots: Mapping[str, Any]) -> str:
    """Sort key of a cell: its slots as canonical JSON, without the scales, which are the lexicon's and no choice."""
    return canonical_json({name: value for name, value in slots.items() if name != "scales"})


def cells_to_frame(cells: Iterable[Cell]) -> pl.DataFrame:
    """Write cells as a table (columns `CELL_SCHEMA`), in the order given."""
    rows = [
        {
            "cell_id": cell.cell_id,
            "family": cell.family,
            "tier": cell.tier,
            "slots_json": canonical_json(dict(cell.slots)),
            "constraints_json": constraints_to_json(cell.constraints),
            "contrast_json": cell.contrast_json,
            "list_length": cell.list_length,
            "n_satisfying": cell.n_satisfying,
        }
        for cell in cells
    ]
    return pl.DataFrame(rows, schema=dict(CELL_SCHEMA), orient="row")


def cells_from_frame(frame: pl.DataFrame) -> list[Cell]:
    """Read cells back from their table; the round trip loses nothing.

    Raises:
        Refused: a column is missing, or a row holds no valid cell.
    """
    missing = [name for name in CELL_SCHEMA if name not in frame.columns]
    if missing:
        raise Refused(f"the grid lacks the column {missing[0]!r}: it needs {', '.join(CELL_SCHEMA)}; build it again")
    return [_cell(row) for row in frame.iter_rows(named=True)]


def _cell(row: Mapping[str, Any]) -> Cell:
    return Cell(
        row["cell_id"],
        row["family"],
        row["tier"],
        json.loads(row["slots_json"]),
        tuple(constraints_from_json(row["constraints_json"])),
        None if row["contrast_json"] is None else Contrast.from_json(row["contrast_json"]),
        row["list_length"],
        row["n_satisfying"],
    )
