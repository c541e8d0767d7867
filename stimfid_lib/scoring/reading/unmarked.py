"""Lists without marks whose form says what they are: labels, columns, definitions, headings over paragraphs."""

from __future__ import annotations

import re
from itertools import pairwise

from stimfid_lib.scoring.clean import LONGEST_ENTRY, without_emphasis, word_count
from stimfid_lib.scoring.reading.blocks import is_bold_line
from stimfid_lib.scoring.reading.found import Found, most
from stimfid_lib.scoring.reading.inline import announces, is_word, labelled_parts, parts_of
from stimfid_lib.scoring.reading.labels import names_attribute, names_section, names_sound
from stimfid_lib.scoring.reading.lines import Line
from stimfid_lib.scoring.reading.marks import take_mark
from stimfid_lib.scoring.reading.records import labelled_sound, read_records
from stimfid_lib.scoring.reading.roles import NO_ITEMS, Role, ends_with_colon, is_chatter, is_remark, role_of
from stimfid_lib.scoring.reading.tables import read_rows
from stimfid_lib.scoring.separators import fits
from stimfid_lib.suite.request import Shape

_FEWEST_HEADINGS = 3
_LONGEST_LABEL = 3  # words; a longer one is a sentence, unless it names a list
_COLUMNS = re.compile(r"\t+|\s{3,}|\s+\|\s+")
_DASHED = re.compile(r"\s[-–—=]>?\s|→")
_COMMAS = re.compile(r"\s*[,;]\s*")
_ITEM_COLUMN = re.compile(r"(?:target[ _]?)?(?:word|item|target)[ _]?\d?", re.IGNORECASE)


def labelled_lists(lines: list[Line], roles: list[Role], shape: Shape) -> Found | None:
    """Return the lists that plain lines hold behind a label: "**Initial:** rabbit, ring".

    These count beside marked lists, since the label says what they are.
    """
    texts: list[str] = []
    start = -1
    dashed = shape == "words" and all(
        dashed_label(line.text)
        for line in lines
        if line.mark == "plain" and "," in line.text and _DASHED.search(line.text) and ":" not in line.text
    )
    for index, line in enumerate(lines):
        if line.mark != "plain" or roles[index] in NO_ITEMS or len(line.text) > LONGEST_ENTRY:
            continue
        if ":" in line.text:
            label, _, rest = without_emphasis(line.text).partition(":")
        elif dashed and "," in line.text and (split := dashed_label(line.text)):
            label, rest = split
        else:
            continue
        if (
            (is_remark(label) and word_count(label) == 1)
            or (role_of(label) in NO_ITEMS and not names_section(label))
            or (is_chatter(label) and word_count(label) > 1)
            or names_attribute(label)
        ):
            continue
        if word_count(label) > _LONGEST_LABEL and role_of(label) != "items":
            continue
        parts = parts_of(rest, shape)
        if announces(label, parts, shape) and (shape != "words" or most(map(is_word, parts))):
            start = index if start < 0 else start
            texts += parts
    return Found(start, "comma", texts, 3) if texts else None


def dashed_label(text: str) -> tuple[str, str] | None:
    """Split "Level 1 → dog, day" into the part of the list or the sound that it names and its words, else None."""
    if ":" in text or len(text) > LONGEST_ENTRY:
        return None
    split = labelled_parts(without_emphasis(text))
    return split if split and (names_section(split[0]) or names_sound(split[0])) else None


def recorded(lines: list[Line], shape: Shape) -> Found | None:
    """Return the entries of plain lines that label what they hold ("Target: sun", "Contrast: thumb")."""
    labelled = [
        (index, line.text)
        for index, line in enumerate(lines)
        if line.mark == "plain"
        and len(line.text) <= LONGEST_ENTRY
        and (":" in line.text or ("/" in line.text and labelled_sound(line.text)))
    ]
    entries = read_records([text for _, text in labelled], shape)
    return Found(labelled[0][0], "definition", entries, 3) if entries else None


def columns(lines: list[Line], roles: list[Role]) -> Found | None:
    """Return the words of plain lines that are set in columns: by tabs, wide spaces, bars, or commas under a head."""
    rows: list[list[str]] = []
    start = -1
    for index, line in enumerate(lines):
        if line.mark not in ("plain", "numbered") or not (" " in line.text or "\t" in line.text):
            continue
        if roles[index] not in NO_ITEMS and len(line.text) <= LONGEST_ENTRY:
            cells = [cell for cell in _COLUMNS.split(line.text) if cell]
            if len(cells) > 1:
                start = index if start < 0 else start
                rows.append([str(line.value), *cells] if line.mark == "numbered" else cells)
    texts = read_rows([], rows, "words") if len(rows) > 1 else []
    if texts and most(map(is_word, texts)):
        return Found(start, "table", texts, 3)
    return None


def comma_table(lines: list[Line], shape: Shape) -> Found | None:
    """Return the entries of rows with commas under a head with commas that names an item: "word,meaning"."""
    for index, line in enumerate(lines):
        if line.mark != "plain" or "," not in line.text or len(line.text) > LONGEST_ENTRY:
            continue
        head = _COMMAS.split(line.text)
        if not any(_ITEM_COLUMN.fullmatch(name) for name in head):
            return None
        rows = []
        for after in lines[index + 1 :]:
            cells = _COMMAS.split(after.text)
            if after.mark != "plain" or len(cells) < len(head):
                break
            rows.append([cell.strip('" ') for cell in cells])
        texts = read_rows(head, rows, shape)
        return Found(index, "table", texts, 3) if texts else None
    return None


def heading_items(lines: list[Line], shape: Shape) -> Found | None:
    """Return headings that are items themselves, each with a paragraph below it: "### Rabbit", "### 1. Rabbit".

    At least three of one level (two, if numbered), most of the shape asked for, and nothing listed below them.
    """
    levels: dict[int, list[tuple[int, str]]] = {}
    for index, line in enumerate(lines):
        if line.mark == "heading":
            levels.setdefault(line.value, []).append((index, line.text))
        elif line.mark == "plain" and is_bold_line(line.text) and _has_text_below(lines, index):
            levels.setdefault(9, []).append((index, line.text))
    best: list[tuple[int, str]] = []
    for heads in levels.values():
        marked = [(index, take_mark(text)) for index, text in heads]
        suits = [
            (index, mark.rest, mark.mark == "numbered")
            for index, mark in marked
            if fits(mark.rest, shape)
            and not (names_section(mark.rest) or is_remark(mark.rest) or ends_with_colon(mark.rest))
        ]
        fewest = 2 if any(numbered for _, _, numbered in suits) else _FEWEST_HEADINGS
        if len(suits) >= fewest and len(suits) * 2 > len(heads) and len(suits) > len(best):
            best = [(index, text) for index, text, _ in suits]
    return Found(best[0][0], "headings", [text for _, text in best], 3) if best else None


def _has_text_below(lines: list[Line], index: int) -> bool:
    """Tell whether a paragraph of more than a few words stands right below a line."""
    after = next((line for line in lines[index + 1 : index + 3] if line.mark != "blank"), None)
    return after is not None and after.mark == "plain" and word_count(after.text) > 3 and not is_bold_line(after.text)


def definition_terms(lines: list[Line], shape: Shape) -> Found | None:
    """Return the terms of a definition list: each followed by a line that opens with a colon."""
    terms = [
        (index, line.text)
        for index, (line, after) in enumerate(pairwise(lines))
        if line.mark == "plain" and after.mark == "gloss" and fits(line.text, shape)
    ]
    return Found(terms[0][0], "definition", [text for _, text in terms], 3) if len(terms) > 1 else None
