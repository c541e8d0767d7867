"""Prompts that a post quotes: what somebody typed into a chatbot, word for word."""

from __future__ import annotations

import re

from stimfid_lib.corpus.mentions import mentions_in
from stimfid_lib.corpus.plain import plain, word
from stimfid_lib.corpus.quotes import Quote, quotes_in

IMPERATIVES = ("give", "write", "create", "list", "make", "generate", "produce", "convert", "describe")
WH_WORDS = ("what", "which", "who", "whose", "whom", "where", "when", "why", "how")
FEWEST_WORDS = 4
CUE_WITHIN = 250
"""Characters between a quotation and the nearest word that says a language model is meant."""

_AI = re.compile(word(r"AI|ai|Ai|A\.I"))
AI_PREFILTER = r"AI|ai|Ai|A\.I"
QUOTE_PREFILTER = (
    r"(?i)(?:[\"“”‘„«‹`＂「>]|&[a-z#]|(?:^|[^\pL\pN])')[\s\S]*"
    rf"(?:{'|'.join((*IMPERATIVES, *WH_WORDS))})"
)
"""Regular expressions (polars' dialect); a text that quotes a prompt and names no tool matches both."""

_WORD = re.compile(r"\w[\w'’.-]*")
_MARKUP = " *_~#>-–—•\t\"“”'‘’`([…."
_LEAD_IN = re.compile(
    r"(?:\d{1,2}[.)]\s+|(?:hey|hi|hello|ok|okay|so|now|and|then|also|chat\s?gpt|claude|gemini|copilot)\b[\s,!.:]*"
    r"|(?:can|could|would|will)\s+you\s+|i\s+(?:want|need|would like|'d like)\s+you\s+to\s+"
    r"|(?:please|pls|plz|just)\b[\s,]*"
    r"|you are (?:an?|the) [^.!?\n]{1,120}[.!?]\s+|act as (?:an?|the|if) [^.!?\n]{1,120}[.!?]\s+)",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(word("|".join(IMPERATIVES)), re.IGNORECASE)
_WH = "|".join(WH_WORDS)
_BEFORE_WH = "and|so|but|ok|okay|hey|hi|please|in|for|to|of|with|at"
_WH_QUESTION = re.compile(
    rf"(?:\A|[.!?…]\s+)\W*(?:(?:{_BEFORE_WH})\s+)?(?:{_WH})(?:[’']s|[’']re)?\b"  # a sentence that begins with it
    rf"|(?<![A-Za-z])(?:{_WH})\b(?:[^.!?]|\.(?!\s+(?-i:[A-Z])))*\?",  # or one that ends as a question
    re.IGNORECASE,
)


def extract_quoted_prompts(text: str) -> list[str]:
    """Find the prompts that a post quotes, in order, each on one line; none is an empty list.

    A prompt is a quoted span (see `quotes.quotes_in`) of at least four words that opens with an imperative
    (`IMPERATIVES`, perhaps after "please", "can you", a greeting or a sentence that gives a role) or holds a
    wh-question, with a word for a language model within 250 characters of it or inside: a tool's mention, or "AI". Of
    a quotation within another the outer one counts, if it is a prompt. Repeats are told once.

    What a chatbot answered, quoted in the same form, looks the same: the candidates are for people to read.
    """
    return prompts_in(plain(text))


def prompts_in(text: str) -> list[str]:
    """`extract_quoted_prompts` for a text that `plain` has been through."""
    worded = [quote for quote in quotes_in(text) if is_worded_as_prompt(quote.said)]
    if not worded:
        return []
    cues = [(mention.start, mention.end) for mention in mentions_in(text)]
    cues += [match.span() for match in _AI.finditer(text)]
    found: list[str] = []
    reached = -1
    for quote in worded:
        if quote.start >= reached and any(_distance(quote, cue) <= CUE_WITHIN for cue in cues):
            reached = quote.end
            found.append(quote.said)
    return list(dict.fromkeys(found))


def is_worded_as_prompt(said: str) -> bool:
    """Tell whether a span has four words and opens with an imperative or holds a wh-question."""
    if len(_WORD.findall(said)) < FEWEST_WORDS:
        return False
    opening = said.lstrip(_MARKUP)
    while (lead := _LEAD_IN.match(opening)) and lead.end():
        opening = opening[lead.end() :].lstrip(_MARKUP)
    return _IMPERATIVE.match(opening) is not None or _WH_QUESTION.search(said) is not None


def _distance(quote: Quote, cue: tuple[int, int]) -> int:
    start, end = cue
    return max(0, quote.start - end, start - quote.end)
