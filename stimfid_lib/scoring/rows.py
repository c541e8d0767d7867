"""The tables of this floor and their vocabularies: what was extracted, the items' verdicts, the lists' counts."""

from __future__ import annotations

from typing import Any

import polars as pl

WORD_STATUSES = ("pass", "fail", "oov", "multiword", "not_a_word")
"""Verdicts on a word. `oov` is a real word that the lexicon does not hold: counted, never scored."""

ALIGNMENT_STATUSES = (
    "wrong_contrast",
    "wrong_position",
    "wrong_length",
    "not_minimal",
    "variant_or_gt1",
    "below_distance",
)
"""Verdicts on two words that the lexicon holds and that are not the pair asked for."""

PAIR_STATUSES = ("pass", "oov", "multiword", "not_a_word", "malformed", *ALIGNMENT_STATUSES)
"""Verdicts on a pair, or on a target with one of its contrasts."""

STATUSES = (*WORD_STATUSES, "malformed", *ALIGNMENT_STATUSES)

KEYS = pl.Schema({"prompt_id": pl.String(), "model_key": pl.String(), "replicate": pl.Int64()})
"""What one reply is named by in every table."""

EXTRACTED_SCHEMA = pl.Schema(
    {
        **KEYS,
        "kind": pl.String(),
        "entries": pl.List(pl.List(pl.String())),
        "method": pl.String(),
        "refusal": pl.Boolean(),
    }
)
"""One row a reply. `kind` is words, pairs or sets; `entries` the items in order, each as its words ("" if missing)."""

ITEM_SCHEMA = pl.Schema(
    {
        **KEYS,
        "item_index": pl.Int64(),
        "set_index": pl.Int64(),
        "item": pl.String(),
        "status": pl.String(),
        "failed": pl.List(pl.String()),
        "variant_only": pl.Boolean(),
        "duplicate": pl.Boolean(),
        "morph_pad": pl.Boolean(),
        "w1": pl.String(),
        "w2": pl.String(),
        "feature_distance": pl.Float64(),
        "distance_met": pl.Boolean(),
        "pair_table_miss": pl.Boolean(),
    }
)
"""One row an item: a word, a pair, or a target with one of its contrasts.

- `item_index` counts from 0 in the reply; `set_index` counts the sets from 0, null but for sets
- `item`: the word, or `w1 - w2`, as the model spelled it; `status`: one of `STATUSES`
- `failed`: failed constraint kinds of a word, `norm_band:<prop>` and `norm_missing:<prop>` for norms; empty for pairs
- `variant_only`: only secondary pronunciations satisfy; `status` stays what the primary ones gave, and the item
  counts in no rate but its own
- `duplicate`, `morph_pad`: repeats an earlier item, shares a root with an earlier item without repeating one
- `w1`, `w2`, `feature_distance`, `distance_met`, `pair_table_miss`: null for words. `feature_distance` is unit-free and
  of one lexicon (see `PairInfo`), null where the pair table has no row; `distance_met` is null unless the contrast is
  maximal and the words differ in one phoneme; `pair_table_miss` is null unless they differ in one phoneme
"""

LIST_SCHEMA = pl.Schema(
    {
        **KEYS,
        "n_requested": pl.Int64(),
        "n_returned": pl.Int64(),
        **{f"n_{status}": pl.Int64() for status in STATUSES},
        "n_dupes": pl.Int64(),
        "n_morph_pad": pl.Int64(),
        "n_variant_only": pl.Int64(),
        "all_pass": pl.Boolean(),
        "clean_pass": pl.Boolean(),
        "refusal": pl.Boolean(),
        "extract_method": pl.String(),
        "contrast_phonemes_distinct": pl.Boolean(),
    }
)
"""One row a reply. `n_requested` and `n_returned` count item rows (for sets: sets times contrasts); `n_<status>` count
items that are not variant_only, which `n_variant_only` counts; `n_dupes` and `n_morph_pad` count all items. For
`all_pass`, `clean_pass` and `contrast_phonemes_distinct` see `tally.list_columns`."""

Row = dict[str, Any]
"""One row of a table, by column."""
