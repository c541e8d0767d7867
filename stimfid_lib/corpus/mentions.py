"""Mentions of a chatbot in a post: which tool, where; and not the person, the star sign or the pilot of that name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stimfid_lib.corpus.namesakes import is_namesake
from stimfid_lib.corpus.plain import LETTER, UNSEEN, plain

_VERSION = r"[\s-]?\d(?:\.\d)?o?"

TOOLS: dict[str, str] = {
    "ChatGPT": rf"chat[\s_-]?(?:gpt|gtp|gbt)(?:s|{_VERSION})?",
    "GPT": rf"gpt{_VERSION}|gpts?",
    "OpenAI": r"open\s?ai",
    "Claude": r"claude",
    "Gemini": r"gemini",
    "Bard": r"bard",
    "Copilot": r"co-?pilot",
    "Perplexity": r"perplexity",
    "LLM": r"llms?",
    "large language model": r"large[\s-]language[\s-]models?",
    "chatbot": r"chat[\s-]?bots?",
}
"""Each tool and how it is written, the common misspellings of ChatGPT included; letter case does not matter. Bare "AI"
is no mention, since it names no tool. PROMPT, the therapy method, is none
either, and neither is the verb: no rule here reads that word at all."""

PREFILTER = (
    r"(?i)gpt|gtp|gbt|open\s?ai|claude|gemini|bard|co-?pilot|perplexity|llm|language[\s-]model|chat[\s-]?bot"
    r"|&#|&[a-z]+;|[" + UNSEEN + "]"
)
"""Regular expression (polars' dialect) that every text with a mention matches: a table is searched for it before the
rules are tried singly. Entities and unseen characters pass, since a name may show only when they are taken back."""

# Small letters, no groups, and every branch begins with a letter: Python then skips to the next c, g, o, l, b or p
# instead of trying every place (1.4 ms a post against 0.1). So the boundary before a name is looked at in
# `mentions_in`, and which tool it is afterwards.
_ANY = re.compile(rf"(?:{'|'.join(TOOLS.values())})(?![{LETTER}])")
_EACH = {tool: re.compile(pattern) for tool, pattern in TOOLS.items()}
_LETTER = re.compile(f"[{LETTER}]")
_USER = re.compile(r"(?:\bu/|@)[\w-]*$")


@dataclass(frozen=True, slots=True)
class Mention:
    """One mention of a tool: its name in `TOOLS`, the words as written, their place in `plain.plain(text)`."""

    tool: str
    written: str
    start: int
    end: int


def find_tool_mentions(text: str) -> list[Mention]:
    """Find every mention of a chatbot in a post, in order; none is an empty list.

    Names are bounded by anything but Latin letters and digits. Five names and one abbreviation have namesakes (Claude,
    Gemini, Bard, Copilot, Perplexity, LLM): `namesakes.is_namesake` reads some words around and lets a mention pass
    unless these speak of a person, a star sign, a poet, a pilot, a puzzled mind or a degree. It errs towards recall:
    a bare first name in "I saw Claude at noon" counts when nothing around it says person.
    """
    return mentions_in(plain(text))


def mentions_in(text: str) -> list[Mention]:
    """`find_tool_mentions` for a text that `plain` has been through."""
    found = []
    small = text.lower()
    if len(small) != len(text):  # İ has a small form of two characters, which would shift all that follows
        small = "".join(letter.lower() if letter.isascii() else letter for letter in text)
    place = 0
    while match := _ANY.search(small, place):
        start, end = match.span()
        if start and _LETTER.match(text, start - 1):
            place = start + 1
            continue
        place = end
        tool = next(tool for tool, pattern in _EACH.items() if pattern.fullmatch(match[0]))
        if not _USER.search(text[max(0, start - 40) : start]) and not is_namesake(tool, text, start, end):
            found.append(Mention(tool, text[start:end], start, end))
    return found
