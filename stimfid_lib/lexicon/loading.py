"""Where the lexicon lies, and how its two tables are read: checked, and put into one spelling."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.paths import data_dir
from stimfid_lib.lexicon.identity import LexiconIdentity, identity_of, read_about
from stimfid_lib.lexicon.schema import NORMS, PAIR_KEYS, POSITION_TYPES, WORD_KEYS
from stimfid_lib.lexicon.validation import (
    bad_value,
    phoneme_column,
    pronunciation_column,
    read_table,
    refuse_contradictions,
    refuse_infinite,
    refuse_nulls,
    typed,
    variants_column,
)

ENVIRONMENT_VARIABLE = "PHONOLEX_RUNTIME_DIR"
_WORD_COLUMNS = (*WORD_KEYS, "root", *NORMS)


@dataclass(frozen=True)
class LexiconTables:
    """A lexicon's files in memory: every row of both tables, what lexicon.json says, and which lexicon it is."""

    folder: Path
    words: pl.DataFrame
    pairs: pl.DataFrame
    norms: tuple[str, ...]
    about: dict[str, Any]
    identity: LexiconIdentity


def lexicon_dir(folder: Path | str | None = None) -> Path:
    """Return the lexicon's folder: the one named, else `$PHONOLEX_RUNTIME_DIR`, else `data/runtime` at the
    repository's root if it exists, else the open lexicon's `data/lexicon`.

    Raises:
        MissingInput: the folder, or one of its two tables, is absent.
    """
    chosen, why, advice = _choose(folder)
    if not chosen.is_dir():
        raise MissingInput(f"no lexicon at {chosen} ({why}): {advice}")
    for name in ("words.parquet", "pairs.parquet"):
        if not (chosen / name).is_file():
            raise MissingInput(f"no {name} in {chosen} ({why}): {advice}")
    return chosen


def _choose(folder: Path | str | None) -> tuple[Path, str, str]:
    """The folder, why this one, and what to do if it is not there."""
    build = "run `make study` or `stimfid lexicon build`"
    if folder is not None:
        return Path(folder), "the folder asked for", f"name another, or {build}"
    named = os.environ.get(ENVIRONMENT_VARIABLE)
    if named:
        source = f"named by ${ENVIRONMENT_VARIABLE}"
        return Path(named).expanduser(), source, "mount or mend it, or unset the variable to use the open lexicon"
    runtime = data_dir() / "runtime"
    if runtime.is_dir():
        return runtime, "the runtime tables", "complete the folder, or move it away to use the open lexicon"
    return data_dir() / "lexicon", "the open lexicon", build


def load_tables(folder: Path | str | None = None) -> LexiconTables:
    """Read and check a lexicon folder.

    words.parquet needs word, phonemes_str (`|k|æ|t|`), syllable_count, initial_phoneme, final_phoneme, cv_shape,
    is_canonical, root, aoa, concreteness, log_frequency, neighborhood_density, familiarity; `variants` (list of
    phonemes_str) may be absent. Every further numeric column counts as a norm; other columns are kept as they are.
    pairs.parquet needs word1, word2, phoneme1, phoneme2, position, position_type, feature_distance, sonorant_diff,
    is_canonical; a row with word1 > word2 is turned round, words and phonemes together.

    In the result all phonemes are canonical IPA, `variants` is always a list of strings, norms are floats with null
    for missing (NaN too), and a null root is the word itself.

    Raises:
        MissingInput: a table is absent.
        Refused: a column is missing or of another type, a key column holds a null, a norm is infinite, a phoneme
            symbol is unknown, or phonemes_str contradicts syllable_count, initial_phoneme, final_phoneme or cv_shape;
            the text names file, column and row (counted from 1, the header not counted).
    """
    chosen = lexicon_dir(folder)
    about = read_about(chosen)
    words, norms = _load_words(chosen / "words.parquet")
    pairs = _load_pairs(chosen / "pairs.parquet")
    return LexiconTables(chosen, words, pairs, norms, about, identity_of(chosen, about))


def _load_words(path: Path) -> tuple[pl.DataFrame, tuple[str, ...]]:
    words = read_table(path, _WORD_COLUMNS)
    further = (name for name, kind in words.schema.items() if name not in _WORD_COLUMNS and kind.is_numeric())
    norms = (*NORMS, *further)
    words = typed(words, path, WORD_KEYS | {"root": pl.String} | dict.fromkeys(norms, pl.Float64))
    if words.is_empty():
        raise Refused(f"{path}: holds no word; build or copy it again")
    refuse_nulls(words, path, tuple(WORD_KEYS))
    if "variants" not in words.columns:
        words = words.with_columns(pl.lit(None, dtype=pl.List(pl.String)).alias("variants"))
    words = typed(words, path, {"variants": pl.List(pl.String)})
    words = words.with_columns(
        phoneme_column(words, path, "initial_phoneme"),
        phoneme_column(words, path, "final_phoneme"),
        pronunciation_column(words, path, "phonemes_str"),
        variants_column(words, path, "variants"),
        pl.col("root").fill_null(pl.col("word")),
        pl.col(norms).fill_nan(None),
    )
    refuse_infinite(words, path, norms)
    refuse_contradictions(words, path)
    return words, norms


def _load_pairs(path: Path) -> pl.DataFrame:
    pairs = typed(read_table(path, tuple(PAIR_KEYS)), path, PAIR_KEYS)
    refuse_nulls(pairs, path, tuple(PAIR_KEYS))
    refuse_infinite(pairs, path, ("feature_distance", "sonorant_diff"))
    odd = pairs["position_type"].is_in(POSITION_TYPES).not_()
    if odd.any():
        row = odd.arg_true()[0]
        value = pairs["position_type"][row]
        raise bad_value(path, "position_type", row, f"{value!r} is none of {', '.join(POSITION_TYPES)}")
    pairs = pairs.with_columns(phoneme_column(pairs, path, "phoneme1"), phoneme_column(pairs, path, "phoneme2"))
    turned = pl.col("word1") > pl.col("word2")
    if not pairs.select(turned.any()).item():
        return pairs
    sides = (("word1", "word2"), ("word2", "word1"), ("phoneme1", "phoneme2"), ("phoneme2", "phoneme1"))
    return pairs.with_columns(pl.when(turned).then(other).otherwise(one).alias(one) for one, other in sides)
