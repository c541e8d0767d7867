"""Drawing list entries: common words more often, no root twice."""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from stimfid_lib.lexicon.roots import root_of

if TYPE_CHECKING:
    from stimfid_lib.lexicon.lexicon import Lexicon

Entry = tuple[str, ...]
"""One list entry: a word, the two words of a pair, or a set, target first."""

Urn = Sequence[tuple[float, Entry]]
"""Entries with their weights, in a fixed order."""


class Drawing:
    """Draws entries of a lexicon's words.

    The weight of an entry is the square root of its rarest word's frequency: a word said a hundred times as often
    comes up ten times as often, so that common words lead and replicates still differ. A word without a frequency
    weighs as one that was counted once.
    """

    def __init__(self, lex: Lexicon) -> None:
        words = lex.primary.select("word", "log_frequency", "root").iter_rows()
        self._facts = {word.lower(): (10 ** ((count or 0.0) / 2), root) for word, count, root in words}

    def fill(self, entries: Iterable[Entry]) -> Urn:
        """Weigh entries, which are distinct and in a fixed order."""
        return [(min(self._facts.get(word.lower(), (1.0, ""))[0] for word in entry), entry) for entry in entries]

    def take(self, urn: Urn, wanted: int, draw: random.Random) -> list[Entry]:
        """Draw at most `wanted` entries without replacement, in the order drawn; fewer where there are fewer.

        An entry that shares a root with one drawn before, or within itself, is put back, and taken only if the list
        cannot be filled without.
        """
        # ordering by log(u)/w is a draw with probability proportional to w (Efraimidis & Spirakis 2006)
        heap = [(-math.log(1.0 - draw.random()) / weight, index) for index, (weight, _) in enumerate(urn)]
        heapq.heapify(heap)
        taken: list[Entry] = []
        put_back: list[Entry] = []
        seen: set[str] = set()
        while heap and len(taken) < wanted:
            entry = urn[heapq.heappop(heap)[1]][1]
            roots = {self._root(word) for word in entry}
            if roots & seen or len(roots) < len(entry):
                put_back.append(entry)
            else:
                taken.append(entry)
                seen |= roots
        return taken + put_back[: wanted - len(taken)]

    def _root(self, word: str) -> str:
        _, root = self._facts.get(word.lower(), (1.0, ""))
        return (root or root_of(word)).lower()
