"""A reply as lines: what each one is marked with (number, bullet, heading mark) and what it says."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from stimfid_lib.scoring.clean import plain_reply

Mark = Literal["numbered", "bulleted", "plain", "heading", "blank", "other"]

_LABEL = r"(?:word|item|pair|set|example|answer|number|no)\s?[#.]?\s?\d{1,3}(?:\s?[:.)–—-]|\W*$)"
_NUMBER = re.compile(
    r"(?:\*{1,3}|_{1,3})?"  # **1.** rabbit
    r"(?:"
    r"\(\d{1,3}\)|\[\d{1,3}\]"  # (1) [1]
    r"|\d{1,3}\s?\\?[.)．）、](?!\d)\)?"  # 1. 1) 1\. but not 3.5
    r"|\d{1,3}\s?[:–—-](?=\s)"  # 1: and 1 - fan, which is a number and a word
    r"|\#\s?\d{1,3}\s?[.):]?(?=\s)"  # #1
    r"|\d{1,3}\u20e3|🔟|[①-⑳]"  # keycaps and circled digits
    rf"|{_LABEL}"  # Word 1: Pair 2. Set 3 -
    r")",
    re.IGNORECASE,
)
_BULLET = re.compile(
    r"[-+*](?=\s)|-(?=[^\W\d_]|\*\*)|[–—―](?!\s?$)|[•‣⁃◦∙·●○◉◎■□▪▫▸▹►▻➤➢➔→✓✔✅✗✘❌☐☑☒👉🔹🔸⭐]|\[[ xX✓✔]?\](?=\s)"
)
_RULE = re.compile(r"[-*_=~\s]{3,}")
_QUOTE = re.compile(r"(?:>\s?){1,9}")
_INLINE_NUMBER = re.compile(r"(?<!\S)\(?(\d{1,3})[.)]\s")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a reply: `indent` in columns (a tab is four), what it is marked with, its text without the mark.

    `text` keeps the emphasis and everything else that cleaning takes away later.
    """

    indent: int
    mark: Mark
    text: str


def read_lines(raw: str) -> list[Line]:
    """Split a reply into lines, at every kind of line end, and read the mark of each.

    Rules (`---`), code fences and table rows are `other`; a numbered list written on one line becomes one line an
    entry. Block quotes are read as what they quote.
    """
    return [line for text in plain_reply(raw).splitlines() for line in _split_inline_numbers(_read_line(text))]


def _read_line(text: str) -> Line:
    body = text.strip()
    if body.startswith(">"):
        body = _QUOTE.sub("", body, count=1).strip()
    if not body:
        return Line(0, "blank", "")
    indent = len(text[: len(text) - len(text.lstrip())].expandtabs(4))  # a tab inside parts two words
    if body.startswith(("```", "~~~", "|")) or _RULE.fullmatch(body):
        return Line(indent, "other", body)
    if body.startswith("#") and not _NUMBER.match(body):
        return Line(indent, "heading", body.lstrip("#").strip())
    mark, rest = _take_mark(body)
    return Line(indent, mark, rest)


def _take_mark(body: str) -> tuple[Mark, str]:
    """Take off the mark, and a second and third one behind it: "1. - rabbit", "- [ ] rabbit", "- 1) rabbit"."""
    first: Mark = "plain"
    for _ in range(3):
        number = _NUMBER.match(body)
        match = number or _BULLET.match(body)
        if match is None:
            break
        if first == "plain":
            first = "numbered" if number else "bulleted"
        body = body[match.end() :].strip()
    return first, body


def _split_inline_numbers(line: Line) -> list[Line]:
    """Split "1. cat 2. bat 3. rat", with or without words before it, where the numbers count up from one."""
    if line.mark not in ("numbered", "plain"):
        return [line]
    cuts, expected = [], 2 if line.mark == "numbered" else 1
    for match in _INLINE_NUMBER.finditer(line.text):
        if int(match[1]) == expected:
            cuts.append(match)
            expected += 1
    if expected < 4:
        return [line]
    ends = [match.start() for match in cuts[1:]] + [len(line.text)]
    entries = [
        Line(line.indent, "numbered", line.text[cut.end() : end].strip()) for cut, end in zip(cuts, ends, strict=True)
    ]
    head = replace(line, text=line.text[: cuts[0].start()].strip())
    return [head, *entries] if head.text else entries
