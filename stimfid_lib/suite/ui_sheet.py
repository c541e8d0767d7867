"""The sheet of the user-interface spot check: 25 prompts, five a family, drawn by seed, spread over tiers."""

from __future__ import annotations

import random
from collections.abc import Sequence

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED
from stimfid_lib.suite.pools import FAMILIES, TIERS

UI_COLUMNS = ("prompt_id", "prompt_text", "ui_product", "date", "raw_text")
"""Columns of the sheet: ui_product names the product, date is the day of asking, raw_text the whole reply as copied."""

A_FAMILY = 5


def draw_ui_prompts(suite: pl.DataFrame, a_family: int = A_FAMILY) -> pl.DataFrame:
    """Draw the prompts that a person types into user interfaces: naive, `a_family` of each family, the suite's columns.

    A family's tiers take turns (1, 2, 3, 1, …), so that five prompts hold two of the first two tiers and one of the
    third; a tier without prompts is passed over. The draw depends on the prompts of `suite` and the seed 215 alone;
    wild prompts are left out. Sorted by prompt_id.

    Raises:
        Refused: a family has fewer naive prompts than that.
    """
    drawn: list[str] = []
    naive = suite.filter((pl.col("arm") == "naive") & pl.col("tier").is_in(TIERS))
    for family in FAMILIES:
        piles = []
        for tier in TIERS:
            ids = sorted(naive.filter((pl.col("family") == family) & (pl.col("tier") == tier))["prompt_id"])
            piles.append(random.Random(f"{SEED}:ui:{family}:{tier}").sample(ids, len(ids)))
        if sum(map(len, piles)) < a_family:
            raise Refused(
                f"family {family} has {sum(map(len, piles))} naive prompts here, the sheet needs {a_family}; "
                "ask more cells (parameter cells_per_stratum)"
            )
        drawn += _in_turns(piles, a_family)
    return naive.filter(pl.col("prompt_id").is_in(drawn)).sort("prompt_id")


def _in_turns(piles: Sequence[list[str]], count: int) -> list[str]:
    taken: list[str] = []
    depth = 0
    while len(taken) < count:
        taken += [pile[depth] for pile in piles if depth < len(pile)][: count - len(taken)]
        depth += 1
    return taken


def ui_rows(prompts: pl.DataFrame, products: Sequence[str] = ("",)) -> list[dict[str, str]]:
    """Rows of the sheet, one a product and prompt; date and raw_text are for the person who asks."""
    texts = prompts.select("prompt_id", "prompt_text").rows()
    return [
        {"prompt_id": prompt_id, "prompt_text": text, "ui_product": product, "date": "", "raw_text": ""}
        for product in products
        for prompt_id, text in texts
    ]
