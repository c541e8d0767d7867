"""Look-up of one word or one pair: records are made when first asked for, and kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from stimfid_lib.lexicon.record import PairInfo, Phonemes, WordRecord
from stimfid_lib.lexicon.schema import PAIR_KEYS
from stimfid_lib.lexicon.spelling import normal_spelling, normal_spelling_expr

_PLAIN = (
    "word",
    "syllable_count",
    "initial_phoneme",
    "final_phoneme",
    "cv_shape",
    "is_canonical",
    "root",
)


class Records:
    """The words of a table by spelling. `primary` is one row a word: its first canonical row, else its first row."""

    def __init__(self, words: pl.DataFrame, norms: Sequence[str]) -> None:
        self._norms = tuple(norms)
        self._kept: dict[str, WordRecord] = {}
        self._keys = words.select(normal_spelling_expr("word")).to_series()
        self._further: dict[str, list[Phonemes]] = {}
        self.primary = words
        if self._keys.n_unique() < words.height:
            keyed = words.with_columns(self._keys.alias("_key")).with_row_index("_row")
            first = keyed.sort(pl.col("is_canonical").not_(), maintain_order=True).unique("_key", keep="first")
            first = first.sort("_row")
            self._further = _other_rows(keyed, first)
            self._keys = first["_key"]
            self.primary = first.drop("_row", "_key")

    @cached_property
    def _row_of(self) -> dict[str, int]:
        return {key: row for row, key in enumerate(self._keys)}

    @cached_property
    def _columns(self) -> Mapping[str, list[Any]]:
        # row by row, polars takes about 30 µs a record; from whole columns as lists, 2 µs
        return self.primary.to_dict(as_series=False)

    def row(self, key: str) -> int | None:
        """The row of `primary` that holds a word, which is given in its normal spelling, or None."""
        return self._row_of.get(key)

    def root(self, row: int) -> str:
        """The root of the word in a row of `primary`."""
        return str(self._columns["root"][row])

    @cached_property
    def varied(self) -> npt.NDArray[np.bool_]:
        """True for each row of `primary` whose word has a second pronunciation."""
        varied = (self.primary["variants"].list.len() > 0).to_numpy(writable=True)
        varied[[self._row_of[key] for key in self._further]] = True
        return varied

    def get(self, word: str) -> WordRecord | None:
        """The word's record, or None if the table has no such word."""
        key = normal_spelling(word)
        record = self._kept.get(key)
        if record is None and (row := self._row_of.get(key)) is not None:
            record = self._kept[key] = self._record(key, row)
        return record

    def _record(self, key: str, row: int) -> WordRecord:
        columns = self._columns
        phonemes = _split(columns["phonemes_str"][row])
        variants = [*map(_split, columns["variants"][row]), *self._further.get(key, ())]
        return WordRecord(
            **{name: columns[name][row] for name in _PLAIN},
            phonemes=phonemes,
            norms={norm: columns[norm][row] for norm in self._norms},
            variants=tuple(dict.fromkeys(variant for variant in variants if variant != phonemes)),
        )


def _split(pronunciation: str) -> Phonemes:
    return tuple(pronunciation[1:-1].split("|"))


def _other_rows(keyed: pl.DataFrame, first: pl.DataFrame) -> dict[str, list[Phonemes]]:
    """Pronunciations of the rows that are not primary, by word: they count as variants."""
    others = keyed.join(first.select("_row"), on="_row", how="anti").sort("_row")
    found: dict[str, list[Phonemes]] = {}
    for key, pronunciation, variants in others.select("_key", "phonemes_str", "variants").iter_rows():
        found.setdefault(key, []).extend(map(_split, (pronunciation, *variants)))
    return found


class PairRecords:
    """The pairs of a table by their two words; of several rows of a pair the first canonical one, else the first."""

    def __init__(self, pairs: pl.DataFrame) -> None:
        self._pairs = pairs.select(*PAIR_KEYS)
        self._kept: dict[tuple[str, str], PairInfo] = {}

    @cached_property
    def _row_of(self) -> dict[tuple[str, str], int]:
        keys = self._pairs.lazy().with_row_index("row")
        keys = keys.with_columns(normal_spelling_expr(name) for name in ("word1", "word2"))
        # a dict keeps what is written last, so the row to be kept comes last
        keys = keys.sort(pl.col("is_canonical"), pl.col("row").cast(pl.Int64).neg(), maintain_order=True)
        found = keys.select(
            pl.min_horizontal("word1", "word2").alias("one"), pl.max_horizontal("word1", "word2").alias("two"), "row"
        ).collect()
        return dict(zip(zip(found["one"], found["two"], strict=True), found["row"], strict=True))

    @cached_property
    def _rows(self) -> list[tuple[Any, ...]]:
        # one row at a time, polars takes twice as long as all else in a look-up
        return self._pairs.rows()

    def get(self, word1: str, word2: str) -> PairInfo | None:
        """The pair's row, whichever word is named first, or None."""
        one, two = normal_spelling(word1), normal_spelling(word2)
        key = (one, two) if one < two else (two, one)
        pair = self._kept.get(key)
        if pair is None and (row := self._row_of.get(key)) is not None:
            pair = self._kept[key] = PairInfo(*self._rows[row])
        return pair
