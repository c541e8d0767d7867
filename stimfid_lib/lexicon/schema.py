"""The columns of a lexicon's two tables: what every lexicon must have, and what the open one adds."""

from __future__ import annotations

from typing import Any

import polars as pl

NORMS = ("aoa", "concreteness", "log_frequency", "neighborhood_density", "familiarity")
"""The norms that every words table states, each with nulls where a word has none; a lexicon may have more."""

POSITION_TYPES = ("initial", "medial", "final")

WORD_KEYS: dict[str, Any] = {
    "word": pl.String,
    "phonemes_str": pl.String,
    "syllable_count": pl.Int64,
    "initial_phoneme": pl.String,
    "final_phoneme": pl.String,
    "cv_shape": pl.String,
    "is_canonical": pl.Boolean,
}
"""Columns of words.parquet that hold no null: one row a pronunciation, `phonemes_str` as `|k|æ|t|`."""

PAIR_KEYS: dict[str, Any] = {
    "word1": pl.String,
    "word2": pl.String,
    "phoneme1": pl.String,
    "phoneme2": pl.String,
    "position": pl.Int64,
    "position_type": pl.String,
    "feature_distance": pl.Float64,
    "sonorant_diff": pl.Float64,
    "is_canonical": pl.Boolean,
}
"""Columns of pairs.parquet, none of which holds a null: word1 < word2, `position` counts sounds from 0."""

OPEN_WORDS: dict[str, Any] = {
    **WORD_KEYS,
    "root": pl.String,
    **dict.fromkeys(NORMS, pl.Float64),
    "neighborhood_density": pl.Int64,
    "variants": pl.List(pl.String),
    "stress": pl.String,
    "aoa_from_lemma": pl.Boolean,
    "concreteness_from_lemma": pl.Boolean,
    "familiarity_from_lemma": pl.Boolean,
}
"""Columns of the open lexicon's words.parquet, in order; `*_from_lemma` marks a norm taken from the word's lemma."""
