"""Words that differ in one phoneme: the pair table as arrays, and the words by their pronunciation."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import polars as pl

from stimfid_lib.lexicon.masks import PHONEME_IDS, Mask, WordMasks
from stimfid_lib.lexicon.schema import POSITION_TYPES
from stimfid_lib.lexicon.spelling import normal_spelling_expr

_ROWS_AT_ONCE = 65_536


def position_type(place: int, length: int) -> str:
    """Name the place (index from 0) of a phoneme in a word of `length` phonemes: initial, medial or final."""
    if place == 0:
        return "initial"
    return "final" if place == length - 1 else "medial"


class PairArrays:
    """The usable rows of a pair table: both words canonical, and the row true of their primary pronunciations.

    A table may hold rows that rest on a secondary pronunciation; scoring aligns primary ones, so such a row would
    promise a pair that then fails.
    """

    def __init__(self, pairs: pl.DataFrame, primary: pl.DataFrame, canonical: Mask, masks: WordMasks) -> None:
        row_of = primary.select(normal_spelling_expr("word").alias("key")).with_row_index("row")
        row_of = row_of.filter(pl.Series(canonical))
        usable = pairs.with_row_index("pair").filter("is_canonical")
        for number in "12":
            key = normal_spelling_expr(f"word{number}").alias("key")
            joined = usable.with_columns(key).join(row_of, on="key", how="inner", maintain_order="left")
            usable = joined.drop("key").rename({"row": f"row{number}"})
        usable = usable.filter(pl.Series(_borne_out(usable, *masks.encoded)))
        self.rows = usable["pair"].to_numpy()
        self._phonemes = [_ids(usable[name]) for name in ("phoneme1", "phoneme2")]
        self._positions = usable["position_type"]
        self._syllables = [masks.syllables[usable[name].to_numpy()] for name in ("row1", "row2")]

    def matching(
        self, one: str, other: str, position: str | None, syllables: int | None
    ) -> tuple[npt.NDArray[np.uint32], Mask]:
        """Rows of the pair table with these two phonemes in either order, and where word2 is the one with `one`."""
        first, second = PHONEME_IDS[one], PHONEME_IDS[other]
        phoneme1, phoneme2 = self._phonemes
        turned = (phoneme1 == second) & (phoneme2 == first)
        found = turned | ((phoneme1 == first) & (phoneme2 == second))
        if position is not None:
            found &= (self._positions == position).to_numpy()
        if syllables is not None:
            found &= (self._syllables[0] == syllables) & (self._syllables[1] == syllables)
        return self.rows[found], turned[found]


def _ids(phonemes: pl.Series) -> npt.NDArray[np.uint8]:
    return phonemes.replace_strict(PHONEME_IDS, return_dtype=pl.UInt8).to_numpy()


def _borne_out(pairs: pl.DataFrame, matrix: npt.NDArray[np.uint8], lengths: npt.NDArray[np.int64]) -> Mask:
    """True where the pronunciations are equally long and differ in just the phonemes and place that the row says."""
    true = np.zeros(pairs.height, dtype=np.bool_)
    for start in range(0, pairs.height, _ROWS_AT_ONCE):
        part = pairs.slice(start, _ROWS_AT_ONCE)
        row1, row2 = part["row1"].to_numpy(), part["row2"].to_numpy()
        differ = matrix[row1] != matrix[row2]
        place = differ.argmax(axis=1)
        names = np.where(place == 0, 0, np.where(place == lengths[row1] - 1, 2, 1))
        true[start : start + part.height] = (
            (lengths[row1] == lengths[row2])
            & (differ.sum(axis=1) == 1)
            & (matrix[row1, place] == _ids(part["phoneme1"]))
            & (matrix[row2, place] == _ids(part["phoneme2"]))
            & (np.array(POSITION_TYPES)[names] == part["position_type"].to_numpy())
        )
    return true


class Pronunciations:
    """Canonical words by primary pronunciation, one word for each: of homophones the most frequent by
    `log_frequency` (no value counts as least), then the first in the alphabet.
    """

    def __init__(self, primary: pl.DataFrame, canonical: Mask, masks: WordMasks) -> None:
        matrix, self._lengths = masks.encoded
        self._syllables = masks.syllables
        self._words = primary["word"].to_list()
        order = primary.with_row_index("row").filter(pl.Series(canonical))
        order = order.sort("log_frequency", "word", descending=[True, False], nulls_last=True)
        self._row_of: dict[bytes, int] = {}
        for row in order["row"]:
            self._row_of.setdefault(matrix[row].tobytes(), row)
        self._kept = np.fromiter(self._row_of.values(), dtype=np.int64, count=len(self._row_of))
        self._matrix = matrix[self._kept]

    def frames(
        self, target: str, contrasts: tuple[str, ...], position: str | None, syllables: int | None
    ) -> Iterator[tuple[str, ...]]:
        """Sets of words that fill one frame: a word with `target` at some place, and for each contrast the word
        with that phoneme there and all else alike.
        """
        rows, places = np.nonzero(self._matrix == PHONEME_IDS[target])
        ids = [PHONEME_IDS[phoneme] for phoneme in contrasts]
        for index, place in zip(rows.tolist(), places.tolist(), strict=True):
            row = int(self._kept[index])
            if position is not None and position_type(place, int(self._lengths[row])) != position:
                continue
            found = self._fillers(self._matrix[index], place, ids)
            if found and (syllables is None or all(self._syllables[one] == syllables for one in (row, *found))):
                yield tuple(self._words[one] for one in (row, *found))

    def _fillers(self, target: npt.NDArray[np.uint8], place: int, contrasts: list[int]) -> list[int]:
        """Row of the word for each contrast phoneme, or nothing if one is wanting."""
        frame = bytearray(target.tobytes())
        found = []
        for phoneme in contrasts:
            frame[place] = phoneme
            row = self._row_of.get(bytes(frame))
            if row is None:
                return []
            found.append(row)
        return found
