"""Verbatim: whether the words of an item stand in a reply, so that nothing is taken from a model on trust."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from stimfid_lib.scoring.clean import without_emphasis
from stimfid_lib.scoring.reading.text import plain_reply

# a line that gives orders to a reading program; what stands in no other line is no entry
_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules?|above|previous|prior)\b"
    r"|\b(?:output|(?:respond|reply|answer) with|print|return|report)\b.{0,30}\b(?:only|exactly|following|items?)\b"
    r"|\b(?:system|parser|extractor|extraction)\b.{0,20}\b(?:note|message|prompt|override|result)\b",
    re.IGNORECASE,
)


def is_verbatim(item: str | Sequence[str], raw: str) -> bool:
    """Tell whether every word of an item stands in the reply, whole, in spelling and case."""
    return Stock(raw).take([item] if isinstance(item, str) else item)


class Stock:
    """The words of a reply and how often each may still be taken; lines that give orders are left out."""

    def __init__(self, raw: str) -> None:
        lines = plain_reply(raw).splitlines()
        kept = (line for line in lines if _ORDER.search(line) is None)
        self._text = " ".join(" ".join(map(without_emphasis, kept)).split())
        self._taken: Counter[str] = Counter()

    def take(self, words: Sequence[str]) -> bool:
        """Take every word of an item, or none if one of them is not there often enough."""
        wanted = Counter(word for word in words if word)
        if any(self._taken[word] + count > self._count(word) for word, count in wanted.items()):
            return False
        self._taken.update(wanted)
        return True

    def _count(self, word: str) -> int:
        return len(re.findall(rf"(?<!\w){re.escape(word)}(?!\w)", self._text))
