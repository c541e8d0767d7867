"""A reply as lines: what each one is marked with and what it says."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from stimfid_lib.scoring.reading.marks import Loose, Mark, follows, loose_mark, take_mark

_PLAIN_ENTRY = re.compile(
    r"([ \t]*)(?:(\d{1,3})[.)]|[-*•])[ \t]+"
    r"((\*\*)?[^\W_]+(?(4)\*\*)|(\*\*)?[^\W\d_]{2,}(?(5)\*\*)(?::|[ ][-–—])[ ]\S.*?)\s*\Z"
)
"""A word behind a number or bullet, alone or with a gloss or partner: the common case, which holds no second mark."""
_PLAIN_PAIR = re.compile(r"[^\W\d_]{3,} [-–—/→] [^\W\d_]{2,}")
_RULE = re.compile(r"[-*_=~\s·•.—–─═+]{3,}")
_BOX_RULE = re.compile(r"\+(?:[-=:]+\+)+")
_BAR_RULE = re.compile(r"[\s:-]*-[\s:-]*(?:\|[\s:-]*-[\s:-]*)+")
_QUOTE = re.compile(r"(?:>\s?){1,9}")
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*\Z")
_CODE = frozenset(
    "python py javascript js java ts typescript c cpp ruby go rust bash sh sql php r swift kotlin".split()
)

_INLINE_NUMBER = re.compile(r"(?<!\S)(?:\*\*)?\(?(\d{1,3})[.)](?:\*\*)?\s")
_INLINE_LETTER = re.compile(r"(?<!\S)\(?([A-Za-z])[.)]\s")
_COLUMN_NUMBER = re.compile(r"(?:\s{2,}|\t|\s\|\s?)\(?(\d{1,3})[.)]\s")
_INLINE_BULLET = re.compile(r"\s[•▪●◦‣]\s")
_BETWEEN = re.compile(r"(?:[,;|]?\s+(?:and|y|&)|[,;|])\s*\Z", re.IGNORECASE)


class Line(NamedTuple):
    """One line of a reply (a named tuple, since a megabyte of reply has a hundred thousand of them).

    - `indent` in columns, a tab is four; `mark`: what the line is marked with
    - `text`: what it says without the mark; keeps the emphasis and all else that cleaning takes away later
    - `value`: the number of a numbered line, the level of a heading (1 to 6), else 0
    """

    indent: int
    mark: Mark
    text: str
    value: int = 0


_BLANK = Line(0, "blank", "")


def read_lines(text: str) -> list[Line]:
    """Split a plain reply into lines, at every kind of line end, and read the mark of each.

    A list written on one line ("1. cat 2. bat 3. rat", "• cat • bat") becomes one line an entry, as do columns of
    numbered entries; block quotes are read as what they quote; code in a programming language is `fence` throughout.
    """
    lines: list[Line] = []
    loose: list[tuple[int, Loose]] = []
    in_code = in_fence = False
    rows = text.splitlines()
    barred = _barred(rows) if "|" in text else frozenset[int]()
    for at, row in enumerate(rows):
        if at in barred:
            lines.append(Line(0, "row", row.strip()))
            continue
        if not row:
            if lines and lines[-1] is not _BLANK:  # any number of empty lines parts as one does
                lines.append(_BLANK)
            continue
        if not in_code and (row.isalpha() or _PLAIN_PAIR.fullmatch(row)):
            lines.append(Line(0, "plain", row))
            continue
        entry = _PLAIN_ENTRY.match(row)
        if entry and not in_code:
            space, number, said, *_ = entry.groups()
            lines.append(Line(_columns(space), "numbered" if number else "bulleted", said, int(number or 0)))
            continue
        line = _read_line(row)
        if line.mark == "fence":
            in_fence = not in_fence
            in_code = in_fence and line.text.strip("`~ ").lower() in _CODE
        elif in_code and line.mark not in ("json", "html"):
            line = Line(0, "fence", line.text)
        elif line.mark == "plain":
            guess = loose_mark(line.text)
            if guess:
                loose.append((len(lines), guess))
        lines.append(line)
    _confirm(lines, loose)
    whole: list[Line] = []
    for line in lines:
        if " " in line.text or "\t" in line.text:
            whole.extend(_split(line))
        else:
            whole.append(line)
    return whole


def _barred(rows: list[str]) -> frozenset[int]:
    """Find the rows of tables that have no outer bars: around a rule with bars ("--- | ---")."""
    found: set[int] = set()
    for number, row in enumerate(rows):
        if "-" in row and number and _BAR_RULE.fullmatch(row.strip()):
            found |= {number - 1, number}
        elif number - 1 in found and "|" in row:
            found.add(number)
    return frozenset(found)


def _columns(space: str) -> int:
    return len(space.expandtabs(4)) if "\t" in space else len(space)


def _read_line(row: str) -> Line:
    body = row.strip()
    if body[:1] == ">":
        body = _QUOTE.sub("", body, count=1).strip()
    if not body:
        return _BLANK
    indent = _columns(row[: len(row) - len(row.lstrip())])  # a tab inside parts two words
    if body.startswith(("```", "~~~")):
        return Line(indent, "fence", body)
    if body[0] == "|" or (body[0] == "+" and _BOX_RULE.fullmatch(body)):
        return Line(indent, "row", body)
    if body[0] == ":" and body[1:2].isspace():
        return Line(indent, "gloss", body[1:].strip())
    if _RULE.fullmatch(body):
        return Line(indent, "rule", body)
    heading = _HEADING.match(body) if body[0] == "#" else None
    if heading:
        return Line(indent, "heading", heading[2], len(heading[1]))
    mark, value, rest = take_mark(body)
    return Line(indent, mark, rest, value)


def _confirm(lines: list[Line], loose: list[tuple[int, Loose]]) -> None:
    """Give loose marks that count up from one line to the next their mark."""
    kinds: dict[int, tuple[Mark, Loose]] = {}
    for (at, one), (after, other) in pairwise(loose):
        kind = follows(one, other)
        if kind and (kind != "numbered" or after - at <= 3):
            kinds.setdefault(at, (kind, one))
            kinds[after] = (kind, other)
    for at, (kind, mark) in kinds.items():
        value = mark.number[-1] if mark.number else mark.roman if kind == "roman" else mark.letter
        lines[at] = Line(lines[at].indent, kind, mark.rest, value)


def _split(line: Line) -> list[Line]:
    """Split "1. cat 2. bat 3. rat" and "• cat • bat", with or without words before them, and columns of numbers."""
    cuts: list[re.Match[str]] = []
    mark: Mark = line.mark
    if mark in ("numbered", "plain"):
        cuts, mark = _counting_up(line), "numbered"
    if not cuts and line.mark in ("lettered", "plain"):
        cuts, mark = _letters_up(line), "lettered"
    if not cuts and line.mark in ("bulleted", "plain"):
        cuts, mark = list(_INLINE_BULLET.finditer(line.text)), "bulleted"
        cuts = cuts if len(cuts) > 1 else []
    if not cuts:
        return [line]
    ends = [match.start() for match in cuts[1:]] + [len(line.text)]
    entries = [
        Line(line.indent, mark, _BETWEEN.sub("", line.text[cut.end() : end].strip()), line.value + number)
        for number, (cut, end) in enumerate(zip(cuts, ends, strict=True), start=1)
    ]
    head = line._replace(text=_BETWEEN.sub("", line.text[: cuts[0].start()].strip()))
    if head.mark == "plain" and mark == "bulleted" and not head.text.endswith((":", ".", "!")):
        head = head._replace(mark=mark)
    return [head, *entries] if head.text else entries


def _counting_up(line: Line) -> list[re.Match[str]]:
    expected = line.value + 1 if line.mark == "numbered" else 1
    cuts = []
    for match in _INLINE_NUMBER.finditer(line.text):
        if int(match[1]) == expected:
            cuts.append(match)
            expected += 1
    if len(cuts) >= (2 if line.mark == "numbered" else 3):
        return cuts
    return list(_COLUMN_NUMBER.finditer(line.text)) if line.mark == "numbered" else []


def _letters_up(line: Line) -> list[re.Match[str]]:
    expected = line.value + 1
    cuts = []
    for match in _INLINE_LETTER.finditer(line.text):
        if ord(match[1].lower()) - 96 == expected:
            cuts.append(match)
            expected += 1
    return cuts if len(cuts) >= (1 if line.mark == "lettered" else 3) else []
