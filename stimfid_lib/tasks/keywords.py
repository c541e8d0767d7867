"""Words of a text, for the keyword baselines and for the check that an answer names its item."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

_WORD = re.compile(r"[^\W\d_]+")
_STEM = 6
"""Words count as the same from their first letters: model, models and modelling, but neural and neurology too."""


@cache
def _stop_words() -> frozenset[str]:
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    return frozenset(ENGLISH_STOP_WORDS)


def words(text: str) -> list[str]:
    """Words of letters, in lower case."""
    return _WORD.findall(text.casefold())


def content_words(text: str) -> list[str]:
    """Words of at least four letters that are no English stop word (scikit-learn's list), each once, in order."""
    return [word for word in dict.fromkeys(words(text)) if len(word) >= 4 and word not in _stop_words()]


def shared_words(wanted: Iterable[str], text: str) -> list[str]:
    """Those of the wanted words of which the text holds one that begins with the same six letters, a plural s aside."""
    there = {_stem(word) for word in content_words(text)}
    return [word for word in wanted if _stem(word) in there]


def _stem(word: str) -> str:
    return word.removesuffix("s")[:_STEM]
