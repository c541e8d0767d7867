"""Which family a quoted prompt seems to ask for: a guess by rule that a person confirms or corrects."""

from __future__ import annotations

import re

_RULES: tuple[tuple[str, str], ...] = (
    (
        "A3",
        r"\bminimal(?:ly)?[\s-]+pairs?|\bmaximal\s+(?:pairs?|oppositions?|contrasts?)|\bmultiple\s+oppositions?|"
        r"\bcontrast(?:ing|ive)?\s+(?:pairs?|sets?|words)|\bpairs?\s+of\s+words\b|\bword\s+pairs?\b|\bphonemic\s+contrast",
    ),
    ("B2", r"\bneighbou?rhood|\bphonological\s+neighbou?rs?|\b(?:dense|sparse)\s+words"),
    (
        "A2",
        r"\bclusters?\b|\bblends?\b|\b[cv]*c{2}[cv]*vc*\b|\bc+vcc+\b|\bmulti-?syllab|\bpoly-?syllab|"
        r"\b(?:three|four|3|4)(?:\s*(?:-|–|to|or)\s*(?:four|4))?[\s-]+syllable",
    ),
    (
        "A1",
        r"/[^/\s]{1,3}/|\bsounds?\b|\b(?:initial|medial|final)\b|\bphonemes?\b|\bartic\w*|\bvocalic\b|\bvoiced?\b|"
        r"\b(?:start|starts|starting|begin|begins|beginning|end|ends|ending)\s+(?:with|in)\b|"
        r"\bwords?\s+with\s+(?:an?\s+|the\s+)?(?:[a-z]{1,2}|th|sh|ch|ng)\b|\b(?:[a-z]|th|sh|ch|ng)\s+words\b|"
        r"\bsyllables?\b",
    ),
    (
        "B1",
        r"\bage\s+of\s+acquisition|\b(?:early|late)[\s-]+(?:acquired|learned|developing)|\bconcrete(?:ness)?\b|"
        r"\bimag(?:e|e?ability|eable)\b|\b(?:high|low)[\s-]+frequency|\bfrequent\s+words|\bcommon\s+(?:nouns|words)|"
        r"\bcore\s+vocabulary|\babstract\s+(?:nouns|words)",
    ),
)
"""Families in the order in which they are tried: the more special first, since a request for pairs names sounds too."""

_COMPILED = tuple((family, re.compile(pattern, re.IGNORECASE)) for family, pattern in _RULES)


def guess_family(prompt: str) -> str:
    """Guess the family of a prompt (A1 A2 A3 B1 B2); empty where no rule fits, as for goals, reports and stories."""
    for family, pattern in _COMPILED:
        if pattern.search(prompt):
            return family
    return ""
