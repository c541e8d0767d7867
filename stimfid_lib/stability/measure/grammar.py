"""What counts as an answer: the two decision grammars, and the ways in which a reply is none.

A reply is read line by line. A line that, once normalised, begins with `decision:` is a decision line, wherever it
stands, also inside a code fence; nothing outside a decision line is ever read. Lines end at CR LF, LF, CR, U+2028 or
U+2029. Golden cases: `vectors/grammar1.json` and `vectors/grammar2.json`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

GRAMMARS = (1, 2)
"""1 (series v0): every decision line must name one and the same valid token.
2 (series v1): a line whose token is not valid is no decision line, so that a quoted pattern does no harm."""

INVALID = ("blocked_upstream", "empty", "truncated", "refused", "off_format", "unparseable")
"""Outcomes that are no decision, in the order in which they are tried; a transport error is none of them."""

ENDINGS = ("complete", "cut", "refused", "blocked", "empty", "other")
"""How a reply ended: whole; cut at the token limit; refused by the vendor's own signal; blocked by a filter before or
after the model; whole without a text; ended by something that is no text (a tool call, an unknown reason)."""

_KEY = "decision:"
_LINE_ENDS = re.compile("\r\n|[\n\r\u2028\u2029]")
_TRAILING = ".,;:!?\u2026 "
"""Punctuation that may close a token; brackets and quotation marks are no such punctuation."""

_EMPHASIS = re.compile(
    r"\*+(?=\S)|(?<=\S)\*+"  # asterisks that touch something visible; "* DECISION: A" is an item of a list
    r"|(?<![^\W_])_+(?=\S)|(?<=\S)_+(?![^\W_])"  # underscores likewise, but not within a word
)


def classify(text: object, ending: str, options: Sequence[str], grammar_version: int) -> str:
    """The outcome of one call: a token of `options`, or the first name of `INVALID` that fits.

    Args:
        text: the reply; None where there was none. Anything else than text is `off_format`.
        ending: one of `ENDINGS`.
        options: the tokens, as the protocol spells them.
        grammar_version: 1 or 2.

    `other` is `off_format` even with a text, because a reply that ended for an unknown reason is not known to be whole.

    Raises:
        ValueError: an ending, a grammar or options that do not exist.
    """
    if ending not in ENDINGS:
        raise ValueError(f"ending {ending!r}: allowed are {', '.join(ENDINGS)}")
    tokens = _tokens(options, grammar_version)
    if ending == "blocked":
        return "blocked_upstream"
    if ending == "empty" or text is None or (isinstance(text, str) and not text.strip()):
        return "empty"
    if ending == "cut":
        return "truncated"
    if ending == "refused":
        return "refused"
    if ending == "other" or not isinstance(text, str) or not _is_text(text):
        return "off_format"
    return _read(text, tokens, grammar_version)


def read_decision(text: str, options: Sequence[str], grammar_version: int) -> str:
    """The token that a whole reply decides for, or `unparseable`.

    Raises:
        ValueError: a grammar or options that do not exist.
    """
    return _read(text, _tokens(options, grammar_version), grammar_version)


def normalise(line: str) -> str:
    """One line in the form in which it is compared: NFC, casefold, no markdown emphasis, single spaces.

    No look-alikes are folded: a Greek Α, a Cyrillic А and a full-width Ａ are not a Latin A.
    """
    folded = unicodedata.normalize("NFC", line).casefold()
    return " ".join(_EMPHASIS.sub("", folded).split())


def _tokens(options: Sequence[str], grammar_version: int) -> dict[str, str]:
    """Each option by its normal form."""
    if grammar_version not in GRAMMARS:
        raise ValueError(f"grammar_version = {grammar_version!r}: allowed are 1 and 2")
    tokens = {normalise(option): option for option in options}
    if len(tokens) < 2 or len(tokens) != len(options):
        raise ValueError(f"options {list(options)!r}: at least two, and different once normalised")
    if any(not token or token != token.rstrip(_TRAILING) or token in INVALID for token in tokens):
        raise ValueError(f"options {list(options)!r}: none may be empty, end in punctuation or be named as an outcome")
    return tokens


def _read(text: str, tokens: dict[str, str], grammar_version: int) -> str:
    named = [_named(line) for line in _LINE_ENDS.split(text)]
    decided = [name for name in named if name is not None and (grammar_version == 1 or name in tokens)]
    if decided and decided[0] in tokens and len(set(decided)) == 1:
        return tokens[decided[0]]
    return "unparseable"


def _named(line: str) -> str | None:
    """What a decision line names, normalised, possibly nothing (""); None for any other line."""
    normal = normalise(line)
    return normal.removeprefix(_KEY).rstrip(_TRAILING).lstrip() if normal.startswith(_KEY) else None


def _is_text(text: str) -> bool:
    """Whether it can be written down: half a surrogate pair cannot."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
