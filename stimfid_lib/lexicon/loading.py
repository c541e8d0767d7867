"""Where the lexicon lies, and how its two tables are read: checked, and put into one spelling."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.paths import data_dir
from stimfid_lib.lexicon.identity import LexiconIdentity, identity_of, read_about
from stimfid_lib.phonology.ipa import format_phonemes, parse_phonemes, to_ipa

ENVIRONMENT_VARIABLE = "PHONOLEX_RUNTIME_DIR"
NORMS = ("aoa", "concreteness", "log_frequency", "neighborhood_density", "familiarity")
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
    chosen, why = _choose(folder)
    if not chosen.is_dir():
        raise MissingInput(f"no lexicon at {chosen} ({why}): run `make study` or `stimfid lexicon build`")
    for name in ("words.parquet", "pairs.parquet"):
        if not (chosen / name).is_file():
            raise MissingInput(
                f"{chosen} ({why}) holds no {name}: run `make study` or `stimfid lexicon build`, "
                f"or name a complete folder in ${ENVIRONMENT_VARIABLE}"
            )
    return chosen


def _choose(folder: Path | str | None) -> tuple[Path, str]:
    if folder is not None:
        return Path(folder), "the folder asked for"
    named = os.environ.get(ENVIRONMENT_VARIABLE)
    if named:
        return Path(named).expanduser(), f"named by ${ENVIRONMENT_VARIABLE}"
    runtime = data_dir() / "runtime"
    if runtime.is_dir():
        return runtime, "the runtime tables"
    return data_dir() / "lexicon", "the open lexicon"


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
        Refused: a column is missing or of another type, a key column holds a null, a phoneme symbol is unknown;
            the text names file, column and row (counted from 1, the header not counted).
    """
    chosen = lexicon_dir(folder)
    about = read_about(chosen)
    words, norms = _load_words(chosen / "words.parquet")
    pairs = _load_pairs(chosen / "pairs.parquet")
    return LexiconTables(chosen, words, pairs, norms, about, identity_of(chosen, about))


def _load_words(path: Path) -> tuple[pl.DataFrame, tuple[str, ...]]:
    words = _read(path, _WORD_COLUMNS)
    further = (name for name, kind in words.schema.items() if name not in _WORD_COLUMNS and kind.is_numeric())
    norms = (*NORMS, *further)
    words = _typed(words, path, WORD_KEYS | {"root": pl.String} | dict.fromkeys(norms, pl.Float64))
    _refuse_nulls(words, path, tuple(WORD_KEYS))
    if "variants" not in words.columns:
        words = words.with_columns(pl.lit(None, dtype=pl.List(pl.String)).alias("variants"))
    words = _typed(words, path, {"variants": pl.List(pl.String)})
    words = words.with_columns(
        _one_symbol(words, path, "initial_phoneme"),
        _one_symbol(words, path, "final_phoneme"),
        _pronunciations(words, path, "phonemes_str"),
        _variants(words, path),
        pl.col("root").fill_null(pl.col("word")),
        pl.col(norms).fill_nan(None),
    )
    return words, norms


def _load_pairs(path: Path) -> pl.DataFrame:
    pairs = _typed(_read(path, tuple(PAIR_KEYS)), path, PAIR_KEYS)
    _refuse_nulls(pairs, path, tuple(PAIR_KEYS))
    odd = pairs["position_type"].is_in(POSITION_TYPES).not_()
    if odd.any():
        row = odd.arg_true()[0]
        value = pairs["position_type"][row]
        raise _bad(path, "position_type", row, f"{value!r} is none of {', '.join(POSITION_TYPES)}")
    pairs = pairs.with_columns(_one_symbol(pairs, path, "phoneme1"), _one_symbol(pairs, path, "phoneme2"))
    turned = pl.col("word1") > pl.col("word2")
    if not pairs.select(turned.any()).item():
        return pairs
    sides = (("word1", "word2"), ("word2", "word1"), ("phoneme1", "phoneme2"), ("phoneme2", "phoneme1"))
    return pairs.with_columns(pl.when(turned).then(other).otherwise(one).alias(one) for one, other in sides)


def _read(path: Path, columns: Sequence[str]) -> pl.DataFrame:
    try:
        frame = pl.read_parquet(path)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise Refused(f"{path}: not a readable parquet file ({error}); build or copy it again") from error
    missing = [name for name in columns if name not in frame.columns]
    if missing:
        raise Refused(
            f"{path}: missing column {', '.join(map(repr, missing))}; needed are {', '.join(columns)}; "
            f"the file has {', '.join(frame.columns)}"
        )
    return frame


def _typed(frame: pl.DataFrame, path: Path, types: dict[str, Any]) -> pl.DataFrame:
    """Cast what is of another type (whole numbers written as floats, 0/1 for false/true)."""
    for name, kind in types.items():
        if frame.schema[name] == kind:
            continue
        try:
            frame = frame.with_columns(pl.col(name).cast(kind, strict=True))
        except pl.exceptions.PolarsError as error:
            raise Refused(f"{path}: column {name!r} must hold {kind}, not {frame.schema[name]} ({error})") from error
    return frame


def _refuse_nulls(frame: pl.DataFrame, path: Path, columns: Sequence[str]) -> None:
    for name in columns:
        column = frame[name]
        empty = column.is_null()
        if column.dtype == pl.String:
            empty = empty | (column.str.strip_chars() == "").fill_null(False)
        if empty.any():
            raise _bad(path, name, empty.arg_true()[0], "no value, but every row needs one")


def _one_symbol(frame: pl.DataFrame, path: Path, name: str) -> pl.Series:
    """The column with each symbol in its canonical spelling."""
    spelling = {}
    for symbol in frame[name].unique(maintain_order=True):
        try:
            spelling[symbol] = to_ipa(symbol)
        except Refused as error:
            raise _bad(path, name, (frame[name] == symbol).arg_true()[0], str(error)) from error
    if all(symbol == canonical for symbol, canonical in spelling.items()):
        return frame[name]
    return frame[name].replace_strict(spelling, return_dtype=pl.String)


def _pronunciations(frame: pl.DataFrame, path: Path, name: str) -> pl.Series:
    """The phonemes_str column in canonical spelling; only a table that needs it pays for a row-wise reading."""
    if _all_canonical(frame[name]):
        return frame[name]
    written = []
    for row, text in enumerate(frame[name]):
        try:
            phonemes = parse_phonemes(text)
        except Refused as error:
            raise _bad(path, name, row, f"in {text!r}: {error}") from error
        if not phonemes:
            raise _bad(path, name, row, f"{text!r} holds no phoneme; write for example |k|æ|t|")
        written.append(format_phonemes(phonemes))
    return pl.Series(name, written, dtype=pl.String)


def _variants(frame: pl.DataFrame, path: Path) -> pl.Series:
    column = frame["variants"]
    if column.null_count() == 0 and _all_canonical(column.explode(empty_as_null=False)):
        return column
    written = []
    for row, texts in enumerate(column):
        try:
            written.append([format_phonemes(parse_phonemes(text)) for text in texts or () if text])
        except Refused as error:
            raise _bad(path, "variants", row, f"in {list(texts)!r}: {error}") from error
    return pl.Series("variants", written, dtype=pl.List(pl.String))


def _all_canonical(column: pl.Series) -> bool:
    """Tell whether every text is `|x|y|` with canonical symbols only (an empty column is)."""
    if column.null_count() or not (column.str.starts_with("|") & column.str.ends_with("|")).all():
        return False
    symbols = column.str.slice(1).str.strip_suffix("|").str.split("|").explode().unique()
    return all(_is_canonical(symbol) for symbol in symbols)


def _is_canonical(symbol: str) -> bool:
    try:
        return to_ipa(symbol) == symbol
    except Refused:
        return False


def _bad(path: Path, column: str, row: int, what: str) -> Refused:
    return Refused(f"{path}: column {column!r}, row {row + 1}: {what}")
