"""The ladder: multiword, in the lexicon, a real word outside it, no word."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from stimfid_lib.lexicon.checks import check_item
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.roots import root_of
from stimfid_lib.lexicon.spelling import is_multiword, normal_spelling, without_accents


@dataclass(frozen=True, slots=True)
class WordVerdict:
    """Verdict on one word: a status of `WORD_STATUSES`, the constraints it failed, whether a variant meets them."""

    status: str
    failed: tuple[str, ...] = ()
    variant_only: bool = False


class Ladder:
    """A lexicon and a list of real words, which between them say what an item is.

    An item with a space or hyphen inside is `multiword`; one in the lexicon is checked; one in the word list alone is
    `oov`, a real word that cannot be checked, and so is one that is there without its accents (café); any other is
    `not_a_word`. The last is as sure as the word list is complete: a rare name or a new word counts as made up.
    """

    def __init__(self, lex: Lexicon, wordlist: Collection[str]) -> None:
        self.lex = lex
        self._wordlist = wordlist if isinstance(wordlist, (set, frozenset)) else frozenset(wordlist)

    def verdict(self, word: str, constraints: tuple[Constraint, ...] = ()) -> WordVerdict:
        """Judge one word; without constraints every word of the lexicon passes."""
        checked = check_item(word, constraints, self.lex)
        if checked.status == "oov" and not self._is_real(normal_spelling(word)):
            return WordVerdict("not_a_word")
        return WordVerdict(checked.status, checked.failed, checked.variant_only)

    def _is_real(self, word: str) -> bool:
        # the lexicon itself is never asked without accents: rosé would take the sounds of rose
        return word in self._wordlist or without_accents(word) in self._wordlist

    def root(self, word: str) -> str | None:
        """Root by which padding is seen: the lexicon's, else the inflection dictionary's; None for several words."""
        if is_multiword(word):
            return None
        record = self.lex.get(word)
        return normal_spelling(record.root) if record and record.root else root_of(normal_spelling(word))
