"""The words by which public chats are searched for requests of speech-language pathology."""

from __future__ import annotations

import re
from collections.abc import Mapping

KEYWORDS: Mapping[str, str] = {
    "speech therapy": r"speech\s+therap\w*",
    "speech-language": r"speech[\s-]+(?:and\s+|&\s+)?language",
    "speech pathology": r"speech\s+patholog\w*",
    "SLP": r"\bslps?\b|\bslpas?\b",
    "articulation": r"\barticulation",
    "phoneme": r"\bphonem\w*",
    "phonology": r"\bphonolog\w*",
    "minimal pair": r"\bminimal\s+pairs?\b",
    "apraxia": r"\b(?:a|dys)praxi\w*",
    "aphasia": r"\b(?:a|dys)phasi\w*",
    "dysarthria": r"\bdysarthri\w*",
    "stuttering": r"\bstutter\w*|\bstammer\w*",
    "lisp": r"\blisp(?:s|ing)?\b",
    "consonant cluster": r"\bconsonant\s+(?:cluster|blend)s?\b",
    "speech sound": r"\bspeech\s+sounds?\b",
}
"""Keyword -> regular expression, letter case aside. They are wide on purpose: "articulation" also finds engineers and
"SLP" stock tickers, so counts of matches are an upper bound of what is of interest."""

_EACH = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in KEYWORDS.items()}
_ANY = re.compile("|".join(KEYWORDS.values()), re.IGNORECASE)


def match_keywords(text: str) -> list[str]:
    """Names of the keywords that a text holds, in the table's order; most texts hold none and cost one search."""
    if _ANY.search(text) is None:
        return []
    return [name for name, pattern in _EACH.items() if pattern.search(text)]
