"""Reading: what an answer decides, by the specification's grammar."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

Json = Any

WHITE = re.compile("[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
LINE_END = re.compile("\r\n|\r|\n|\u2028|\u2029")
RUN_OF_MARKS = re.compile(r"\*+|_+")
CLOSING = ".,;:!?\u2026"


def without_emphasis(line: str) -> str:
    """Asterisks and underscores taken out, but a single one that stands free, and a single underscore in a word."""

    def kept(run: re.Match[str]) -> str:
        before, behind = line[run.start() - 1 : run.start()], line[run.end() : run.end() + 1]
        free = (not before or before.isspace()) and (not behind or behind.isspace())
        within = run[0] == "_" and before.isalnum() and behind.isalnum()
        return run[0] if len(run[0]) == 1 and (free or within) else ""

    return RUN_OF_MARKS.sub(kept, line)


def normal(line: str) -> str:
    return WHITE.sub(" ", without_emphasis(unicodedata.normalize("NFC", line).casefold())).strip(" ")


def token_of(line: str) -> str | None:
    """What a decision line names, normalised; None where the line is none."""
    line = normal(line)
    key = "decision:"
    return line[len(key) :].rstrip(CLOSING + " ").lstrip(" ") if line.startswith(key) else None


def outcome_of(text: Json, ending: str, options: Sequence[str], grammar: int) -> str:
    """The outcome of one reply."""
    if ending == "blocked":
        return "blocked_upstream"
    if ending == "empty" or text is None or (isinstance(text, str) and not WHITE.sub("", text)):
        return "empty"
    if ending == "cut":
        return "truncated"
    if ending == "refused":
        return "refused"
    if not isinstance(text, str) or ending == "other" or any("\ud800" <= sign <= "\udfff" for sign in text):
        return "off_format"
    tokens = {token for token in map(token_of, LINE_END.split(text)) if token is not None}
    by_token = {normal(option): option for option in options}
    if grammar == 2:
        tokens = {token for token in tokens if token in by_token}
    return by_token.get(tokens.pop(), "unparseable") if len(tokens) == 1 else "unparseable"
