"""Tables, read row by row: which columns hold the items."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stimfid_lib.scoring.clean import clean_item, word_count
from stimfid_lib.scoring.reading.blocks import Block
from stimfid_lib.scoring.reading.characters import PART
from stimfid_lib.scoring.reading.found import Found, Strength, most
from stimfid_lib.scoring.reading.inline import is_word, parts_of
from stimfid_lib.scoring.reading.labels import names_attribute, names_item, names_list, names_section, names_sound
from stimfid_lib.scoring.reading.marks import take_mark
from stimfid_lib.scoring.reading.roles import NO_ITEMS
from stimfid_lib.scoring.reading.spread import under_target
from stimfid_lib.scoring.separators import fits, names_contrast
from stimfid_lib.suite.request import Shape

_UNDERLINE = re.compile(r"[\s:|+=-]*-[\s:|+=-]*")
_CELL = re.compile(r"(?<!\\)\|")
_BREAK = re.compile(r"\s*<br\s?/?>\s*", re.IGNORECASE)
_SPOKEN = re.compile(r"\W*[/\[ˈ].*")
_SYMBOL = re.compile(r"[ɹʃʒθðŋɪæəɛʊɔɑʌɝɚˈ]")
_NAMES_ROW = re.compile(r"\W*(?:set|pair|group|level|row|list|trial|item|example)\s?#?\d{1,2}\W*", re.IGNORECASE)
_MOST_COLUMNS = 40

Rows = list[list[str]]


def read_table(block: Block, shape: Shape) -> Found | None:
    """Return the entries of a table in Markdown's form; None if no column holds words.

    The first row is its head if a rule stands below it.
    """
    if block.role == "avoid":
        return None
    rows: Rows = []
    head: list[str] = []
    for line in block.lines:
        if not _UNDERLINE.fullmatch(line.text):
            rows.append(cells_of(line.text))
        elif len(rows) == 1 and not head:
            head = rows.pop()
    texts = read_rows(head, rows, shape)
    if not texts:
        return None
    if shape == "sets" and not any("target" in name.lower() for name in head):
        texts = under_target(texts, block.lead)
    strength: Strength = 3 if most(fits(text, shape) for text in texts) or block.role == "items" else 2
    return Found(block.start, "table", texts, 0 if block.role in NO_ITEMS else strength, recap=block.role == "recap")


def cells_of(row: str) -> list[str]:
    """Split a row at its bars; the outer ones are none of its cells."""
    body = row.strip()
    body = body[1:] if body.startswith("|") else body
    body = body[:-1] if body.endswith("|") and not body.endswith("\\|") else body
    return [cell.strip() for cell in _CELL.split(body, maxsplit=_MOST_COLUMNS)]


def read_rows(head: list[str], rows: Rows, shape: Shape) -> list[str]:
    """Return the entries of rows of cells, row by row.

    A head without a rule below it is known by its names. A row of a pair or set is its word columns, or the cell that
    is a pair by itself; a cell of several words with commas is a list.
    """
    if not head and len(rows) > 1 and _is_head(rows[0]):
        head, rows = rows[0], rows[1:]
    width = max(map(len, rows), default=0)
    if not width:
        return []
    names = [*head, *[""] * (width - len(head))]
    columns = [[_unmarked(row[at]) if at < len(row) else "" for row in rows] for at in range(width)]
    chosen = _chosen_columns(names, columns, shape)
    texts: list[str] = []
    for number in range(len(rows)):
        cells = [columns[at][number] for at in chosen]
        if shape == "words":
            texts += [entry for cell in cells if clean_item(cell) for entry in _entries_of(cell)]
        elif any(map(clean_item, cells)):
            filled = [cell for cell in cells if clean_item(cell)]
            texts += (
                filled
                if all(fits(cell, shape) for cell in filled)
                else [PART.join(part for cell in cells for part in _entries_of(cell))]
            )
    return texts


def _chosen_columns(names: Sequence[str], columns: Sequence[list[str]], shape: Shape) -> list[int]:
    """Choose the columns that hold items.

    Those whose head names items ("Word", "Target"); else, where the head names parts of a list ("Initial"), sounds or
    nothing known, every column that mostly holds words and is called nothing else ("Meaning", "IPA"): of these the
    first alone, if the next ones repeat themselves as categories do.
    """
    wordy = [at for at, column in enumerate(columns) if _holds_words(column)]
    named = [
        at for at, name in enumerate(names[: len(columns)]) if names_item(name) or (names_list(name) and at in wordy)
    ]
    if shape != "words":
        whole = [at for at, column in enumerate(columns) if most(fits(cell, shape) for cell in column if cell)]
        alone = [at for at in wordy if at not in whole and _holds_single_words(columns[at])]
        if len(alone) > 1 and all(names_attribute(names[at]) for at in whole):  # "velar vs alveolar" beside the words
            named, wordy, whole = [at for at in named if at in alone], alone, []
        if whole and not any(_holds_single_words(columns[at]) for at in named if at not in whole):
            return whole
    if named and (shape == "words" or len(named) > 1):
        return named
    free = [at for at in wordy if names_sound(names[at]) or not names_attribute(names[at])]
    if shape != "words":
        return sorted({*named, *free})
    if len(free) > 1 and most(names_section(cell) or names_sound(cell) for cell in columns[free[0]] if cell):
        free = free[1:]  # the first column says what the row is
    if len(free) > 1 and not all(_is_part(names[at]) for at in free):
        free = [free[0], *(at for at in free[1:] if _is_part(names[at]))]
    single = bool(free) and most(is_word(cell) for cell in columns[free[0]] if cell)
    return [free[0], *(at for at in free[1:] if _varies(columns[at], single=single))] if free else []


def _is_part(name: str) -> bool:
    return not clean_item(name) or names_section(name) or names_sound(name) or names_list(name)


def _holds_words(column: Sequence[str]) -> bool:
    """Tell whether most filled cells are one or two words, or a list of them, and no figures or pronunciations."""
    return most(_is_wordy(cell) for cell in column if cell.strip(" -–—*"))


def _holds_single_words(column: Sequence[str]) -> bool:
    return most(is_word(cell) and not names_contrast(cell) for cell in column if cell)


def _is_wordy(cell: str) -> bool:
    item = clean_item(cell)
    if not any(map(str.isalpha, item)) or _SPOKEN.fullmatch(cell) or _NAMES_ROW.fullmatch(cell) or _SYMBOL.search(item):
        return False
    return word_count(item) <= 2 or len(parts_of(cell, "words")) > 1


def _varies(column: Sequence[str], *, single: bool) -> bool:
    """Tell whether a column's cells mostly differ, as words do and categories do not, and are single words if asked."""
    filled = [clean_item(cell).lower() for cell in column if clean_item(cell)]
    alone = sum(len(parts_of(cell, "words")) > 1 or is_word(cell) for cell in filled)
    if single and alone * 10 < len(filled) * 8:
        return False
    return len(set(filled)) * 10 >= len(filled) * 8


def _is_head(row: Sequence[str]) -> bool:
    known = [names_item(cell) or names_attribute(cell) or names_list(cell) for cell in row if cell.strip()]
    if all(names_section(cell) for cell in row if cell.strip()):
        return True
    return bool(known) and (all(known) or (most(known) and len(known) > 1))


def _unmarked(cell: str) -> str:
    cell = _BREAK.sub(", ", cell)
    return take_mark(cell).rest if cell[:1] and not cell[0].isalpha() else cell


def _entries_of(cell: str) -> list[str]:
    parts = parts_of(cell, "words")
    return parts if len(parts) > 1 else [cell]
