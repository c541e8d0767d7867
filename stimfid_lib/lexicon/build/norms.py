"""Readers of the psycholinguistic norms: word -> value, each on the scale of its source."""

from __future__ import annotations

import csv
import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import polars as pl

from stimfid_lib.base.errors import Refused


def _read_column(path: Path, column: str) -> dict[str, float]:
    """Read `Word` and one number column of a CSV file; words that are not lower case stay out."""
    with path.open(encoding="utf-8-sig", newline="") as handle:
        header = next(csv.reader(handle))
    if not {"Word", column} <= set(header):
        raise Refused(f"{path.name}: no columns Word and {column} among {header}; the pinned file has changed")
    frame = pl.read_csv(path, columns=[header.index("Word"), header.index(column)], infer_schema=False)
    frame.columns = ["word", "value"]
    frame = frame.with_columns(pl.col("value").cast(pl.Float64, strict=False)).drop_nulls()
    frame = frame.filter(pl.col("word") == pl.col("word").str.to_lowercase())
    return dict(frame.iter_rows())


def read_frequency(path: Path) -> dict[str, float]:
    """Read SUBTLEX-US: log10 of (count + 1), column Lg10WF; not per million and not Zipf."""
    return _read_column(path, "Lg10WF")


def read_aoa(path: Path) -> dict[str, float]:
    """Read Kuperman's ratings: age of acquisition in years, column Rating.Mean."""
    return _read_column(path, "Rating.Mean")


def read_concreteness(path: Path) -> dict[str, float]:
    """Read Brysbaert's ratings, 1 (abstract) to 5 (concrete), from their own column; phrases stay out."""
    return {word: value for word, value in _read_column(path, "Brysbaert").items() if " " not in word}


class _NoGlobals(pickle.Unpickler):
    """Reads numbers, texts, tuples and dictionaries only: a pickle that names any class or function is refused."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise Refused(f"mrc.pickle asks for {module}.{name}: only plain values are read; the pinned file has changed")


def read_familiarity(path: Path) -> dict[str, float]:
    """Read the MRC database's familiarity (FAM), nominally 100 to 700, by word in lower case.

    The pickle is read by an unpickler that admits no globals, so it can call nothing.

    Raises:
        Refused: it holds anything but plain values, or two values for one word.
    """
    with path.open("rb") as handle:
        table: dict[tuple[str, str], dict[str, Any]] = _NoGlobals(handle).load()
    values: dict[str, float] = {}
    for (word, _), entry in table.items():
        value = entry["FAM"]
        if value is not None and values.setdefault(word.lower(), float(value)) != value:
            raise Refused(f"{path.name}: two familiarity values for {word!r}; the pinned file has changed")
    return values


def with_lemmas(
    words: Sequence[str], roots: Sequence[str], norm: Mapping[str, float]
) -> tuple[list[float | None], list[bool]]:
    """Return a norm for each word and whether it was taken from the word's root, where its own form has none."""
    own = [norm.get(word) for word in words]
    values = [norm.get(root) if value is None else value for root, value in zip(roots, own, strict=True)]
    flags = [value is not None and mine is None for value, mine in zip(values, own, strict=True)]
    return values, flags
