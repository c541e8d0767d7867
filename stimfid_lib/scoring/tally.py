"""From judged items to rows: repeats and padding within a reply, and each reply's own counts."""

from __future__ import annotations

import polars as pl

from stimfid_lib.scoring.rows import KEYS, LIST_SCHEMA, STATUSES

_VIOLATIONS = [f"n_{status}" for status in STATUSES if status not in ("pass", "oov")]


def with_repeats(items: pl.DataFrame) -> pl.DataFrame:
    """Add `duplicate` and `morph_pad` to judged items (columns reply, spelling, root), in their order.

    An item repeats an earlier one of its reply if its spelling has occurred; it pads if it does not repeat but its
    root has occurred, in whatever item. A null spelling or root never matches.
    """
    return items.with_columns(duplicate=_occurred("spelling")).with_columns(
        morph_pad=_occurred("root") & ~pl.col("duplicate")
    )


def _occurred(column: str) -> pl.Expr:
    return pl.col(column).is_not_null() & ~pl.struct("reply", column).is_first_distinct()


def list_rows(replies: pl.DataFrame, items: pl.DataFrame) -> pl.DataFrame:
    """Count the items of each reply: the list table (`LIST_SCHEMA`), in the order of `replies`.

    `replies` has reply (a number), the keys, n_requested, kind, method, refusal; `items` has reply, set_index, status,
    variant_only, duplicate, morph_pad and opposed, the contrast phoneme that a member of a set shows.

    - `all_pass`: at least as many items as asked, at least one of them scored, every scored one passed, and none
      multiword. Real words outside the lexicon (oov) and variant_only items fill the list but are not scored, so
      they neither pass nor spoil it; a list of nothing else cannot be vouched for and does not pass. Sets must
      also show each contrast phoneme once (`contrast_phonemes_distinct`), since that is what makes them a set.
    - `clean_pass`: all_pass without a repeat or padding
    - `contrast_phonemes_distinct`: no set shows one contrast phoneme twice, over the members that differ from their
      target in one phoneme; null for words and pairs, and where there is no such member
    """
    scored = ~pl.col("variant_only")
    counts = items.group_by("reply").agg(
        pl.len().alias("n_returned"),
        *((scored & (pl.col("status") == status)).sum().alias(f"n_{status}") for status in STATUSES),
        pl.col("duplicate").sum().alias("n_dupes"),
        pl.col("morph_pad").sum().alias("n_morph_pad"),
        pl.col("variant_only").sum().alias("n_variant_only"),
        pl.col("opposed").count().alias("n_opposed"),
        pl.struct("set_index", "opposed").filter(pl.col("opposed").is_not_null()).n_unique().alias("n_distinct"),
    )
    counted = replies.join(counts, on="reply", how="left", maintain_order="left").with_columns(
        pl.col(name).fill_null(0) for name in counts.columns[1:]
    )
    distinct = pl.when((pl.col("kind") == "sets") & (pl.col("n_opposed") > 0)).then(
        pl.col("n_distinct") == pl.col("n_opposed")
    )
    counted = counted.with_columns(
        all_pass=(pl.col("n_returned") >= pl.col("n_requested"))
        & (pl.col("n_pass") > 0)
        & (pl.sum_horizontal(_VIOLATIONS) == 0)
        & distinct.fill_null(value=True),
        extract_method="method",
        contrast_phonemes_distinct=distinct,
    ).with_columns(clean_pass=pl.col("all_pass") & (pl.col("n_dupes") == 0) & (pl.col("n_morph_pad") == 0))
    return counted.select(*KEYS, *(name for name in LIST_SCHEMA if name not in KEYS)).cast(LIST_SCHEMA)
