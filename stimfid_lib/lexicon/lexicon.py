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
from stimfid_lib.lexicon.loading import PAIR_KEYS, LexiconTables, load_tables
from stimfid_lib.lexicon.masks import Mask, WordMasks, known_norm
from stimfid_lib.lexicon.record import PairInfo, Phonemes, WordRecord
from stimfid_lib.lexicon.spelling import is_multiword, normal_spelling, normal_spelling_expr

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
        self._records: dict[str, WordRecord] = {}
        keyed = tables.words.with_row_index("_row").with_columns(normal_spelling_expr("word").alias("_key"))
        first = keyed.sort(pl.col("is_canonical").not_(), maintain_order=True).unique("_key", keep="first").sort("_row")
        self._keys: list[str] = first["_key"].to_list()
        self._further = _further_pronunciations(keyed, first) if first.height < keyed.height else {}
        self.primary = first.drop("_row", "_key")

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

    @cached_property
    def _row_of(self) -> dict[str, int]:
        return {key: row for row, key in enumerate(self._keys)}

    @cached_property
    def _columns(self) -> dict[str, list[object]]:
        # row by row, polars takes 30 µs a record; whole columns as lists, 2 µs
        return self.primary.to_dict(as_series=False)

    def get(self, word: str) -> WordRecord | None:
        """The word's record, or None; case, curly apostrophes and outer spaces make no difference."""
        key = normal_spelling(word)
        record = self._records.get(key)
        if record is None and (row := self._row_of.get(key)) is not None:
            record = self._records[key] = self._record(row)
        return record

    def _record(self, row: int) -> WordRecord:
        columns = self._columns
        phonemes = _split(str(columns["phonemes_str"][row]))
        variants = [_split(text) for text in columns["variants"][row]]  # type: ignore[attr-defined]
        variants += self._further.get(self._keys[row], [])
        return WordRecord(
            word=columns["word"][row],  # type: ignore[arg-type]
            phonemes=phonemes,
            syllable_count=columns["syllable_count"][row],  # type: ignore[arg-type]
            initial_phoneme=columns["initial_phoneme"][row],  # type: ignore[arg-type]
            final_phoneme=columns["final_phoneme"][row],  # type: ignore[arg-type]
            cv_shape=columns["cv_shape"][row],  # type: ignore[arg-type]
            is_canonical=columns["is_canonical"][row],  # type: ignore[arg-type]
            root=columns["root"][row],  # type: ignore[arg-type]
            norms={norm: columns[norm][row] for norm in self.norms},  # type: ignore[misc]
            variants=tuple(dict.fromkeys(variant for variant in variants if variant != phonemes)),
        )

    @cached_property
    def _pair_rows(self) -> dict[tuple[str, str], int]:
        """Row of each pair; of several rows the first canonical one, else the first."""
        one, two = (self.pairs.select(normal_spelling_expr(name)).to_series() for name in ("word1", "word2"))
        found: dict[tuple[str, str], int] = {}
        for keep in (self.pairs["is_canonical"].arg_true(), self.pairs["is_canonical"].not_().arg_true()):
            for word1, word2, row in zip(one.gather(keep), two.gather(keep), keep, strict=True):
                found.setdefault((word1, word2) if word1 < word2 else (word2, word1), row)
        return found

    def pair_info(self, word1: str, word2: str) -> PairInfo | None:
        """The pair-table row of two words in either order, or None; a look-up, not a scan."""
        one, two = sorted((normal_spelling(word1), normal_spelling(word2)))
        row = self._pair_rows.get((one, two))
        return None if row is None else PairInfo(*self.pairs.select(*PAIR_KEYS).row(row))

    @cached_property
    def masks(self) -> WordMasks:
        """Vectorised constraints over the rows of `primary`."""
        return WordMasks(self.primary, self.norms)

    @cached_property
    def single(self) -> Mask:
        """True for the rows of `primary` that are one word, since an item with a space or hyphen passes nothing."""
        return ~np.fromiter((is_multiword(key) for key in self._keys), dtype=np.bool_, count=len(self._keys))

    @cached_property
    def canonical(self) -> Mask:
        """True for the canonical rows of `primary` that are one word: the reference population."""
        return self.primary["is_canonical"].to_numpy() & self.single

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


def _split(pronunciation: str) -> Phonemes:
    return tuple(pronunciation[1:-1].split("|"))


def _further_pronunciations(keyed: pl.DataFrame, first: pl.DataFrame) -> dict[str, list[Phonemes]]:
    """Pronunciations of the rows that are not primary, by word."""
    others = keyed.join(first.select("_row"), on="_row", how="anti").sort("_row")
    found: dict[str, list[Phonemes]] = {}
    for key, primary, variants in others.select("_key", "phonemes_str", "variants").iter_rows():
        found.setdefault(key, []).extend(_split(text) for text in (primary, *variants))
    return found
