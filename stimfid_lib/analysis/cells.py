"""Counts per cell: the one table from which every rate, interval and sensitivity row is computed."""

from __future__ import annotations

import polars as pl

from stimfid_lib.analysis.rates import FALSE_PAIR_STATUSES, PAIR_FAMILY
from stimfid_lib.base.errors import Refused
from stimfid_lib.scoring.rows import KEYS, STATUSES

ENTRY = ("family", "model_key", "arm", "tier")
"""What names one entry of the results: a table row has one value of each."""

_LIST_KEY = tuple(KEYS)
_SUITE_COLUMNS = ("prompt_id", "cell_id", "family", "tier", "arm")
_ITEM_COLUMNS = (*_LIST_KEY, "status", "failed", "variant_only", "duplicate", "morph_pad")
_OPTIONAL = ("pair_table_miss", "other_reading", "g2p_pass")
_LIST_COLUMNS = (
    *_LIST_KEY,
    "n_requested",
    "n_returned",
    "n_dupes",
    "n_morph_pad",
    "all_pass",
    "clean_pass",
    "refusal",
    "extract_method",
)


def cell_counts(items: pl.DataFrame, lists: pl.DataFrame, suite: pl.DataFrame) -> pl.DataFrame:
    """Count items and lists per (family, model_key, arm, tier, cell_id), replicates summed.

    Item counts: `n_items` (every item returned), `n_variant_only`, and, over items that are not variant-only,
    `n_counted`, `n_scored` (pass + fail + not_a_word; in A3 every pair but oov), `n_words_scored` and `n_pairs`
    (`n_scored` outside and inside A3, else 0), one `n_<status>` each, `n_false_pair`, `n_position_error`,
    `n_structural`, `n_norm_band`, `n_norm_missing`, `n_duplicate`, `n_morph_pad`, and for the sensitivity table
    `n_pass_first`, `n_scored_first` (repeats left out), `n_multiword_unscored`, `n_pair_table_miss`,
    `n_pass_in_table`, `n_scored_in_table`, `n_other_reading` (failed items that pass by the other r or th),
    `n_norm_missing_only` (failed for want of a norm alone), `n_g2p`, `n_g2p_pass` (OOV items with a predicted
    pronunciation, and those that pass by it; see `readings`). List counts: `n_lists`, `n_lists_pass`,
    `n_lists_clean`, `n_refusals`, `n_extraction_failures` (method none, no refusal), `n_degenerate`. Rows are sorted;
    a count is never null.

    Items of a reply whose extraction failed are left out (there should be none).

    Raises:
        Refused: a column is missing, a prompt is not in the suite or twice in it, an item (by its `item_index`, where
            that column is) or a list row is there twice, or a status is unknown.
    """
    frame = items_with_cells(items, lists, suite)
    keys = [*ENTRY, "cell_id"]
    per_item = frame.group_by(keys).agg(_item_counts())
    per_list = _lists(lists, suite).group_by(keys).agg(_list_counts())
    counts = per_list.join(per_item, on=keys, how="full", coalesce=True)
    return counts.with_columns(pl.exclude(keys).fill_null(0).cast(pl.Int64)).sort(keys)


def items_with_cells(items: pl.DataFrame, lists: pl.DataFrame, suite: pl.DataFrame) -> pl.DataFrame:
    """Join every item with its cell, nulls of flags made false; items of replies whose extraction failed are left out.

    Raises:
        Refused: as `cell_counts`.
    """
    _require(items, _ITEM_COLUMNS, "items")
    _require(lists, _LIST_COLUMNS, "lists")
    unknown = sorted(set(items["status"].cast(pl.String).unique()) - set(STATUSES), key=str)
    if unknown:
        raise Refused(f"items carry the status {unknown[0]!r}: allowed are {', '.join(STATUSES)}")
    if "item_index" in items.columns:
        _require_once(items, (*_LIST_KEY, "item_index"), "items hold the item", "an item")
    absent = [name for name in _OPTIONAL if name not in items.columns]
    items = items.with_columns(pl.lit(None, pl.Boolean).alias(name) for name in absent)
    failures = lists.filter(_extraction_failed()).select(_LIST_KEY)
    flags = ("variant_only", "duplicate", "morph_pad", "pair_table_miss", "other_reading")
    return (
        _with_cells(items, suite, "items")
        .join(failures, on=_LIST_KEY, how="anti")
        .with_columns(
            *(pl.col(flag).cast(pl.Boolean).fill_null(False) for flag in flags),
            pl.col("failed").cast(pl.List(pl.String)).fill_null(pl.lit([], dtype=pl.List(pl.String))),
        )
    )


def _lists(lists: pl.DataFrame, suite: pl.DataFrame) -> pl.DataFrame:
    _require_once(lists, _LIST_KEY, "lists hold the reply", "a reply")
    return _with_cells(lists.with_columns(pl.col("refusal").fill_null(False)), suite, "lists")


def _require_once(frame: pl.DataFrame, key: tuple[str, ...], what: str, one: str) -> None:
    twice = frame.filter(pl.struct(key).is_duplicated())
    if not twice.is_empty():
        where = ", ".join(str(value) for value in twice.select(key).row(0))
        raise Refused(f"{what} ({where}) twice: one row {one} ({', '.join(key)}); score again")


def _with_cells(frame: pl.DataFrame, suite: pl.DataFrame, what: str) -> pl.DataFrame:
    _require(suite, _SUITE_COLUMNS, "suite")
    cells = suite.select(_SUITE_COLUMNS).with_columns(pl.col("tier").cast(pl.Int64))
    if cells["prompt_id"].is_duplicated().any():
        raise Refused("the suite holds a prompt_id twice: build it again")
    strangers = frame.join(cells, on="prompt_id", how="anti")
    if not strangers.is_empty():
        raise Refused(
            f"{what} hold the prompt {strangers['prompt_id'][0]!r}, which is not in the suite: "
            "score the runs of this suite, or load the suite that was run"
        )
    drop = [column for column in _SUITE_COLUMNS if column in frame.columns and column != "prompt_id"]
    return frame.drop(drop).join(cells, on="prompt_id", how="left")


def _require(frame: pl.DataFrame, columns: tuple[str, ...], what: str) -> None:
    missing = [column for column in columns if column not in frame.columns]
    if missing:
        raise Refused(f"{what} lack the columns {', '.join(missing)}: wanted are {', '.join(columns)}")


_no_norm = pl.element().str.starts_with("norm_missing:")


def _item_counts() -> list[pl.Expr]:
    counted = ~pl.col("variant_only")
    in_a3 = pl.col("family") == PAIR_FAMILY
    status = pl.col("status")
    scored = counted & pl.when(in_a3).then(status != "oov").otherwise(status.is_in(["pass", "fail", "not_a_word"]))
    passed = scored & (status == "pass")
    first = ~pl.col("duplicate")
    in_table = ~pl.col("pair_table_miss")

    def failed(test: pl.Expr) -> pl.Expr:
        return scored & ~in_a3 & pl.col("failed").list.eval(test).list.any()

    counts = {
        "n_variant_only": ~counted,
        "n_counted": counted,
        "n_scored": scored,
        "n_words_scored": scored & ~in_a3,
        "n_pairs": scored & in_a3,
        **{f"n_{name}": counted & (status == name) for name in STATUSES},
        "n_false_pair": scored & in_a3 & status.is_in(FALSE_PAIR_STATUSES),
        "n_position_error": failed(pl.element().is_in(["phoneme_at", "cluster_at"])),
        "n_structural": failed(~pl.element().str.starts_with("norm_")),
        "n_norm_band": failed(pl.element().str.starts_with("norm_band:")),
        "n_norm_missing": failed(_no_norm),
        "n_duplicate": counted & ~first,
        "n_morph_pad": counted & pl.col("morph_pad"),
        "n_pass_first": passed & first,
        "n_scored_first": scored & first,
        "n_multiword_unscored": counted & ~in_a3 & (status == "multiword"),
        "n_pair_table_miss": scored & ~in_table,
        "n_pass_in_table": passed & in_table,
        "n_scored_in_table": scored & in_table,
        "n_other_reading": scored & ~passed & pl.col("other_reading"),
        "n_norm_missing_only": failed(_no_norm) & pl.col("failed").list.eval(_no_norm).list.all(),
        "n_g2p": counted & (status == "oov") & pl.col("g2p_pass").is_not_null(),
        "n_g2p_pass": counted & (status == "oov") & pl.col("g2p_pass").fill_null(False),
    }
    return [pl.len().alias("n_items"), *(expression.sum().alias(name) for name, expression in counts.items())]


def _extraction_failed() -> pl.Expr:
    return (pl.col("extract_method") == "none") & ~pl.col("refusal").fill_null(False)


def _list_counts() -> list[pl.Expr]:
    degenerate = (
        pl.col("refusal")
        | _extraction_failed()
        | (pl.col("n_dupes") > 0)
        | (pl.col("n_morph_pad") > 0)
        | (2 * pl.col("n_returned") < pl.col("n_requested"))
    )
    counts = {
        "n_lists_pass": pl.col("all_pass"),
        "n_lists_clean": pl.col("clean_pass"),
        "n_refusals": pl.col("refusal"),
        "n_extraction_failures": _extraction_failed(),
        "n_degenerate": degenerate,
    }
    return [pl.len().alias("n_lists"), *(expression.sum().alias(name) for name, expression in counts.items())]
