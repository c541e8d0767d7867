"""How much a post tells: a prompt word for word (A), a use for something that is made (B), the topic alone (C)."""

from __future__ import annotations

import re
from typing import Literal

from stimfid_lib.corpus.mentions import Mention, mentions_in
from stimfid_lib.corpus.plain import plain, word
from stimfid_lib.corpus.prompts import prompts_in

Tier = Literal["A", "B", "C"]
TIERS: tuple[Tier, ...] = ("A", "B", "C")

MENTION_WITHIN = 600
"""Characters between a mention and the verb and object that make tier B."""

_APART = r"[^.!?\n]{0,80}?"
_VERB = (
    r"(?:creat|mak|generat|writ|produc|giv|develop|draft|convert|design|build|com)(?:e|es|ed|ing|s)?|made|wrote|written|gave|"
    r"given|built|came|list|lists|listed|listing|get|gets|got|getting|spits?\s+out|spat\s+out|churns?\s+out|whips?\s+up"
)
_OBJECT = (
    r"word[\s-]?lists?|lists?\s+of\s+words|words|sentences|stor(?:y|ies)|passages?|worksheets?|minimal\s+pairs?|goals?|"
    r"reports?|(?<!please )(?<!to )(?<!take )(?<!side )(?<!sticky )notes?(?!\s+that)"
)
_IDIOMS = re.compile(
    r"in other words|(?:main|my|the|our|your|his|her|their|whole|overall|ultimate)\s+goal\s+(?:is|was|here)|"
    r"words\s+(?:cannot|can't|fail)|mak\w+\s+(?:a\s+|any\s+)?sense|life\s+goals|report(?:s|ed)?\s+(?:to|that)",
    re.IGNORECASE,
)
_MADE = re.compile(
    rf"{word(_VERB)}{_APART}{word(_OBJECT)}"
    rf"|{word(_OBJECT)}[^.!?\n]{{0,60}}?{word('made|written|generated|created|produced|drafted|built|designed')}",
    re.IGNORECASE,
)


def assign_tier(text: str) -> Tier:
    """Tell what a post is good for.

    - `A`: it quotes a prompt (`prompts.extract_quoted_prompts`)
    - `B`: a verb of making with a concrete object in one sentence (word list, words, sentences, story, passage,
      worksheet, minimal pairs, goals, report, note), within 600 characters of a tool's mention
    - `C`: everything else, posts without a mention among them (bare "AI" is none)
    """
    readable = plain(text)
    return tier_of(readable, mentions_in(readable), prompts_in(readable))


def tier_of(text: str, mentions: list[Mention], prompts: list[str]) -> Tier:
    """`assign_tier` for a text that `plain` has been through, with what was found in it."""
    if prompts:
        return "A"
    if not mentions:
        return "C"
    for match in _MADE.finditer(_IDIOMS.sub(lambda idiom: "·" * len(idiom[0]), text)):
        if any(_near(match, mention) for mention in mentions):
            return "B"
    return "C"


def _near(match: re.Match[str], mention: Mention) -> bool:
    """Whether the whole of verb and object lies within reach of a mention."""
    return match.start() >= mention.start - MENTION_WITHIN and match.end() <= mention.end + MENTION_WITHIN
