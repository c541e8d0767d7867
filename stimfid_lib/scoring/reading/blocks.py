"""A reply cut into blocks: lists and tables, each under the heading or lead-in that says what it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from stimfid_lib.scoring.clean import without_emphasis
from stimfid_lib.scoring.reading.labels import names_section
from stimfid_lib.scoring.reading.lines import Line
from stimfid_lib.scoring.reading.marks import LIST_MARKS
from stimfid_lib.scoring.reading.roles import NO_ITEMS, Role, ends_with_colon, role_of
from stimfid_lib.scoring.refusal import has_refusal_phrase

NESTED = 2
"""Columns; a smaller step to the right is a ragged margin and no sub-list."""

_BOLD_LINE = re.compile(r"\W{0,4}(\*\*\*|\*\*|__)(?=\S)((?:(?!\1).){1,80})\1\s*:?\s*(?:\([^()]*\))?\s*:?")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)")
_BOLD_LEVEL, _COLON_LEVEL = 7, 8  # below Markdown's six


@dataclass(frozen=True, slots=True)
class Block:
    """A run of marked lines, or of rows of a table.

    - `lines`: with what continues each entry (plain lines, definitions); `start`: where it begins in the reply
    - `lead`: the last heading or line before it, "" if there is none; `role`: what it and the headings over it promise
    - `after_refusal`: whether a refusal phrase stands before it
    """

    kind: Literal["list", "table"]
    lines: list[Line]
    start: int
    lead: str
    role: Role
    after_refusal: bool


@dataclass(frozen=True, slots=True)
class Cut:
    """A reply cut up: its blocks; for each line what its section promises; and which plain lines are spoken for.

    `continued` are the lines that continue an entry, `heads` those that stand over others as headings do.
    """

    blocks: list[Block]
    roles: list[Role]
    continued: frozenset[int]
    heads: frozenset[int]


def cut_blocks(lines: list[Line]) -> Cut:
    """Cut the lines of a reply into its lists and tables.

    A list ends at a heading, a lead-in, a rule, or a paragraph after a blank line, unless its numbers go on after it.
    """
    cutter = _Cutter(lines)
    cutter.cut()
    return Cut(cutter.blocks, cutter.roles, frozenset(cutter.continued), frozenset(cutter.heads))


def is_heading(line: Line) -> bool:
    """Tell whether a line announces what follows: a Markdown heading, or a text that ends with a colon."""
    return line.mark == "heading" or ends_with_colon(line.text)


def is_bold_line(text: str) -> bool:
    """Tell whether a whole line is set in bold, as headings are."""
    return ("**" in text or "__" in text) and _BOLD_LINE.fullmatch(text) is not None


def _lead_role(text: str) -> Role:
    """Say what a lead-in promises, by its last sentence: "I'd be happy to help! Here are ten words:"."""
    return role_of(_SENTENCE_END.split(text.strip())[-1])


class _Cutter:
    """The state of one pass over the lines of a reply."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.blocks: list[Block] = []
        self.roles: list[Role] = []
        self.continued: set[int] = set()
        self.heads: set[int] = set()
        self.sections: list[tuple[int, Role]] = []
        self.lead = ""
        self.refused = False
        self.open: list[Line] = []
        self.opened = 0
        self.kind: Literal["list", "table"] = "list"
        self.last_value = 0  # of the block that was closed last, to go on with

    def cut(self) -> None:
        blank = False
        for index, line in enumerate(self.lines):
            mark = line.mark
            if mark == "blank":
                blank = True
                self.roles.append(self.role)
                continue
            if mark in LIST_MARKS:
                self._marked(index, line, blank=blank)
            elif mark == "row":
                if not self.open or self.kind != "table":
                    self._begin(index, "table")
                self.open.append(line)
            elif mark == "gloss" and self.open and self.kind == "list":
                self.open.append(line)
            elif mark in ("plain", "gloss"):
                self._plain(index, line, blank=blank)
            elif mark == "heading":
                self._close()
                self._head(line.value, line.text)
            elif mark == "rule":
                self._close()
            blank = False
            self.roles.append(self.role)
        self._close()

    @property
    def role(self) -> Role:
        return self.sections[-1][1] if self.sections else "unknown"

    def _marked(self, index: int, line: Line, *, blank: bool) -> None:
        if self.open and self.kind == "list":
            if blank and self._is_new_list(self.open[0], line):
                self._begin(index, "list")
        elif not self.open and line.mark == "numbered" and line.value == self.last_value + 1 > 1 and self._goes_on():
            block = self.blocks.pop()
            self.open, self.opened, self.kind = block.lines, block.start, "list"
        else:
            self._begin(index, "list")
        self.open.append(line)

    def _is_new_list(self, first: Line, line: Line) -> bool:
        """Tell whether a marked line after a blank one begins another list: of other marks, and under no heading."""
        if line.mark == first.mark or line.indent >= first.indent + NESTED:
            return False
        last = next((one for one in reversed(self.open) if one.mark == first.mark), first)
        return not (is_heading(last) or is_bold_line(last.text) or names_section(last.text))

    def _goes_on(self) -> bool:
        """Tell whether a list that text interrupted may go on: no heading and no lead-in stands between."""
        return bool(self.blocks) and self.blocks[-1].kind == "list" and not ends_with_colon(self.lead)

    def _begin(self, index: int, kind: Literal["list", "table"]) -> None:
        if kind == "table" and len(self.open) == 1 and self.kind == "list":  # "1. dear" alone over a table heads it
            self.lead = self.open.pop().text
        self._close()
        self.opened, self.kind = index, kind

    def _close(self) -> None:
        if not self.open:
            return
        leads = self.lead and (ends_with_colon(self.lead) or "?" in self.lead[-3:])
        role = _lead_role(self.lead) if leads else "unknown"
        if role == "unknown" or (self.role in NO_ITEMS and role != "items"):
            role = self.role
        self.blocks.append(Block(self.kind, self.open, self.opened, self.lead, role, self.refused))
        self.last_value = next((line.value for line in reversed(self.open) if line.mark == "numbered"), 0)
        self.open = []
        self.lead = ""

    def _plain(self, index: int, line: Line, *, blank: bool) -> None:
        heads = self._is_head(index, line)
        goes_on = self.open and self.kind == "list" and not heads
        if goes_on and (not blank or line.indent >= self.open[0].indent + NESTED):
            self.open.append(line)
            self.continued.add(index)
            return
        self._close()
        self.lead = line.text
        self.refused = self.refused or has_refusal_phrase(line.text)
        if heads:
            self.heads.add(index)
            self._head(_COLON_LEVEL if ends_with_colon(line.text) else _BOLD_LEVEL, line.text)

    def _is_head(self, index: int, line: Line) -> bool:
        """Tell whether an unmarked line is a heading: a lead-in, a bold line over others, the name of a section."""
        if ends_with_colon(line.text):
            return line.indent < NESTED or not self.open
        if line.text.isalnum() or not (is_bold_line(line.text) or names_section(line.text)):
            return False
        before = next((one for one in self.lines[max(index - 2, 0) : index][::-1] if one.mark != "blank"), None)
        if before is not None and before.mark == "plain" and is_bold_line(before.text):
            return False
        following = next((one for one in self.lines[index + 1 : index + 3] if one.mark != "blank"), None)
        return following is not None and not (following.mark == "plain" and is_bold_line(following.text))

    def _head(self, level: int, text: str) -> None:
        while self.sections and self.sections[-1][0] >= level:
            self.sections.pop()
        role = _lead_role(text)
        if role in ("unknown", "recap") and self.role in NO_ITEMS:
            role = self.role
        self.sections.append((level, role))
        self.lead = without_emphasis(text)
