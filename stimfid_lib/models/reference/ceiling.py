"""The ceiling: answers every prompt with words that the lexicon itself lets pass."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast, contrast_pairs, contrast_sets
from stimfid_lib.models.reference.client import ListClient
from stimfid_lib.models.reference.draw import Drawing, Entry
from stimfid_lib.suite.request import Request

if TYPE_CHECKING:
    import polars as pl

    from stimfid_lib.lexicon.lexicon import Lexicon


class LexiconClient(ListClient):
    """Draws canonical words, pairs or sets that satisfy the request by their primary pronunciation.

    It must score exactly 1.0 on every cell, through the same extraction as any model: if it does not, the
    study's own instruments are at fault. It shows that every cell can be satisfied and read; it is no model, and says
    nothing of how hard a cell is.
    """

    key = "lexicon"
    generator = "stimfid-lexicon-1"

    def __init__(self, suite: pl.DataFrame, lex: Lexicon, key: str | None = None) -> None:
        super().__init__(suite, lex, key)
        self._drawing = Drawing(lex)
        self._words = cache(lambda constraints: self._drawing.fill(_satisfying_words(lex, constraints)))
        self._contrasts = cache(lambda contrast: self._drawing.fill(_satisfying_contrasts(lex, contrast)))

    def entries(self, request: Request, draw: random.Random) -> list[Entry]:
        """Draw as many satisfying entries as the request asks for, no root twice where the lexicon allows."""
        urn = self._words(request.constraints) if request.contrast is None else self._contrasts(request.contrast)
        return self._drawing.take(urn, request.list_length, draw)


def _satisfying_words(lex: Lexicon, constraints: tuple[Constraint, ...]) -> list[Entry]:
    words = lex.satisfying(constraints, canonical_only=True)["word"].to_list()
    return [(word,) for word in words if len(word) > 1]  # "a" and "I" read as an article and a numeral in a list


def _satisfying_contrasts(lex: Lexicon, contrast: Contrast) -> list[Entry]:
    if contrast.kind == "multiple":
        entries: list[Entry] = [tuple(words) for words in contrast_sets(lex, contrast)]
    else:
        entries = contrast_pairs(lex, contrast).select("target", "contrast_word").unique(maintain_order=True).rows()
    # "to - so" reads as a label of sounds, not as words: extraction asks for one word of three letters at least
    return [entry for entry in entries if max(map(len, entry)) > 2]
