"""What a prompt asks for, as its row of the suite scores it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint, constraints_from_json
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.scoring.extraction import Shape


@dataclass(frozen=True, slots=True)
class Asked:
    """The request behind one prompt: `list_length` words under constraints, or pairs or sets of a contrast."""

    prompt_id: str
    constraints: tuple[Constraint, ...]
    contrast: Contrast | None
    list_length: int

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Asked:
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

    def items(self, entries: list[list[str]]) -> list[tuple[int | None, str, str | None]]:
        """Return the extracted entries as items to judge: (set_index, word, None), or (set_index, w1, w2).

        A set gives one item for each contrast word, with its target first; contrasts that were asked for and are
        missing give items without a second word.

        Raises:
            Refused: an entry has another number of words than the prompt asks for.
        """
        wanted = {"words": 1, "pairs": 2}.get(self.shape)
        for entry in entries:
            if not entry or (wanted is not None and len(entry) != wanted):
                raise Refused(f"prompt {self.prompt_id!r} asks for {self.shape}, which {entry!r} is not; extract again")
        if self.shape == "words":
            return [(None, entry[0], None) for entry in entries]
        if self.shape == "pairs":
            return [(None, w1, w2) for w1, w2 in entries]
        fewest = self.n_requested // self.list_length
        return [
            (number, target, other)
            for number, (target, *others) in enumerate(entries)
            for other in others + [""] * (fewest - len(others))
        ]


def requests_of(suite: pl.DataFrame) -> dict[str, Asked]:
    """Read the whole suite: what each prompt_id asks for.

    Raises:
        Refused: a row cannot be read (see `Asked.from_row`), or a prompt_id stands twice.
    """
    requests: dict[str, Asked] = {}
    for row in suite.iter_rows(named=True):
        asked = Asked.from_row(row)
        if requests.setdefault(asked.prompt_id, asked) is not asked:
            raise Refused(f"suite: prompt_id {asked.prompt_id!r} stands twice; each prompt has one row")
    return requests


@lru_cache(maxsize=4096)
def _parsed(constraints: str, contrast: str) -> tuple[tuple[Constraint, ...], Contrast | None]:
    return tuple(constraints_from_json(constraints)), Contrast.from_json(contrast) if contrast else None
