"""How alike two texts are: the share of their five-word sequences that stand in both."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations


def five_grams(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[start : start + 5]) for start in range(len(words) - 4)}


def alike(texts: Iterable[str], share: float = 0.6) -> list[tuple[str, str]]:
    """Pairs of texts of which the shorter one shares at least `share` of its five-grams with the other."""
    grams = [(text, five_grams(text)) for text in texts]
    return [
        (one, other)
        for (one, a), (other, b) in combinations(grams, 2)
        if a and b and len(a & b) / min(len(a), len(b)) >= share
    ]
