"""What a prompt asks for, as its row of the suite scores it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint, constraints_from_json
from stimfid_lib.lexicon.contrasts import Contrast

Shape = Literal["words", "pairs", "sets"]
"""What one item of a list is: a word, two words, or a target with its contrasts."""

SHAPES: tuple[Shape, ...] = ("words", "pairs", "sets")


@dataclass(frozen=True, slots=True)
class Request:
    """The request behind one prompt: `list_length` words under constraints, or pairs or sets of a contrast."""

    prompt_id: str
    constraints: tuple[Constraint, ...]
    contrast: Contrast | None
    list_length: int

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Request:
        """Read a row of the suite (prompt_id, constraints_json, contrast_json, list_length).

        Raises:
            Refused: a column is missing, the list length is no positive number, a constraint or contrast cannot be
                read, or the row has both.
        """
        prompt_id = row.get("prompt_id")
        missing = [name for name in ("prompt_id", "list_length") if row.get(name) is None]
        if missing:
            raise Refused(f"prompt {prompt_id!r}: no {missing[0]}; a prompt row is a row of the suite table")
        try:
            constraints, contrast = _parsed(row.get("constraints_json") or "[]", row.get("contrast_json") or "")
        except Refused as error:
            raise Refused(f"prompt {prompt_id!r}: {error}") from error
        if contrast is not None and constraints:
            raise Refused(
                f"prompt {prompt_id!r}: holds constraints and a contrast; score words by one, pairs by the other"
            )
        if int(row["list_length"]) < 1:
            raise Refused(f"prompt {prompt_id!r}: list_length {row['list_length']!r} must be at least 1")
        return cls(str(prompt_id), constraints, contrast, int(row["list_length"]))

    @property
    def shape(self) -> Shape:
        """What the items of the reply are."""
        if self.contrast is None:
            return "words"
        return "sets" if self.contrast.kind == "multiple" else "pairs"

    @property
    def n_requested(self) -> int:
        """Items asked for, as the item table counts them: a set of a target and three contrasts is three."""
        if self.contrast is not None and self.contrast.kind == "multiple":
            return self.list_length * (len(self.contrast.phonemes) - 1)
        return self.list_length


def requests_of(suite: pl.DataFrame) -> dict[str, Request]:
    """Read the whole suite: what each prompt_id asks for.

    Raises:
        Refused: a row cannot be read (see `Request.from_row`), or a prompt_id stands twice.
    """
    requests: dict[str, Request] = {}
    for row in suite.iter_rows(named=True):
        request = Request.from_row(row)
        if requests.setdefault(request.prompt_id, request) is not request:
            raise Refused(f"suite: prompt_id {request.prompt_id!r} stands twice; each prompt has one row")
    return requests


@lru_cache(maxsize=4096)
def _parsed(constraints: str, contrast: str) -> tuple[tuple[Constraint, ...], Contrast | None]:
    return tuple(constraints_from_json(constraints)), Contrast.from_json(contrast) if contrast else None
