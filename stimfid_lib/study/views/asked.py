"""What notebooks 01 to 03 show: the lexicon, the grid, the wording, the frozen suite."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import polars as pl
from great_tables import GT

from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.study.views.plain import asked_in_short, facts, show, show_texts, slots_in_short
from stimfid_lib.suite.cell import cells_from_frame
from stimfid_lib.suite.render import render

ARMS = ("naive", "expert")

_MANY = 20
"""Entries of one number of the manifest beyond which their count is shown (a number a cell, say)."""


def lexicon_overview(lexicon: Lexicon) -> GT:
    """Which lexicon decides, how large it is, how many words have each norm."""
    canonical = lexicon.primary.filter(pl.col("is_canonical"))
    rows: dict[str, Any] = {
        "lexicon in use": lexicon.identity.name,
        "words": f"{lexicon.primary.height:,}",
        "canonical words (tertiles, density and pairs rest on these)": f"{canonical.height:,}",
        "minimal pairs": f"{lexicon.pairs.height:,}",
        "words table, SHA-256": lexicon.identity.words_sha256[:16],
        "pairs table, SHA-256": lexicon.identity.pairs_sha256[:16],
    }
    for norm in lexicon.norms:
        scale = lexicon.scale(norm)
        known = canonical.height - canonical[norm].null_count()
        rows[f"canonical words with {scale.phrase} ({scale.unit})"] = f"{known:,}"
    return facts(rows, "The ground truth")


def cells_by_tier(grid: pl.DataFrame) -> GT:
    """Cells of each family and tier."""
    counts = (
        grid.group_by("family", "tier").len().sort("tier").pivot("tier", index="family", values="len").sort("family")
    )
    named = counts.rename({name: f"tier {name}" for name in counts.columns if name != "family"})
    return show(named.with_columns(total=pl.sum_horizontal(pl.exclude("family"))), "Cells of the grid")


def tightest_cells(grid: pl.DataFrame, n: int = 10) -> GT:
    """The cells that the fewest words, pairs or sets of the lexicon satisfy."""
    tight = asked_in_short(grid.sort("n_satisfying", "cell_id").head(n))
    columns = ("cell_id", "tier", "asked", "list_length", "n_satisfying")
    return show(
        tight.select(columns), "The tightest cells", labels={"cell_id": "cell", "n_satisfying": "answers that exist"}
    )


def omissions(omitted: pl.DataFrame, n: int = 15) -> GT:
    """What was left out because too few words satisfy it: how many by family, and the nearest misses."""
    note = f"{omitted.height} combinations were left out in all; those nearest to the bar are shown."
    nearest = omitted.sort("n_satisfying", descending=True, maintain_order=True).head(n)
    asked = [slots_in_short(json.loads(slots)) for slots in nearest["slots_json"]]
    shown = nearest.select("family", "tier", pl.Series("asked", asked, dtype=pl.String), "n_satisfying", "needed")
    return show(shown, "Left out", note, labels={"n_satisfying": "answers that exist"})


def wording_examples(grid: pl.DataFrame) -> GT:
    """The first cell of each family and tier, worded in both arms."""
    first = grid.group_by("family", "tier").agg(pl.col("cell_id").min()).sort("family", "tier")["cell_id"].to_list()
    rows = [
        {"cell": cell.cell_id, "tier": cell.tier} | {arm: render(cell, arm) for arm in ARMS}
        for cell in cells_from_frame(grid.filter(pl.col("cell_id").is_in(first)).sort("cell_id"))
    ]
    return show_texts(pl.DataFrame(rows), "The same request in two wordings")


def prompt_lengths(grid: pl.DataFrame) -> GT:
    """Median number of words of the prompts, by family and arm."""
    rows = [
        {"family": cell.family, "arm": arm, "words": len(render(cell, arm).split())}
        for cell in cells_from_frame(grid)
        for arm in ARMS
    ]
    medians = pl.DataFrame(rows).group_by("family", "arm").agg(pl.col("words").median()).sort("family", "arm")
    return show(medians.pivot("arm", index="family", values="words").select("family", *ARMS), "Median words a prompt")


def manifest_overview(manifest: Mapping[str, Any]) -> GT:
    """The frozen numbers of the suite, one a row; nested ones by their path."""
    return facts(_flat(manifest), "The manifest")


def suite_by_family(suite: pl.DataFrame) -> GT:
    """Prompts of each family, arm and provenance."""
    counts = suite.group_by("family", "arm", "provenance").agg(prompts=pl.len()).sort("family", "arm")
    return show(counts, "Prompts of the suite")


def suite_rows(suite: pl.DataFrame, n: int = 6) -> GT:
    """Some rows as the suite file holds them, spread over it."""
    every = max(1, suite.height // n)
    return show_texts(suite.gather_every(every).head(n), "Rows of the suite")


def _flat(value: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    rows: dict[str, Any] = {}
    for name, inner in value.items():
        where = f"{path} › {name}" if path else name
        if isinstance(inner, Mapping) and len(inner) <= _MANY:
            rows |= _flat(inner, where)
        elif isinstance(inner, (Mapping, list)) and len(inner) > 4:
            rows[where] = f"{len(inner)} entries"
        else:
            rows[where] = inner
    return rows
