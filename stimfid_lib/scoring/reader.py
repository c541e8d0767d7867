"""Finding the list in a reply: which lines are its entries, before any entry is cleaned or split.

This is the whole of what the first form knows about replies: the first method that finds entries wins. A reader of
blocks can take the place of `read_entries` behind the same signature.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from stimfid_lib.scoring.bare_lines import bare_lines
from stimfid_lib.scoring.chatter import is_heading, without_advice
from stimfid_lib.scoring.clean import LONGEST_ENTRY, clean_item, word_count
from stimfid_lib.scoring.extraction import Method
from stimfid_lib.scoring.inline import inline_entries, inline_lists
from stimfid_lib.scoring.lines import Line, Mark, read_lines
from stimfid_lib.scoring.refusal import has_refusal_phrase
from stimfid_lib.scoring.separators import LONGEST_LINE, fits, split_set
from stimfid_lib.suite.request import Shape

_NESTED = 2
"""Columns; a smaller step to the right is a ragged margin and no sub-list."""

_SOUND = re.compile(r"\A\W*/[^/\s]{1,6}/\s*[:–—-]\s*")
"""The sound that a word of a set stands for: "/ʃ/: ship"."""


@dataclass(frozen=True, slots=True)
class Entries:
    """The entries of the list found in a reply, as written but for their marks, and the method that found them."""

    method: Method
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Branch:
    """An entry and the entries below it."""

    head: Line
    below: list[Line]


def read_entries(raw: str, shape: Shape) -> Entries:
    """Find the list of a reply: numbered, else bulleted, else lines, else comma, else none.

    Where both numbered and bulleted entries stand in a reply, those win that are mostly of the shape asked for.
    `shape` says what an entry should look like, which decides between a heading and its sub-list, between a list and
    the advice around it, and how long an unmarked line may be. Time is linear in the length of the reply.
    """
    every_line = read_lines(raw)
    advised = without_advice(every_line)
    entries = _entries(advised, shape)
    # a list may also stand right under a heading that promises advice ("Instructions: …")
    return entries if entries.texts or len(advised) == len(every_line) else _entries(every_line, shape)


def _entries(every_line: list[Line], shape: Shape) -> Entries:
    lines = [line for line in every_line if len(line.text) <= LONGEST_ENTRY]
    marks: tuple[Mark, ...] = ("numbered", "bulleted")
    found = [
        Entries(method, tuple(texts)) for method, texts in (_marked(lines, mark, shape) for mark in marks) if texts
    ]
    if found:
        # numbered steps give way to bulleted words
        return next((one for one in found if _most(fits(text, shape) for text in one.texts)), found[0])
    texts = bare_lines(lines, shape)
    if texts:
        return Entries("lines", tuple(texts))
    texts = inline_lists(every_line, shape)  # a list in prose may stand in a line longer than any entry
    return Entries("comma", tuple(texts)) if texts else Entries("none", ())


def _marked(lines: list[Line], mark: Mark, shape: Shape) -> tuple[Method, list[str]]:
    """Read the entries with this mark, or the entries below them where these only announce a sub-list each."""
    branches = _branches(lines, mark)
    if not branches:
        return mark, []
    with_below = [branch for branch in branches if branch.below]
    below = [line for branch in with_below for line in branch.below]
    if (
        with_below
        and _most(fits(line.text, shape) for line in below)
        and _most(is_heading(branch.head) or not fits(branch.head.text, shape) for branch in with_below)
    ):
        kept = [line for branch in branches for line in branch.below or [branch.head]]
        mark = below[0].mark
    elif _spread(branches, shape):
        return mark, [_joined(branch) for branch in branches]
    else:
        kept = [branch.head for branch in branches]
    if not _most(is_heading(line) for line in kept):
        kept = [line for line in kept if not is_heading(line)]
    texts = [text for line in kept if line.text for text in inline_entries(line.text, shape)]
    return mark, [] if _offers(lines, kept, texts) else _without_remarks(texts, shape)


def _branches(lines: list[Line], mark: Mark) -> list[_Branch]:
    """Group marked lines: at the margin those with `mark`, below each what is nested or marked in another way."""
    marked = [line for line in lines if line.mark in ("numbered", "bulleted")]
    ours = [line.indent for line in marked if line.mark == mark]
    if not ours:
        return []
    # a reply whose outer spaces were stripped has its first line at the margin and all others deeper
    margin = min(ours[1:]) if len(ours) > 2 and max(ours[1:]) == min(ours[1:]) else min(ours)
    branches: list[_Branch] = []
    for line in marked:
        if line.mark == mark and line.indent < margin + _NESTED:
            branches.append(_Branch(line, []))
        elif branches:
            branches[-1].below.append(line)
    return branches


def _spread(branches: list[_Branch], shape: Shape) -> bool:
    """Tell whether the words of each pair or set stand below one another, under its first word or under "Pair 1"."""
    if shape == "words" or not any(branch.below for branch in branches):
        return False
    if shape == "pairs" and not all(fits(line.text, "words") for branch in branches for line in branch.below):
        return False
    return _most(len(split_set(branch.head.text)) <= 1 for branch in branches)


def _joined(branch: _Branch) -> str:
    texts = (_SOUND.sub("", line.text).rstrip(" :") for line in (branch.head, *branch.below))
    return " - ".join(filter(clean_item, texts))


def _offers(lines: list[Line], kept: list[Line], texts: list[str]) -> bool:
    """Tell whether a list after a refusal offers other help: most of its entries are phrases."""
    if not kept or not _most(word_count(clean_item(text)) > 2 for text in texts):
        return False
    first = next(index for index, line in enumerate(lines) if line is kept[0])
    return any(has_refusal_phrase(line.text) for line in lines[:first])


def _without_remarks(texts: list[str], shape: Shape) -> list[str]:
    """Where most entries are of the shape asked for, a long one that is not is advice; elsewhere all stay."""
    suits = [fits(text, shape) for text in texts]
    if not _most(suits):
        return texts
    longest = LONGEST_LINE[shape] if shape == "words" else 2
    return [text for text, suit in zip(texts, suits, strict=True) if suit or word_count(clean_item(text)) <= longest]


def _most(flags: Iterable[bool]) -> bool:
    values = list(flags)
    return sum(values) * 2 > len(values)
