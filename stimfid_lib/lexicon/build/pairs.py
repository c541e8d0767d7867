"""The pair table: every two words that differ in exactly one sound at the same place."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from stimfid_lib.lexicon.build.neighbours import SOUNDS, encode, without_each_sound
from stimfid_lib.lexicon.schema import PAIR_KEYS
from stimfid_lib.phonology.features import feature_distance, sonorant
from stimfid_lib.phonology.ipa import PHONEMES


def minimal_pairs(words: Mapping[str, tuple[str, ...]]) -> pl.DataFrame:
    """Return all unordered pairs of words of equal length that differ in exactly one sound.

    Columns as `schema.PAIR_KEYS`, word1 < word2, phoneme1 in word1, sorted by both words. `position` counts sounds from
    0; `position_type` is initial for the first sound, final for the last of several, else medial.
    `feature_distance` is the Euclidean distance of `phonology.features`, `sonorant_diff` the absolute difference of
    the feature [sonorant] (0 or 2). Homophones differ in no sound and are no pair. `words` are the canonical ones,
    so every row is canonical.
    """
    names = sorted(words)
    frame = pl.DataFrame(
        {"word": names, "code": [encode(words[word]) for word in names]}, schema={"word": pl.String, "code": pl.String}
    )
    holes = without_each_sound(frame).select("word", "position", "sound", "rest", size=pl.col("code").str.len_chars())
    both = holes.join(holes.select("word", "sound", "rest"), on="rest", suffix="2")
    found = both.filter(pl.col("word") < pl.col("word2"), pl.col("sound") != pl.col("sound2"))
    last = pl.col("position") == pl.col("size").cast(pl.Int64) - 1
    place = pl.when(pl.col("position") == 0).then(pl.lit("initial")).when(last).then(pl.lit("final"))
    placed = found.select(
        pl.col("word").alias("word1"),
        "word2",
        pl.col("sound").replace_strict(SOUNDS, return_dtype=pl.String).alias("phoneme1"),
        pl.col("sound2").replace_strict(SOUNDS, return_dtype=pl.String).alias("phoneme2"),
        "position",
        place.otherwise(pl.lit("medial")).alias("position_type"),
    )
    return placed.join(_contrast_facts(), on=("phoneme1", "phoneme2"), how="left").sort("word1", "word2")


def _contrast_facts() -> pl.DataFrame:
    """Return the constant facts of every ordered pair of two phonemes, and that a pair's words are canonical."""
    rows = [
        (one, other, feature_distance(one, other), abs(sonorant(one) - sonorant(other)), True)
        for one in PHONEMES
        for other in PHONEMES
    ]
    names = ("phoneme1", "phoneme2", "feature_distance", "sonorant_diff", "is_canonical")
    return pl.DataFrame(rows, schema={name: PAIR_KEYS[name] for name in names}, orient="row")
