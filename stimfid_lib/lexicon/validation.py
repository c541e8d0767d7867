"""Checks of a table's columns: what is wrong is named by file, column and row, what is right gets one spelling."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.phonology.ipa import PHONEMES, format_phonemes, is_vowel, parse_phonemes, to_ipa

_LETTERS = np.array([ord("V" if is_vowel(phoneme) else "C") for phoneme in PHONEMES], dtype=np.uint8)
"""C or V for each phoneme of the inventory, as bytes."""


def bad_value(path: Path, column: str, row: int, what: str) -> Refused:
    """The error for one value of a table; `row` is an index from 0 and is told from 1, the header not counted."""
    return Refused(f"{path}: column {column!r}, row {row + 1}: {what}")


def read_table(path: Path, columns: Sequence[str]) -> pl.DataFrame:
    """Read a parquet file that must have these columns.

    Raises:
        Refused: not a parquet file, or a column is missing.
    """
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


def typed(frame: pl.DataFrame, path: Path, types: dict[str, Any]) -> pl.DataFrame:
    """Cast columns that hold another type (whole numbers written as floats, 0/1 for false/true).

    Raises:
        Refused: a value cannot be read as that type.
    """
    for name, kind in types.items():
        if frame.schema[name] == kind:
            continue
        given = frame[name]
        try:
            cast = given.cast(kind, strict=True)
        except pl.exceptions.PolarsError as error:
            raise Refused(f"{path}: column {name!r} must hold {kind}, not {given.dtype} ({error})") from error
        if kind == pl.Int64 and given.dtype.is_float() and (odd := (given != cast).fill_null(False)).any():
            row = odd.arg_true()[0]
            raise bad_value(path, name, row, f"{given[row]} is no whole number")
        frame = frame.with_columns(cast)
    return frame


def refuse_nulls(frame: pl.DataFrame, path: Path, columns: Sequence[str]) -> None:
    """Refuse a table with a null, NaN, or a text of spaces only, in one of these columns."""
    for name in columns:
        column = frame[name]
        empty = column.is_null()
        if column.dtype == pl.String:
            empty = empty | (column.str.strip_chars() == "").fill_null(False)
        if column.dtype.is_float():
            empty = empty | column.is_nan().fill_null(False)
        if empty.any():
            raise bad_value(path, name, empty.arg_true()[0], "no value, but every row needs one")


def refuse_infinite(frame: pl.DataFrame, path: Path, columns: Sequence[str]) -> None:
    """Refuse a table with an infinite number in one of these columns (a division by zero, most likely)."""
    for name in columns:
        odd = frame[name].is_infinite().fill_null(False)
        if odd.any():
            row = odd.arg_true()[0]
            raise bad_value(path, name, row, f"{frame[name][row]} is no value; leave it empty or mend it")


def refuse_contradictions(words: pl.DataFrame, path: Path) -> None:
    """Refuse a words table whose phonemes_str says another initial_phoneme, final_phoneme, syllable_count or cv_shape
    than their columns do. All must be in canonical spelling; syllables are counted as vowels.
    """
    # one long row of sounds, and where each word begins and ends in it: a third of the time that lists would take
    parts = words["phonemes_str"].str.slice(1).str.strip_suffix("|").str.split("|")
    sounds = parts.explode(empty_as_null=False).cast(pl.Enum(PHONEMES)).to_physical().to_numpy()
    ends = np.cumsum(parts.list.len().to_numpy(), dtype=np.int64)
    starts = np.concatenate(([0], ends[:-1]))
    shapes = _LETTERS[sounds].tobytes().decode("ascii")
    counts = np.add.reduceat(_LETTERS[sounds] == ord("V"), starts, dtype=np.int64)
    agrees = {
        "initial_phoneme": _ids(words["initial_phoneme"]) == sounds[starts],
        "final_phoneme": _ids(words["final_phoneme"]) == sounds[ends - 1],
        "syllable_count": words["syllable_count"].to_numpy() == counts,
        "cv_shape": _same_pieces(shapes, starts, ends, words["cv_shape"]),
    }
    for name, same in agrees.items():
        if not same.all():
            row = int(np.argmin(same))
            pronunciation = words["phonemes_str"][row]
            raise bad_value(path, name, row, f"{words[name][row]!r} contradicts the phonemes_str {pronunciation!r}")


def _same_pieces(
    text: str, starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64], pieces: pl.Series
) -> npt.NDArray[np.bool_]:
    """Whether each piece of a text is the one given; all at once where nothing differs, which is the rule."""
    if (pieces.str.len_bytes().to_numpy() == ends - starts).all() and "".join(pieces) == text:
        return np.ones(len(pieces), dtype=np.bool_)
    return np.array([text[start:end] == piece for start, end, piece in zip(starts, ends, pieces, strict=True)])


def _ids(symbols: pl.Series) -> npt.NDArray[np.uint8]:
    return symbols.cast(pl.Enum(PHONEMES)).to_physical().to_numpy()


def phoneme_column(frame: pl.DataFrame, path: Path, name: str) -> pl.Series:
    """A column of single phoneme symbols in canonical spelling."""
    spelling = {}
    for symbol in frame[name].unique(maintain_order=True):
        try:
            spelling[symbol] = to_ipa(symbol)
        except Refused as error:
            raise bad_value(path, name, (frame[name] == symbol).arg_true()[0], str(error)) from error
    if all(symbol == canonical for symbol, canonical in spelling.items()):
        return frame[name]
    return frame[name].replace_strict(spelling, return_dtype=pl.String)


def pronunciation_column(frame: pl.DataFrame, path: Path, name: str) -> pl.Series:
    """A column of pronunciations as `|x|y|` in canonical spelling."""
    return _respelled(frame[name], range(frame.height), path)


def variants_column(frame: pl.DataFrame, path: Path, name: str) -> pl.Series:
    """A column of lists of pronunciations, each as `|x|y|` in canonical spelling; null is the empty list, and
    entries without a phoneme are dropped.
    """
    entries = frame.select(name).with_row_index("row").drop_nulls(name).explode(name, empty_as_null=False)
    entries = entries.filter(pl.col(name).str.strip_chars("| ") != "")
    entries = entries.with_columns(_respelled(entries[name], entries["row"], path))
    lists = entries.group_by("row", maintain_order=True).agg(name)
    rows = pl.DataFrame({"row": range(frame.height)}, schema={"row": entries.schema["row"]})
    return rows.join(lists, on="row", how="left", maintain_order="left")[name].fill_null([])


def _respelled(column: pl.Series, rows: Sequence[int] | pl.Series, path: Path) -> pl.Series:
    """Forty symbols are looked up instead of 300,000; only where one is unknown or empty are rows read singly, which
    tells the row.
    """
    symbols = column.str.strip_chars().str.strip_chars("|").str.split("|")
    try:
        spelling = {symbol: to_ipa(symbol) for symbol in symbols.explode(empty_as_null=False).unique()}
    except Refused:
        written = [_read_singly(text, row, path, column.name) for text, row in zip(column, rows, strict=True)]
        return pl.Series(column.name, written, dtype=pl.String)
    respell = any(symbol != canonical for symbol, canonical in spelling.items())
    if not respell and (column.str.starts_with("|") & column.str.ends_with("|")).all():
        return column
    if respell:
        symbols = symbols.list.eval(pl.element().replace_strict(spelling, return_dtype=pl.String))
    return pl.select(pl.format("|{}|", pl.lit(symbols).list.join("|")).alias(column.name)).to_series()


def _read_singly(text: str, row: int, path: Path, name: str) -> str:
    try:
        phonemes = parse_phonemes(text)
    except Refused as error:
        raise bad_value(path, name, row, f"in {text!r}: {error}") from error
    if not phonemes:
        raise bad_value(path, name, row, f"{text!r} holds no phoneme; write for example |k|æ|t|")
    return format_phonemes(phonemes)
