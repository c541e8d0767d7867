"""The lexicon: every word's primary pronunciation and norms, its minimal pairs, and who satisfies what."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.identity import LexiconIdentity, NormScale, scale_of
from stimfid_lib.lexicon.loading import LexiconTables, load_tables
from stimfid_lib.lexicon.masks import Mask, WordMasks, known_norm
from stimfid_lib.lexicon.pairing import PairArrays, Pronunciations
from stimfid_lib.lexicon.record import PairInfo, WordRecord
from stimfid_lib.lexicon.records import PairRecords, Records
from stimfid_lib.lexicon.spelling import is_multiword_expr

SyllableRange = int | tuple[int, int]


class Lexicon:
    """A lexicon folder in memory; never changed after loading.

    `words` holds every row of words.parquet, `primary` one row a word: the word's first canonical row, else its first
    row. The pronunciations of a word's other rows count as its variants. Words are one word whatever their case or
    apostrophe. `pairs` holds every row of pairs.parquet. A lexicon says what its sources say of General American
    citation forms; it knows nothing of dialect, context or the child.
    """

    def __init__(self, tables: LexiconTables) -> None:
        self._tables = tables
        self._records = Records(tables.words, tables.norms)
        self._pair_records = PairRecords(tables.pairs)

    @classmethod
    def from_dir(cls, folder: Path | str | None = None) -> Lexicon:
        """Load a lexicon: the folder named, else `$PHONOLEX_RUNTIME_DIR`, else `data/runtime` at the repository's
        root if it exists, else the open lexicon in `data/lexicon`.

        Raises:
            MissingInput: no such folder or table.
            Refused: a table that cannot be trusted (see `loading.load_tables`).
        """
        return cls(load_tables(folder))

    def __repr__(self) -> str:
        return f"<Lexicon {self.identity.name!r}: {self.primary.height} words, {self.pairs.height} pairs>"

    def __len__(self) -> int:
        return self.primary.height

    @property
    def folder(self) -> Path:
        """The folder that was loaded."""
        return self._tables.folder

    @property
    def words(self) -> pl.DataFrame:
        """All rows of the words table, phonemes in canonical spelling."""
        return self._tables.words

    @property
    def pairs(self) -> pl.DataFrame:
        """All rows of the pair table, word1 < word2."""
        return self._tables.pairs

    @property
    def norms(self) -> tuple[str, ...]:
        """Names of the norms: the five of the specification, then the table's further numeric columns."""
        return self._tables.norms

    @property
    def identity(self) -> LexiconIdentity:
        """Which lexicon this is; every output is named by it."""
        return self._tables.identity

    def scale(self, norm: str) -> NormScale:
        """Scale and wording of a norm, from lexicon.json, else PhonoLex's.

        Raises:
            Refused: the lexicon has no such norm.
        """
        return scale_of(known_norm(norm, self.norms), self._tables.about)

    @property
    def primary(self) -> pl.DataFrame:
        """One row a word, in the table's order."""
        return self._records.primary

    def get(self, word: str) -> WordRecord | None:
        """The word's record, or None; case, curly apostrophes and outer spaces make no difference."""
        return self._records.get(word)

    def pair_info(self, word1: str, word2: str) -> PairInfo | None:
        """The pair-table row of two words in either order, or None; a look-up, not a scan."""
        return self._pair_records.get(word1, word2)

    def row(self, key: str) -> int | None:
        """The row of `primary` that holds a word given in its normal spelling (`spelling.normal_spelling`), or None."""
        return self._records.row(key)

    def root(self, row: int) -> str:
        """The root of the word in a row of `primary`."""
        return self._records.root(row)

    @property
    def varied(self) -> Mask:
        """True for the rows of `primary` whose word has a second pronunciation."""
        return self._records.varied

    @cached_property
    def masks(self) -> WordMasks:
        """Vectorised constraints over the rows of `primary`."""
        return WordMasks(self.primary, self.norms)

    @cached_property
    def single(self) -> Mask:
        """True for the rows of `primary` that are one word, since an item with a space or hyphen passes nothing."""
        return ~self.primary.select(is_multiword_expr("word")).to_series().to_numpy()

    @cached_property
    def canonical(self) -> Mask:
        """True for the canonical rows of `primary` that are one word: the reference population."""
        return self.primary["is_canonical"].to_numpy() & self.single

    @cached_property
    def pairing(self) -> PairArrays:
        """The usable rows of `pairs` as arrays, for `contrasts.contrast_pairs`."""
        return PairArrays(self.pairs, self.primary, self.canonical, self.masks)

    @cached_property
    def pronunciations(self) -> Pronunciations:
        """The canonical words by pronunciation, for `contrasts.contrast_sets`."""
        return Pronunciations(self.primary, self.canonical, self.masks)

    def satisfying(self, constraints: Iterable[Constraint], *, canonical_only: bool = False) -> pl.DataFrame:
        """Rows of `primary` whose word passes all constraints, in the table's order; no constraint keeps every word.

        The same words for which `check_item` says pass.

        Raises:
            Refused: a constraint bands a norm that the lexicon does not hold.
        """
        start = self.canonical if canonical_only else self.single
        return self.primary.filter(pl.Series(self.masks.all_of(constraints, start)))

    def count(self, constraints: Iterable[Constraint]) -> int:
        """Number of canonical words that pass all constraints: how satisfiable a cell is."""
        return int(np.count_nonzero(self.masks.all_of(constraints, self.canonical)))

    def tertiles(self, prop: str, *, syllables: SyllableRange | None = None) -> tuple[float, float]:
        """Lower and upper tertile of a norm over canonical words, each word once, nulls left out.

        Polars quantiles 1/3 and 2/3 with interpolation `nearest`, so each is a value that some word has, on the
        norm's own scale. `syllables` (n, or (least, most)) keeps words of that length: neighbourhood density is
        nearly a function of length, so its tertiles over all words tell long words from short ones and little else.

        Raises:
            Refused: unknown norm, an empty range, or no word with a value.
        """
        words = self.primary.filter(pl.Series(self.canonical))
        if syllables is not None:
            least, most = (syllables, syllables) if isinstance(syllables, int) else syllables
            if least > most:
                raise Refused(f"tertiles of {prop!r}: empty syllable range {least} to {most}: give least <= most")
            words = words.filter(pl.col("syllable_count").is_between(least, most))
        values = words[known_norm(prop, self.norms)].drop_nulls()
        low, high = (values.quantile(share, interpolation="nearest") for share in (1 / 3, 2 / 3))
        if low is None or high is None:
            of = "" if syllables is None else f" of {syllables} syllables"
            raise Refused(f"tertiles of {prop!r}: no canonical word{of} has a value in {self.folder}")
        return float(low), float(high)

    def feature_distance_threshold(self) -> float:
        """75th percentile (interpolation `nearest`) of feature_distance over canonical pairs, from which a contrast
        counts as maximal; in the units of this lexicon's feature system.

        Raises:
            Refused: the pair table has no canonical row.
        """
        distances = self.pairs.filter("is_canonical")["feature_distance"]
        threshold = distances.quantile(0.75, interpolation="nearest")
        if threshold is None:
            raise Refused(f"{self.folder / 'pairs.parquet'}: no canonical pair, so no feature-distance threshold")
        return float(threshold)
