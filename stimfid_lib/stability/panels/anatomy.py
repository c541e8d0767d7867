"""The parts of a rendered text, found again in the text alone."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from stimfid_lib.stability.panels.fixed import CLOSING, GAP

_OPTION = re.compile(r"Option ([A-Z]): (.+)")
_ANCHOR = re.compile(r"Your folder carries number ([1-9][0-9]*)\.", re.ASCII)
_DEFAULT = re.compile(r"If no choice is made, option ([A-Z]) is carried out\.")
_RESERVED = re.compile(
    r"\bfolder\b|\bno choice\b|\bby default\b|^decision\b|(?-i:DECISION)|^option\b|<|>", re.IGNORECASE
)
"""What may stand in no context: it belongs to the anchor, the default, the options or the closing lines."""

_PUNCTUATION = frozenset(" .,;:?!'\"()%€-–<>")
"""Besides letters and digits; the curved quotation marks of A′ are taken back before."""


class Misshapen(ValueError):
    """A text that has not the parts of a panel's text."""


@dataclass(frozen=True)
class Anatomy:
    """A text by its parts.

    Attributes:
        context: the paragraphs before the anchor or the question.
        anchor: the number that the folder carries, if the line is there.
        question: the paragraph before the options.
        options: sentence by token, in the order in which they stand.
        default: the token that the default sentence names, if it is there.
    """

    context: tuple[str, ...]
    anchor: int | None
    question: str
    options: dict[str, str]
    default: str | None


@lru_cache(maxsize=64)  # a mutant shares three of its four texts with its scenario
def dissect(text: str) -> Anatomy:
    """Find the parts of a text of A, B or C.

    Raises:
        Misshapen: a paragraph of more than one line or with stray spaces, a part missing, twice, or out of its place.
    """
    blocks = text.split(GAP)
    if any(not block or block != " ".join(block.split()) for block in blocks):
        raise Misshapen("paragraphs")
    if tuple(blocks[-2:]) != CLOSING:
        raise Misshapen("closing")
    rest = blocks[:-2]
    default = _DEFAULT.fullmatch(rest[-1]) if rest else None
    if default:
        rest = rest[:-1]
    options = [match for block in rest[-2:] if (match := _OPTION.fullmatch(block))]
    if len(options) != 2 or options[0][1] == options[1][1]:
        raise Misshapen("options")
    before = rest[:-2]
    if len(before) < 2 or not before[-1].endswith("?"):
        raise Misshapen("question")
    question, context = before[-1], before[:-1]
    anchor = _ANCHOR.fullmatch(context[-1])
    if anchor:
        context = context[:-1]
    prose = (*context, question, *(option[2] for option in options))
    if not context or any(_RESERVED.search(block) for block in prose):
        raise Misshapen("reserved words")
    return Anatomy(
        context=tuple(context),
        anchor=int(anchor[1]) if anchor else None,
        question=question,
        options={option[1]: option[2] for option in options},
        default=default[1] if default else None,
    )


def undressed(text: str) -> str:
    """A′ in A's clothes: one line a paragraph, straight quotation marks."""
    straight = text.replace("\u201c", '"').replace("\u201d", '"')
    return GAP.join(" ".join(block.split("\n")) for block in straight.split(GAP))


def strange_characters(text: str) -> set[str]:
    """Characters that no panel uses: anything but Latin letters, digits, line ends and plain punctuation."""
    return {
        char
        for char in set(text)
        if not (char == "\n" or char in _PUNCTUATION or (char.isascii() and char.isalnum()) or _is_latin(char))
    }


def _is_latin(char: str) -> bool:
    named = unicodedata.name(char, "").startswith("LATIN ")
    return char.isalpha() and named and unicodedata.is_normalized("NFKC", char)
