"""Words and pairs of the lexicon that satisfy a request, the most usable first."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.settings import proposal
from stimfid_lib.lexicon.contrasts import contrast_pairs, contrast_sets
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.spelling import normal_spelling
from stimfid_lib.suite.request import Request

Entry = tuple[str, ...]

ORDERS: dict[str, tuple[tuple[str, ...], tuple[bool, ...]]] = {
    "usable": (("inflected", "usable", "word"), (False, False, False)),
    "frequency": (("log_frequency", "word"), (True, False)),
    "aoa": (("aoa", "word"), (False, False)),
    "concreteness": (("concreteness", "word"), (True, False)),
    "syllables": (("syllable_count", "usable", "word"), (False, False, False)),
    "word": (("word",), (False,)),
}
"""Orders of `choose`: columns, and whether each falls. `usable` is the sum of a word's ranks by frequency, age of
acquisition and concreteness: common, early and easy to picture comes first, inflected forms last; a missing value
counts as the worst."""


def choose(asked: Request, lex: Lexicon, *, order: str = "usable") -> pl.DataFrame:
    """Canonical words that satisfy a request for words, in an order that never changes.

    Columns: those of `Lexicon.primary`, `usable` (a sum of ranks, small is good) and `inflected`. What is usable need
    not suit a given client, which is for clinicians to say.

    Raises:
        Refused: an unknown order, or a norm that the lexicon does not hold.
    """
    if order not in ORDERS:
        raise Refused(f"unknown order {order!r}{proposal(order, ORDERS)}")
    columns, falling = ORDERS[order]
    found = lex.satisfying(asked.constraints, canonical_only=True)
    return _ranked(found).sort(columns, descending=list(falling), nulls_last=True)


def choose_entries(asked: Request, lex: Lexicon) -> list[Entry]:
    """Words, pairs or sets that satisfy a request, the most usable first; of a pair the less usable word counts."""
    if asked.contrast is None:
        return [(word,) for word in choose(asked, lex)["word"]]
    if asked.contrast.kind == "multiple":
        entries: Iterable[Entry] = contrast_sets(lex, asked.contrast)
    else:
        entries = contrast_pairs(lex, asked.contrast).select("target", "contrast_word").unique().rows()
    usable = dict(_ranked(lex.primary).select("word", pl.struct("inflected", "usable")).iter_rows())
    keys = {word: (facts["inflected"], facts["usable"]) for word, facts in usable.items()}
    return sorted(entries, key=lambda entry: (max(keys[word] for word in entry), entry))


class Replacements:
    """Replacements for a list's items: each is given out once, and none shares a root with what the list keeps."""

    def __init__(self, asked: Request, lex: Lexicon, kept: Collection[str]) -> None:
        self._lex = lex
        self._taken = {self._root(word) for word in kept} | {normal_spelling(word) for word in kept}
        self._entries = [entry for entry in choose_entries(asked, lex) if min(map(len, entry)) > 2]
        self._single_words = asked.contrast is None

    def instead_of(self, words: Collection[str]) -> Entry | None:
        """The next entry; in place of a single word, one of as many syllables where there is one."""
        record = self._lex.get(next(iter(words))) if self._single_words else None
        wanted = None if record is None else record.syllable_count
        chosen = self._first(wanted) or self._first(None)
        if chosen is not None:
            self._taken |= {self._root(word) for word in chosen} | set(chosen)
        return chosen

    def _first(self, syllables: int | None) -> Entry | None:
        for entry in self._entries:
            if any(word in self._taken or self._root(word) in self._taken for word in entry):
                continue
            record = self._lex.get(entry[0])
            if syllables is None or (record is not None and record.syllable_count == syllables):
                return entry
        return None

    def _root(self, word: str) -> str:
        record = self._lex.get(word)
        return normal_spelling(record.root if record else word)


def _ranked(words: pl.DataFrame) -> pl.DataFrame:
    ranks = [
        pl.col(norm).rank("min", descending=falling).fill_null(pl.len()).cast(pl.Int64)
        for norm, falling in (("log_frequency", True), ("aoa", False), ("concreteness", True))
    ]
    return words.with_columns(usable=pl.sum_horizontal(ranks), inflected=pl.col("root") != pl.col("word"))
