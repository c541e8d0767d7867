"""Quoted spans of a post: which marks open, which close, what stands between; nested, unpaired, across lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 4000
"""Characters of the longest span that counts as one quotation; a mark left open does not swallow the post."""

_PAIRS = {"“": "”", "„": "“”", "«": "»", "‹": "›", "‘": "’", '"': '"', "'": "'", "`": "`", "＂": "＂", "「": "」"}
"""Opening marks, each with what may close it."""

_OPENERS = {
    closer: [opener for opener, closers in _PAIRS.items() if closer in closers] for closer in "".join(_PAIRS.values())
}
_MARK = re.compile(f"[{''.join(_PAIRS)}{''.join(_OPENERS)}]")
_FENCE = re.compile(r"```[^\n`]*\n?(.{1,4000}?)```", re.DOTALL)
_BLOCK = re.compile(r"(?:^[ \t]{0,3}>[^\n]*(?:\n|\Z))+", re.MULTILINE)
_BLOCK_MARK = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)+", re.MULTILINE)
_ELISION = re.compile(r"['’](?:em|cause|til|tis|twas|bout|round|n|\d0s)\b", re.IGNORECASE)
_APOSTROPHES = "'’"
_EITHER_WAY = "\"'＂`"
"""Marks that look the same opening and closing: what touches them tells."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted span: what it says on one line, and its place in `plain.plain(text)`, marks not counted."""

    said: str
    start: int
    end: int


def quotes_in(text: str) -> list[Quote]:
    """Find the quoted spans of a text that `plain` has been through, outer ones before those inside them.

    Double and single marks, straight, curly, low, angular and corner ones, back ticks, code fences, and markdown's
    quoted lines ("> …"). An apostrophe is no mark, nor is the s' of a plural or the inches of 5" where a closing mark
    follows. Spans may cross lines and hold others; a mark without its partner opens or closes nothing.
    """
    found = [_quote(text, *span) for span in (*_fenced(text), *_blocks(text), *_marked(text))]
    return sorted((quote for quote in found if quote.said), key=lambda quote: (quote.start, -quote.end))


def _quote(text: str, start: int, end: int) -> Quote:
    said = _BLOCK_MARK.sub("", text[start:end])
    return Quote(" ".join(said.split()), start, end)


def _fenced(text: str) -> Iterator[tuple[int, int]]:
    if "```" in text:
        for match in _FENCE.finditer(text):
            yield match.span(1)


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    if ">" in text:
        for match in _BLOCK.finditer(text):
            if match.end() - match.start() <= LONGEST:
                yield match.span()


def _marked(text: str) -> list[tuple[int, int]]:
    """Pair marks by a stack for each kind, so that a mark left open inside another kind disturbs nothing."""
    marks = [(match.start(), match[0], _side(text, match.start())) for match in _MARK.finditer(text)]
    open_marks: dict[str, list[int]] = {}
    spans = []
    for number, (place, mark, side) in enumerate(marks):
        if side == "open":
            open_marks.setdefault(mark, []).append(place)
        elif side == "close" and not _belongs_to_a_word(text, marks, number):
            waiting = max((open_marks.get(opener, []) for opener in _OPENERS[mark]), key=lambda places: places[-1:])
            if waiting and place - (opened := waiting.pop()) <= LONGEST:
                spans.append((opened + 1, place))
    return spans


def _side(text: str, place: int) -> str:
    """Whether a mark opens, closes or is no mark of quotation at all."""
    mark = text[place]
    before, after = text[place - 1] if place else " ", text[place + 1] if place + 1 < len(text) else " "
    if mark in _APOSTROPHES and (
        (before.isalnum() and after.isalnum()) or (not before.isalnum() and _ELISION.match(text, place))
    ):
        return "neither"
    if mark in _EITHER_WAY:
        if "`" in (before, after):
            return "neither"  # a fence
        opens, closes = not after.isspace(), not before.isspace()
        if opens and closes:
            opens = before == ":" or not (before.isalnum() or before in ".,!?;)]}…%")
        return "open" if opens else "close" if closes else "neither"
    if mark == "“":
        return "close" if _low_before(text, place) else "open"
    return "open" if mark in _PAIRS else "close"


def _low_before(text: str, place: int) -> bool:
    """Whether a German low mark waits for this “, which closes there and opens everywhere else."""
    low = text.rfind("„", max(0, place - LONGEST), place)
    return low >= 0 and not any(mark in text[low:place] for mark in "“”")


def _belongs_to_a_word(text: str, marks: list[tuple[int, str, str]], number: int) -> bool:
    """Whether a closing mark is the apostrophe of "kids'" or the inches of 5": another one closes after it, soon."""
    place, mark, _ = marks[number]
    before = text[place - 1]
    if not ((mark in _APOSTROPHES and before in "sS") or (mark == '"' and before.isdigit())):
        return False
    for later, other, side in marks[number + 1 : number + 40]:
        if other == mark or (mark == "’" and other == "‘"):
            return side == "close" and later - place <= LONGEST and "\n\n" not in text[place:later]
    return False
