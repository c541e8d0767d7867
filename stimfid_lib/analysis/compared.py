"""One snapshot's comparisons in one table: expert with naive wording, paid with free access, interface with API."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from stimfid_lib.analysis.bootstrap import N_BOOT
from stimfid_lib.analysis.paired import PAIRED_SCHEMA, arms_compared, models_compared, ui_counterparts
from stimfid_lib.analysis.plan import Plan
from stimfid_lib.base.seed import SEED

ALL = "all"
"""Stands for the family where families are pooled."""

COMPARED_SCHEMA = {
    "comparison": pl.String,
    "before_side": pl.String,
    "after_side": pl.String,
    "model": pl.String,
    "arm": pl.String,
    "family": pl.String,
    **{name: kind for name, kind in PAIRED_SCHEMA.items() if name != "rate"},
}


def access_pairs(plan: Plan) -> list[tuple[str, str]]:
    """Free and paid products of the same provider: the free one first."""
    subjects = plan.subjects
    return [
        (free.key, paid.key)
        for free in subjects
        for paid in subjects
        if free.access == "free" and paid.access == "paid" and free.provider == paid.provider
    ]


def compared(
    counts: pl.DataFrame, access: Sequence[tuple[str, str]] = (), n_boot: int = N_BOOT, seed: int = SEED
) -> pl.DataFrame:
    """Compare satisfaction on paired cells, by family and over all families.

    Rows: `comparison` wording (naive before, expert after, a row a model), access (free before, paid after, both arms,
    for the pairs in `access` that answered) and interface (API before, pasted answers after, naive arm). Columns
    `COMPARED_SCHEMA`: `model` is the model (the later one, where there are two), the figures are those of
    `paired.paired`. A difference of access compares two products and not the price alone.
    """
    answered = set(counts["model_key"])
    spread = pl.concat([counts, counts.with_columns(pl.lit(ALL).alias("family"))])
    parts = [
        arms_compared(spread, ("model_key", "family"), n_boot, seed).select(
            pl.lit("wording").alias("comparison"),
            pl.lit("naive").alias("before_side"),
            pl.lit("expert").alias("after_side"),
            pl.col("model_key").alias("model"),
            pl.lit("both").alias("arm"),
            pl.exclude("model_key", "rate"),
        )
    ]
    pairs = [("access", free, paid) for free, paid in access if {free, paid} <= answered]
    pairs += [("interface", api, ui) for ui, api in ui_counterparts(sorted(answered))]
    for comparison, before, after in pairs:
        rows = spread.filter(pl.col("arm") == "naive") if comparison == "interface" else spread
        table = models_compared(rows, before, after, ("arm", "family"), n_boot=n_boot, seed=seed)
        parts.append(
            table.select(
                pl.lit(comparison).alias("comparison"),
                pl.col("before_model").alias("before_side"),
                pl.col("after_model").alias("after_side"),
                pl.col("after_model").alias("model"),
                pl.exclude("before_model", "after_model", "rate"),
            )
        )
    return pl.concat([part.select(*COMPARED_SCHEMA) for part in parts])
