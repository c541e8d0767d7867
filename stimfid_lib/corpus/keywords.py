"""The words by which public chats are searched for requests of speech-language pathology."""

from __future__ import annotations

import re
from collections.abc import Mapping

KEYWORDS: Mapping[str, str] = {
    "speech therapy": r"speech[\s-]+therap(?:y|ies|ists?)",
    "speech-language": r"speech[\s/-]+(?:and\s+|&\s+)?language",
    "SLP": r"\bslps?\b|\bslpas?\b",
    "articulation": r"articulation",
    "phoneme": r"phonem",
    "minimal pair": r"minimal[\s-]+pairs?\b",
    "apraxia": r"apraxi",
    "phonolog…": r"phonolog",
}
"""Keyword of the specification -> regular expression, letter case aside, parts of words included ("misarticulation",
"apraxic"). They are wide: "articulation" also finds engineers and "SLP" stock tickers, so counts of matches are an
upper bound of what is of interest. Adult naming (aphasia) is not among them: `--similar` finds such requests by their
wording."""

_EACH = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in KEYWORDS.items()}
_ANY = re.compile("|".join(KEYWORDS.values()), re.IGNORECASE)


def match_keywords(text: str) -> list[str]:
    """Names of the keywords that a text holds, in the table's order; most texts hold none and cost one search."""
    if _ANY.search(text) is None:
        return []
    return [name for name, pattern in _EACH.items() if pattern.search(text)]
