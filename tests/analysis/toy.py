"""Small scored tables whose every rate can be reckoned by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from stimfid_lib.lexicon.constraints import Constraint, constraints_to_json
from stimfid_lib.lexicon.contrasts import Contrast

SUITE_SCHEMA: dict[str, Any] = {
    "prompt_id": pl.String,
    "cell_id": pl.String,
    "family": pl.String,
    "tier": pl.Int64,
    "arm": pl.String,
    "constraints_json": pl.String,
    "contrast_json": pl.String,
    "list_length": pl.Int64,
}
ITEM_SCHEMA: dict[str, Any] = {
    "prompt_id": pl.String,
    "model_key": pl.String,
    "replicate": pl.Int64,
    "status": pl.String,
    "failed": pl.List(pl.String),
    "variant_only": pl.Boolean,
    "duplicate": pl.Boolean,
    "morph_pad": pl.Boolean,
    "pair_table_miss": pl.Boolean,
    "item_index": pl.Int64,
    "item": pl.String,
    "w1": pl.String,
    "w2": pl.String,
}
LIST_SCHEMA: dict[str, Any] = {
    "prompt_id": pl.String,
    "model_key": pl.String,
    "replicate": pl.Int64,
    "n_requested": pl.Int64,
    "n_returned": pl.Int64,
    "n_pass": pl.Int64,
    "n_dupes": pl.Int64,
    "n_morph_pad": pl.Int64,
    "n_variant_only": pl.Int64,
    "all_pass": pl.Boolean,
    "clean_pass": pl.Boolean,
    "refusal": pl.Boolean,
    "extract_method": pl.String,
}

Item = tuple[str, dict[str, Any]]


def item(status: str, *failed: str, **flags: Any) -> Item:
    """One item: its status, what it failed, flags (variant_only, duplicate, morph_pad, pair_table_miss), its words."""
    return status, {"failed": list(failed), **flags}


class Toy:
    """Collects cells and replies; `frames` gives the three tables."""

    def __init__(self) -> None:
        self.suite: dict[str, dict[str, Any]] = {}
        self.items: list[dict[str, Any]] = []
        self.lists: list[dict[str, Any]] = []

    def cell(
        self,
        cell_id: str,
        tier: int = 1,
        arm: str = "naive",
        phoneme: str | None = None,
        length: int = 10,
        constraints: Sequence[Constraint] = (),
        contrast: Contrast | None = None,
    ) -> str:
        """Add a cell's prompt; its family is what stands before the dash."""
        prompt_id = f"{cell_id}:{arm}"
        asked = [Constraint("phoneme_at", {"phoneme": phoneme, "position": "initial"})] if phoneme else constraints
        self.suite[prompt_id] = {
            "prompt_id": prompt_id,
            "cell_id": cell_id,
            "family": cell_id.split("-")[0],
            "tier": tier,
            "arm": arm,
            "constraints_json": constraints_to_json(asked),
            "contrast_json": None if contrast is None else contrast.to_json(),
            "list_length": length,
        }
        return prompt_id

    def reply(
        self, prompt_id: str, items: Sequence[Item], model: str = "m", replicate: int = 0, **changes: Any
    ) -> None:
        """Add a reply; its list row is counted from the items, `changes` override columns of it."""
        key = {"prompt_id": prompt_id, "model_key": model, "replicate": replicate}
        rows = [
            {"variant_only": False, "duplicate": False, "morph_pad": False, "pair_table_miss": False, "status": status}
            | {"item_index": place}
            | rest
            | key
            for place, (status, rest) in enumerate(items)
        ]
        self.items += rows
        counted = [row for row in rows if not row["variant_only"]]
        asked = self.suite[prompt_id]["list_length"]
        passed = sum(row["status"] == "pass" for row in counted)
        dupes, pads = (sum(row[flag] for row in rows) for flag in ("duplicate", "morph_pad"))
        whole = len(rows) >= asked and all(row["status"] in ("pass", "oov") for row in counted)
        self.lists.append(
            key
            | {
                "n_requested": asked,
                "n_returned": len(rows),
                "n_pass": passed,
                "n_dupes": dupes,
                "n_morph_pad": pads,
                "n_variant_only": len(rows) - len(counted),
                "all_pass": whole,
                "clean_pass": whole and not dupes and not pads,
                "refusal": False,
                "extract_method": "numbered" if rows else "none",
            }
            | changes
        )

    @property
    def frames(self) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
        """Items, lists, suite."""
        return (
            pl.DataFrame(self.items, schema=ITEM_SCHEMA),
            pl.DataFrame(self.lists, schema=LIST_SCHEMA),
            pl.DataFrame(list(self.suite.values()), schema=SUITE_SCHEMA),
        )


PASS = item("pass")


def small_study(cells_per_tier: int = 2) -> Toy:
    """A whole little study: five families, three tiers, both arms, ceiling, floor and one embedded model.

    In cell number c (from 0) of a tier the model `tiny` passes 4 - tier - c % 2 of 4 items; `lexicon` passes all;
    `spelling` passes all A1 cells of m and none of k (k in tier 2), half elsewhere.
    """
    toy = Toy()
    for family in ("A1", "A2", "A3", "B1", "B2"):
        for tier in (1, 2, 3):
            for number in range(cells_per_tier):
                for arm in ("naive", "expert"):
                    phoneme = ("k" if tier == 2 else "m") if family == "A1" else None
                    wrong = item("wrong_contrast") if family == "A3" else item("fail", "syllable_count")
                    prompt = toy.cell(f"{family}-{tier}{number:02d}", tier, arm, phoneme, length=4)
                    toy.reply(prompt, [PASS] * 4, "lexicon")
                    passes = 4 - tier - number % 2
                    toy.reply(prompt, [PASS] * passes + [wrong] * (4 - passes), "tiny")
                    obeyed = {"m": 4, "k": 0, None: 2}[phoneme]
                    toy.reply(prompt, [PASS] * obeyed + [wrong] * (4 - obeyed), "spelling")
    return toy
