"""How a refusal is recognised: by phrases that anyone can read and that the pre-registration copies."""

from __future__ import annotations

import re

from stimfid_lib.lexicon.spelling import normal_spelling

REFUSAL_PHRASES: tuple[str, ...] = (
    "i can't",
    "i cannot",
    "i can not",
    "i couldn't",
    "i'm unable",
    "i am unable",
    "i'm not able",
    "i am not able",
    "i won't",
    "i will not be able",
    "i'm sorry, but i",
    "i am sorry, but i",
    "i don't have the ability",
    "unable to help",
    "unable to assist",
    "unable to provide",
    "as an ai",
    "as a language model",
    "as a large language model",
    "consult a",
    "consult with a",
)
"""Phrases that make a reply without items a refusal; compared as whole words, case and curly apostrophes aside.

They are English, and a phrase alone proves nothing: a reply that holds items is never a refusal.
"""

_PHRASE = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, REFUSAL_PHRASES)) + r")(?!\w)")


def has_refusal_phrase(text: str) -> bool:
    """Tell whether one of `REFUSAL_PHRASES` stands in the text ("I can’t" counts, "as an aid" does not)."""
    return _PHRASE.search(" ".join(normal_spelling(text).split())) is not None
