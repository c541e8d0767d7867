"""Runs of words that two texts share: how a copy is known whatever stands between its words."""

from __future__ import annotations

import re
from collections.abc import Sequence


def words_of(text: str) -> list[str]:
    """The words of a text in one spelling: case folded, apostrophes out, no marks and no underscores."""
    return re.findall(r"[^\W_]+", text.casefold().replace("’", "").replace("'", ""))


def shingles(words: Sequence[str], size: int) -> set[tuple[str, ...]]:
    """Every run of `size` words in a row; none of a shorter text."""
    return {tuple(words[start : start + size]) for start in range(len(words) - size + 1)}
