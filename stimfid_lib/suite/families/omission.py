"""What is said of a combination that the lexicon cannot satisfy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from stimfid_lib.suite.cell import slots_key

OMISSION_SCHEMA: Mapping[str, Any] = {
    "family": pl.String,
    "tier": pl.Int64,
    "slots_json": pl.String,
    "n_satisfying": pl.Int64,
    "needed": pl.Int64,
}
"""Columns of what was left out; the slots stand without the wording of scales."""


@dataclass(frozen=True)
class Omission:
    """A combination that was left out: the lexicon holds `n_satisfying` answers to it where `needed` were asked."""

    family: str
    tier: int
    slots: Mapping[str, Any] = field(hash=False)
    n_satisfying: int
    needed: int


def omissions_to_frame(omitted: Iterable[Omission]) -> pl.DataFrame:
    """Write omissions as a table (columns `OMISSION_SCHEMA`), in the order given."""
    rows = [
        {
            "family": item.family,
            "tier": item.tier,
            "slots_json": slots_key(item.slots),
            "n_satisfying": item.n_satisfying,
            "needed": item.needed,
        }
        for item in omitted
    ]
    return pl.DataFrame(rows, schema=dict(OMISSION_SCHEMA), orient="row")
