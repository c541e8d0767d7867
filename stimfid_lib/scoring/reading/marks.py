"""What a line is marked with: numbers, bullets, boxes, letters and roman numerals in all the styles of chatbots."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from stimfid_lib.scoring.reading.characters import DATA_MARK, LIST_MARK

Mark = Literal[
    "numbered",
    "bulleted",
    "checkbox",
    "lettered",
    "roman",
    "html",
    "json",
    "plain",
    "heading",
    "gloss",
    "row",
    "fence",
    "rule",
    "blank",
]
"""The first seven mark entries of lists; `gloss` is a definition under its term, `row` a row of a table."""

LIST_MARKS: frozenset[str] = frozenset(("numbered", "bulleted", "checkbox", "lettered", "roman", "html", "json"))

_LABELLED = (
    r"(?:(?:minimal|contrast|word)\s)?"
    r"(?:word|item|pair|set|example|answer|number|no|card|trial|stimulus|target|entry|option|palabra|par|conjunto)"
    r"(?:\s?[#.]?\s?(\d{1,3})|\s(?:one|two|three|four|five|six|seven|eight|nine|ten|[a-h](?=\W)))(?:\s?[:.)–—-]|\W*$)"
)
_NUMBER = re.compile(
    r"(?:\*{1,3}|_{1,3}|`)?"  # **1.** rabbit
    r"(?:"
    r"\((\d{1,3})\)[.:]?|\[(\d{1,3})\](?!\()|\{(\d{1,3})\}"  # (1) [1]
    r"|(\d{1,3})\s?\\?[.)\]、。](?!\d)\)?"  # 1. 1) 1.) 1\. but not 3.5
    r"|(\d{1,3})(?:\s?[:–—-](?=\s)|:(?=[^\W\d_]{2}))"  # 1: and 1 - fan, which is a number and a word
    r"|(\d{1,3})(?:/(?=\s|[^\W\d_]{2})|\s?(?:[→>»=·•~_+]|->|\|(?=[^|]*$))(?=\s))"  # 1/ and 1 →
    r"|(?:\#|№|n[º°o]\.?)\s?(\d{1,3})\s?[.):–—-]?(?=\s|$)"  # #1
    r"|(\d{1,3})(?:[º°ª]\.?|(?:st|nd|rd|th)[.):])\s?[.):–-]?(?=\s)"  # 1º, 1st:
    rf"|{_LABELLED}"  # Word 1: Pair 2. Set 3 -
    r")",
    re.IGNORECASE,
)
_BULLET = re.compile(
    r"[-+*~](?=\s)|-(?=[^\W\d_]|\*\*)|\*(?=[^\W\d_][^*]*$)|[–—―](?!\s?$)|\\item\b|o(?=\s\s)"
    r"|[•‣⁃◦∙·●○◉◎■□▪▫▸▹►▻▶▷➤➢➔→⇒✓✔✅✗✘❌★☆✦✧◆◇❖♦⭐⦿⁎∗»👉🔹🔸🔵🟢🟣🟡🔴▲△☞]"
)
_OPENS_WORD = re.compile(r"(?:\*\*)?[^\W\d_]")
NAMES_WORD = re.compile(r"[*_`]{0,3}(?:word|item|target|palabra)\s?(?:\d|[a-d])[*_`]{0,3}\s?:", re.IGNORECASE)
"""A label behind a mark that says which word of a pair it is, and so is kept: "- Word 1: cat", "- Word 2: bat"."""
_MAY_LABEL = re.compile(
    r"[*_`]*(?:o\s\s|n[º°o.]|[^\W\d_][^\d]{0,22}(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|[a-h])\b))",
    re.IGNORECASE,
)
"""What a line may open with that opens with a letter and is marked: "Word 1:", "Pair two", "No. 3", "o  "."""
_BOX = re.compile(r"(?:[-+*•]\s{1,3})?(?:\[[ xX✓✔]?\](?=\s)|[☐☑☒🔲🔳](?=\s|\w))")
_LETTER_OR_ROMAN = re.compile(r"(?:\*{1,2})?\(?([A-Za-z]|[ivxlIVXL]{2,6})[.)](?:\*{1,2})?\s+(?=\S)")
_MEASURE = r"(?:syllab|s[ií]lab|word|letter|sound|phoneme|beat|part|step|year|minute|consonant)"  # "2-syllable"
_LOOSE_NUMBER = re.compile(
    r"(?:\*{1,2})?(\d{1,3}(?:\.\d{1,2}){0,2})"
    rf"(?:\.?(?:\*{{1,2}})?\s+(?=[^\s|])|[-–—.](?:\*{{1,2}})?(?=[^\W_])(?!{_MEASURE}\w*\W*(?::|\*|\s\w)))",
    re.IGNORECASE,
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}


class Marked(NamedTuple):
    """A mark read off a line: what it is, its value (0 if it has none), and the text behind it."""

    mark: Mark
    value: int
    rest: str


def take_mark(body: str) -> Marked:
    """Take off the mark, and a second and third one behind it: "1. - rabbit", "- [ ] rabbit", "- 1) rabbit"."""
    first: Mark = "plain"
    value = 0
    for _ in range(3):
        found = _one_mark(body)
        if found is None or (first != "plain" and NAMES_WORD.match(body)):
            break
        if first == "plain" or (first == "bulleted" and found.mark == "checkbox"):
            first, value = found.mark, found.value
        body = found.rest
    return Marked(first, value, body)


def _one_mark(body: str) -> Marked | None:
    if body.isalpha() or not body or (_OPENS_WORD.match(body) and not _MAY_LABEL.match(body)):
        return None
    if body[:1] in (LIST_MARK, DATA_MARK):
        return Marked("html" if body[0] == LIST_MARK else "json", 0, body[1:].strip())
    number = _NUMBER.match(body)
    if number:
        digits = next(filter(None, number.groups()), "0")
        return Marked("numbered", int(digits), _rest(body, number.end()))
    box = _BOX.match(body)
    if box:
        return Marked("checkbox", 0, body[box.end() :].strip())
    bullet = _BULLET.match(body)
    return Marked("bulleted", 0, body[bullet.end() :].strip()) if bullet else None


def _rest(body: str, end: int) -> str:
    """Return the text behind a number, its emphasis balanced: "**1.** rabbit", "**1. rabbit**"."""
    rest = body[end:].strip()
    opening = body[: len(body) - len(body.lstrip("*_`"))]
    if not opening:
        return rest
    if not any(map(str.isalnum, rest)):
        return ""
    return rest[len(opening) :].strip() if rest.startswith(opening) else opening + rest


class Loose(NamedTuple):
    """A mark that only its neighbours can confirm: a letter, a roman numeral, a number without a stop."""

    letter: int
    roman: int
    number: tuple[int, ...]
    rest: str


def loose_mark(body: str) -> Loose | None:
    """Read "a) rabbit", "ii. rabbit", "1.1 rabbit", "1 rabbit", "1-rabbit", if the line opens like one of them."""
    found = _LETTER_OR_ROMAN.match(body)
    if found:
        sign = found[1].lower()
        return Loose(ord(sign) - 96 if len(sign) == 1 else 0, _roman(sign), (), _rest(body, found.end()))
    found = _LOOSE_NUMBER.match(body)
    if found:
        return Loose(0, 0, tuple(map(int, found[1].split("."))), _rest(body, found.end()))
    return None


def _roman(sign: str) -> int:
    values = [_ROMAN.get(letter, 0) for letter in sign]
    if not all(values):
        return 0
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))


def follows(first: Loose, second: Loose) -> Mark | None:
    """Tell what kind of list two loose marks count in, if the second comes right after the first."""
    one, other = first.number, second.number
    if one and other:
        counts_up = len(one) == len(other) and one[:-1] == other[:-1] and other[-1] == one[-1] + 1
        next_part = len(one) == len(other) > 1 and other[-1] == 1 and other[-2] == one[-2] + 1
        return "numbered" if counts_up or next_part else None
    if first.roman and second.roman == first.roman + 1:
        return "roman"
    return "lettered" if first.letter and second.letter == first.letter + 1 else None
