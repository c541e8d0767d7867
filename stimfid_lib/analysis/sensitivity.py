"""Sensitivity rows: what pooled satisfaction would be under the other defensible ways to count."""

from __future__ import annotations

import polars as pl

from stimfid_lib.analysis.bootstrap import N_BOOT
from stimfid_lib.analysis.intervals import pooled
from stimfid_lib.analysis.rates import SATISFACTION, Rate
from stimfid_lib.base.seed import SEED

VARIATIONS: tuple[Rate, ...] = (
    Rate("headline", SATISFACTION.numerator, SATISFACTION.denominator, "As reported", "scored items"),
    Rate("deduplicated", ("n_pass_first",), ("n_scored_first",), "Repeats left out", "scored items but repeats"),
    Rate(
        "variant_only_pass",
        ("n_pass", "n_variant_only"),
        ("n_scored", "n_variant_only"),
        "Second pronunciations count as met",
        "scored and variant-only items",
    ),
    Rate(
        "variant_only_fail",
        ("n_pass",),
        ("n_scored", "n_variant_only"),
        "Second pronunciations count as not met",
        "scored and variant-only items",
    ),
    Rate(
        "either_reading",
        ("n_pass", "n_other_reading"),
        ("n_scored",),
        "Either r and either th count as met",
        "scored items",
    ),
    Rate(
        "norm_missing_out",
        ("n_pass",),
        ("n_scored",),
        "Words without the norm left out",
        "scored items but words that fail for want of a norm alone",
        without=("n_norm_missing_only",),
    ),
    Rate(
        "oov_by_g2p",
        ("n_pass", "n_g2p_pass"),
        ("n_scored", "n_g2p"),
        "OOV words by predicted pronunciation",
        "scored items and OOV items with a prediction",
    ),
    Rate("oov_pass", ("n_pass", "n_oov"), ("n_scored", "n_oov"), "OOV words count as met", "scored and OOV items"),
    Rate("oov_fail", ("n_pass",), ("n_scored", "n_oov"), "OOV words count as not met", "scored and OOV items"),
    Rate(
        "multiword_fail",
        ("n_pass",),
        ("n_scored", "n_multiword_unscored"),
        "Phrases in word lists count as not met",
        "scored and multiword items",
    ),
    Rate(
        "without_table_misses",
        ("n_pass_in_table",),
        ("n_scored_in_table",),
        "Pairs that the pair table lacks left out",
        "scored items but pairs outside the table",
    ),
)
"""Other ways to count satisfaction, each a ratio of counts.

OOV words as met and as not met bound what any scoring of them could show; `oov_by_g2p` is such a scoring, by predicted
pronunciations.
"""

_CONCERNED = {
    "deduplicated": "n_duplicate",
    "variant_only_pass": "n_variant_only",
    "variant_only_fail": "n_variant_only",
    "either_reading": "n_other_reading",
    "norm_missing_out": "n_norm_missing_only",
    "oov_by_g2p": "n_g2p",
    "oov_pass": "n_oov",
    "oov_fail": "n_oov",
    "multiword_fail": "n_multiword_unscored",
    "without_table_misses": "n_pair_table_miss",
}


def sensitivity(counts: pl.DataFrame, n_boot: int = N_BOOT, seed: int = SEED) -> pl.DataFrame:
    """Recount pooled satisfaction per (model_key, arm) under each of `VARIATIONS`.

    Columns: model_key, arm, `variation`, `estimate`, `low`, `high`, `boundary_low`, `boundary_high`, `numerator`,
    `denominator`, `n_cells`, `few_cells`, `change` (estimate less the headline's), `n_concerned` (items that the
    variation moves, tiers 1-3). Cells weigh equally and tier 0 is left out, as in every pooled figure. A change of 0
    with `n_concerned` 0 says that the choice did not matter in these data, not that it never would. Where OOV items are
    there and none has a predicted pronunciation, nothing was predicted, and `oov_by_g2p` has no row: it would read as
    "no change".
    """
    keys = ["model_key", "arm"]
    unpredicted = counts["n_oov"].sum() > 0 and counts["n_g2p"].sum() == 0
    variations = [one for one in VARIATIONS if not (unpredicted and one.name == "oov_by_g2p")]
    figures = pooled(counts, keys, variations, n_boot, seed).rename({"rate": "variation"})
    headline = figures.filter(pl.col("variation") == "headline").select(*keys, pl.col("estimate").alias("reported"))
    sums = counts.filter(pl.col("tier") != 0).group_by(keys).agg(pl.col(sorted(set(_CONCERNED.values()))).sum())
    concerned = pl.coalesce(
        *(pl.when(pl.col("variation") == name).then(pl.col(column)) for name, column in _CONCERNED.items()), pl.lit(0)
    )
    return (
        figures.join(headline, on=keys, how="left", maintain_order="left")
        .join(sums, on=keys, how="left", maintain_order="left")
        .with_columns(
            (pl.col("estimate") - pl.col("reported")).round(12).alias("change"),
            concerned.cast(pl.Int64).alias("n_concerned"),
        )
        .select(*figures.columns, "change", "n_concerned")
    )
