"""The whole lexicon against one constraint at once: boolean masks over a matrix of phonemes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
import numpy.typing as npt
import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.phonology.ipa import PHONEMES

Mask = npt.NDArray[np.bool_]

PHONEME_IDS = {phoneme: number for number, phoneme in enumerate(PHONEMES, start=1)}
"""Number of each phoneme in a phoneme matrix; 0 is the padding after a word's last phoneme."""


def phoneme_matrix(pronunciations: pl.Series) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Encode canonical phonemes_str texts: a matrix (words × longest word) of `PHONEME_IDS`, and the word lengths."""
    parts = pronunciations.str.slice(1).str.strip_suffix("|").str.split("|")
    lengths = parts.list.len().to_numpy().astype(np.int64)
    flat = parts.explode(empty_as_null=False).replace_strict(PHONEME_IDS, return_dtype=pl.UInt8).to_numpy()
    matrix = np.zeros((len(lengths), int(lengths.max(initial=0))), dtype=np.uint8)
    matrix[np.arange(matrix.shape[1]) < lengths[:, None]] = flat
    return matrix, lengths


class WordMasks:
    """Masks over the rows of a table of words (one row a word), kept once computed.

    This is the vectorised reading of a constraint; `checks.check_item` is the single-word reading, written apart from
    it, and a property test holds the two equal. Masks that are handed out are read-only.
    """

    def __init__(self, words: pl.DataFrame, norms: tuple[str, ...]) -> None:
        self._words = words
        self._norms = norms
        self._kept: dict[Constraint, Mask] = {}

    @cached_property
    def encoded(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Phoneme matrix and lengths of the primary pronunciations."""
        return phoneme_matrix(self._words["phonemes_str"])

    @cached_property
    def syllables(self) -> npt.NDArray[np.int64]:
        """Syllable count of each word."""
        return self._words["syllable_count"].to_numpy()

    @cached_property
    def _inner(self) -> npt.NDArray[np.uint8]:
        """The matrix with each word's first and last phoneme blanked."""
        matrix, lengths = self.encoded
        inner = matrix.copy()
        inner[:, :1] = 0
        inner[np.arange(len(lengths)), lengths - 1] = 0
        return inner

    def mask(self, constraint: Constraint) -> Mask:
        """True for each word that meets the constraint.

        Raises:
            Refused: the constraint bands a norm that the lexicon does not hold.
        """
        if constraint not in self._kept:
            found = self._compute(constraint)
            found.setflags(write=False)
            self._kept[constraint] = found
        return self._kept[constraint]

    def without(self, prop: str) -> Mask:
        """True for each word that has no value of a norm.

        Raises:
            Refused: the lexicon does not hold that norm.
        """
        return self._words[known_norm(prop, self._norms)].is_null().to_numpy()

    def all_of(self, constraints: Iterable[Constraint], start: Mask) -> Mask:
        """True where `start` is true and every constraint is met."""
        found = start
        for constraint in constraints:
            found = found & self.mask(constraint)
        return found

    def _compute(self, constraint: Constraint) -> Mask:
        params = constraint.params
        match constraint.kind:
            case "phoneme_at":
                return self._phoneme_at(PHONEME_IDS[params["phoneme"]], params["position"])
            case "contains_phoneme":
                return np.asarray((self.encoded[0] == PHONEME_IDS[params["phoneme"]]).any(axis=1))
            case "cluster_at":
                return self._cluster_at([PHONEME_IDS[phoneme] for phoneme in params["phonemes"]], params["position"])
            case "syllable_count":
                return _within(self.syllables, params["min"], params["max"])
            case "cv_shape":
                return np.array(self._words["cv_shape"] == params["shape"], dtype=np.bool_)
            case "norm_band":
                values = self._words[known_norm(params["prop"], self._norms)].fill_null(np.nan).to_numpy()
                return _within(values, params["min"], params["max"])
        raise Refused(f"no mask for constraint kind {constraint.kind!r}")

    def _phoneme_at(self, phoneme: int, position: str) -> Mask:
        matrix, lengths = self.encoded
        if position == "initial":
            return np.asarray(matrix[:, 0] == phoneme)
        if position == "final":
            return np.asarray(matrix[np.arange(len(lengths)), lengths - 1] == phoneme)
        return np.asarray((self._inner == phoneme).any(axis=1))

    def _cluster_at(self, cluster: list[int], position: str) -> Mask:
        matrix, lengths = self.encoded
        long_enough = lengths >= len(cluster)
        first = np.zeros_like(lengths) if position == "initial" else lengths - len(cluster)
        found = long_enough.copy()
        rows = np.flatnonzero(long_enough)
        for offset, phoneme in enumerate(cluster):
            found[rows] &= matrix[rows, first[rows] + offset] == phoneme
        return found


def known_norm(prop: str, norms: tuple[str, ...]) -> str:
    """Return `prop` if the lexicon has it.

    Raises:
        Refused: it has not; the text lists the norms that it has.
    """
    if prop not in norms:
        raise Refused(f"unknown norm {prop!r}: this lexicon has {', '.join(norms)}")
    return prop


def _within(values: npt.NDArray[np.float64] | npt.NDArray[np.int64], low: float | None, high: float | None) -> Mask:
    """Both ends included; NaN is within no band."""
    found = ~np.isnan(values)
    if low is not None:
        found &= values >= low
    if high is not None:
        found &= values <= high
    return found
