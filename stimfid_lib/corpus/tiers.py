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

_MAKING = (
    r"(?:creat|mak|generat|(?:re)?writ|produc|draft|convert|compos)(?:e|es|s|ed|ing)?|made|(?:re)?wrote|(?:re)?written"
)
"""Verbs of making; they and an object need not stand in one sentence."""

_GETTING = (
    r"(?:giv|com)(?:e|es|ing)|gave|given|came|list|lists|listed|listing|get|gets|got|getting|spits?\s+out|spat\s+out|"
    r"churns?\s+out|whips?\s+up|(?:develop|design|build)(?:s|ed|ing)?|built"
)
"""Verbs that tell of something made only where their object follows in the same sentence."""

_OBJECT = (
    r"word[\s-]?lists?|lists?\s+of\s+words|words|sentences|stor(?:y|ies)|passages?|worksheets?|minimal\s+pairs?|goals?|"
    r"reports?|notes?"
)
_IDIOMS = re.compile(
    r"\b(?:in other words|(?:main|my|the|our|your|his|her|their|whole|overall|ultimate)\s+goal\s+(?:here\s+)?(?:is|was)"
    r"\s+(?:to|for|that|not|just|simply|always)|words\s+(?:cannot|can't|fail)|mak\w+\s+(?:a\s+|any\s+)?sense|life\s+goals|"
    r"(?:please|to|i|we|you|they|must|should|will)\s+(?:report|note)|take\s+note|(?:side|sticky)[\s-]+notes?|"
    r"(?<!\ba\s)(?<!the\s)(?<!my\s)note\s+that)\b",
    re.IGNORECASE,
)
"""Turns of speech in which nothing is made: "makes sense", "please note", "to report", "my goal is to"."""

_MAKES = re.compile(word(_MAKING), re.IGNORECASE)
_MADE_THING = re.compile(word(_OBJECT), re.IGNORECASE)
_GOT = re.compile(
    rf"{word(_GETTING)}[^.!?\n]{{0,80}}?{word(_OBJECT)}|{word(_OBJECT)}[^.!?\n]{{0,60}}?{word('designed|developed|built')}",
    re.IGNORECASE,
)


def assign_tier(text: str) -> Tier:
    """Tell what a post is good for.

    - `A`: it quotes a prompt (`prompts.extract_quoted_prompts`)
    - `B`: a verb of making and a concrete object (word list, words, sentences, story, passage, worksheet, minimal
      pairs, goals, report, note), each within 600 characters of one mention of a tool; of verbs such as "give me" and
      "come up with" the object must follow in the sentence
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
    told = _IDIOMS.sub(lambda idiom: "·" * len(idiom[0]), text)
    if any(_reaches(match, mention) for match in _GOT.finditer(told) for mention in mentions):
        return "B"
    verbs, things = list(_MAKES.finditer(told)), list(_MADE_THING.finditer(told))
    for mention in mentions:
        if any(_reaches(verb, mention) for verb in verbs) and any(_reaches(thing, mention) for thing in things):
            return "B"
    return "C"


def _reaches(match: re.Match[str], mention: Mention) -> bool:
    """Whether the whole of a match lies within reach of a mention."""
    return match.start() >= mention.start - MENTION_WITHIN and match.end() <= mention.end + MENTION_WITHIN
