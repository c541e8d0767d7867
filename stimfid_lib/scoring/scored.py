"""Scored items and lists as columns, and the tables or rows that are made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from stimfid_lib.scoring.items import NONE, Items
from stimfid_lib.scoring.judge import JUDGED, Judged
from stimfid_lib.scoring.rows import ITEM_SCHEMA, LIST_SCHEMA, Row
from stimfid_lib.scoring.tally import Flags

_JUDGED = tuple(name for name in JUDGED if name in ITEM_SCHEMA)


@dataclass(frozen=True, slots=True)
class Scored:
    """What scoring found out about some replies: verdicts, repeats, and the columns of the list table.

    The same columns become two tables, for a run, or plain rows, for a single reply: making and taking apart a table
    of ten rows costs more than judging them.
    """

    items: Items
    judged: Judged
    duplicate: Flags
    morph_pad: Flags
    lists: Mapping[str, Any]

    def item_table(self, keys: pl.DataFrame) -> pl.DataFrame:
        """The item table (`ITEM_SCHEMA`); `keys` names the replies, a row each."""
        at = pl.Series(self.judged.at, dtype=pl.UInt32)
        judged = pl.DataFrame({name: _series(name, self.judged.columns[name]) for name in _JUDGED})
        named = keys[pl.Series(self.items.reply, dtype=pl.UInt32)] if len(self.items) else keys.clear()
        found = judged[at] if len(self.items) else judged.clear()
        set_index = pl.Series("set_index", self.items.set_index)
        numbered = pl.DataFrame(
            {
                "item_index": self.items.item_index,
                "set_index": set_index.set(set_index == NONE, None),
                "duplicate": self.duplicate,
                "morph_pad": self.morph_pad,
            }
        )
        return pl.concat([named, numbered, found], how="horizontal").select(*ITEM_SCHEMA).cast(ITEM_SCHEMA)

    def list_table(self, replies: pl.DataFrame) -> pl.DataFrame:
        """The list table (`LIST_SCHEMA`); `replies` has the keys, refusal and extract_method, a row each."""
        counted = pl.DataFrame(
            {name: pl.Series(values, dtype=LIST_SCHEMA[name]) for name, values in self.lists.items()}
        )
        return pl.concat([replies, counted], how="horizontal").select(*LIST_SCHEMA).cast(LIST_SCHEMA)

    def item_rows(self) -> list[Row]:
        """The items as rows, without the columns that name their reply."""
        numbers = {
            "item_index": self.items.item_index.tolist(),
            "set_index": [None if number == NONE else number for number in self.items.set_index.tolist()],
            "duplicate": self.duplicate.tolist(),
            "morph_pad": self.morph_pad.tolist(),
        }
        return [
            {name: values[place] for name, values in numbers.items()}
            | {name: self.judged.columns[name][row] for name in _JUDGED}
            | {"failed": list(self.judged.columns["failed"][row])}
            for place, row in enumerate(self.judged.at.tolist())
        ]

    def list_rows(self) -> list[Row]:
        """The lists as rows, without the columns that name the reply and how it was read."""
        columns = {
            name: values.tolist() if isinstance(values, np.ndarray) else values for name, values in self.lists.items()
        }
        return [
            {name: values[place] for name, values in columns.items()} for place in range(len(self.lists["all_pass"]))
        ]


def _series(name: str, values: Sequence[Any]) -> pl.Series:
    """A column of the item table; of the lists of failures there are few, and polars makes a list in 30 µs."""
    if name != "failed":
        return pl.Series(values, dtype=ITEM_SCHEMA[name])
    numbers = {value: number for number, value in enumerate(dict.fromkeys(values))}
    kinds = pl.Series([list(value) for value in numbers], dtype=ITEM_SCHEMA[name])
    return kinds.gather([numbers[value] for value in values]) if values else kinds
