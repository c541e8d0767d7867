"""The ladder: multiword, in the lexicon, a real word outside it, no word."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.roots import root_of
from stimfid_lib.lexicon.spelling import is_multiword, normal_spelling, without_accents

Rung = Literal["held", "multiword", "oov", "not_a_word"]
"""Where a word stands: `held` by the lexicon, which can check it; the others are statuses of an item."""

RUNGS: tuple[Rung, ...] = ("held", "multiword", "oov", "not_a_word")


class Ladder:
    """A lexicon and a list of real words, which between them say what an item is.

    An item with a space or hyphen inside is `multiword`; one in the lexicon is `held`; one in the word list alone is
    `oov`, a real word that cannot be checked, and so is one that is there without its accents (café); any other is
    `not_a_word`. The last is as sure as the word list is complete: a rare name or a new word counts as made up.
    """

    def __init__(self, lex: Lexicon, wordlist: Collection[str]) -> None:
        self.lex = lex
        self._wordlist = wordlist if isinstance(wordlist, (set, frozenset)) else frozenset(wordlist)

    def rung(self, word: str) -> Rung:
        """Where the word stands on the ladder."""
        return self.place(word)[0]

    def place(self, word: str) -> tuple[Rung, int | None]:
        """Where the word stands, and its row in the lexicon's `primary` if it is held."""
        if is_multiword(word):
            return "multiword", None
        key = normal_spelling(word)
        row = self.lex.row(key)
        if row is not None:
            return "held", row
        # the lexicon itself is never asked without accents: rosé would take the sounds of rose
        real = key in self._wordlist or without_accents(key) in self._wordlist
        return "oov" if real else "not_a_word", None

    def root(self, word: str) -> str | None:
        """Root by which padding is seen: the lexicon's, else the inflection dictionary's; None for several words."""
        rung, row = self.place(word)
        return None if rung == "multiword" else self.root_at(row) if row is not None else root_of(normal_spelling(word))

    def root_at(self, row: int) -> str:
        """Root of a word that the lexicon holds."""
        return normal_spelling(self.lex.root(row))
