"""Finding the list in a reply: which of its blocks are entries, before any entry is cleaned or split."""

from __future__ import annotations

from collections import Counter

from stimfid_lib.scoring.clean import clean_item
from stimfid_lib.scoring.reading.blocks import Cut, cut_blocks
from stimfid_lib.scoring.reading.characters import PART
from stimfid_lib.scoring.reading.data import data_drawn
from stimfid_lib.scoring.reading.found import Entries, Found
from stimfid_lib.scoring.reading.lines import Line, read_lines
from stimfid_lib.scoring.reading.lists import read_list
from stimfid_lib.scoring.reading.plain import bare_lines, single_words
from stimfid_lib.scoring.reading.prose import prose_lists
from stimfid_lib.scoring.reading.stanzas import stanzas
from stimfid_lib.scoring.reading.tables import read_table
from stimfid_lib.scoring.reading.text import plain_reply
from stimfid_lib.scoring.reading.unmarked import (
    columns,
    comma_table,
    dashed_label,
    definition_terms,
    heading_items,
    labelled_lists,
    recorded,
)
from stimfid_lib.scoring.separators import split_pair, split_set
from stimfid_lib.suite.request import Shape

_NOTHING = Line(0, "blank", "")


def read_entries(raw: str, shape: Shape) -> Entries:
    """Find the list of a reply: its blocks that surely are entries, all of them in order; else the likeliest kind.

    `shape` says what an entry should look like, which decides between a heading and its sub-list, between a list and
    the advice around it, and how long an unmarked line may be. A block that only says again what stood before it counts
    once. Time is linear in the length of the reply.
    """
    lines = read_lines(data_drawn(plain_reply(raw)))
    found = _said_once(_in_order(lines, cut_blocks(lines), shape), shape)
    if not found:
        return Entries("none", ())
    texts = [text for one in found for text in one.texts]
    if shape == "words" and any(PART in text for text in texts):
        texts = [part for text in texts for part in text.split(PART)]
    counts: Counter[str] = Counter()
    for one in found:
        counts[one.method] += len(one.texts)
    return Entries(max(counts, key=counts.__getitem__), tuple(texts))


def _in_order(lines: list[Line], cut: Cut, shape: Shape) -> list[Found]:
    read = (read_table(block, shape) if block.kind == "table" else read_list(block, shape) for block in cut.blocks)
    marked = [one for one in read if one is not None and one.texts]
    free = lines
    if cut.continued:
        free = [line._replace(mark="blank") if at in cut.continued else line for at, line in enumerate(lines)]
    labelled = labelled_lists(free, cut.roles, shape) if any(line.mark == "plain" for line in free) else None
    sure = [one for one in (*marked, labelled) if one is not None and one.strength == 3]
    if sure and shape == "words":
        unsaid = [line._replace(mark="blank") if labelled and dashed_label(line.text) else line for line in free]
        sure += single_words(unsaid, cut.roles)
        if sure == [labelled]:  # a list behind a label, and perhaps another one below it
            below = bare_lines(
                [line if ":" not in line.text or "," not in line.text else _NOTHING for line in free], cut.roles, shape
            )
            sure += [below] if below and all(":" in text for text in below.texts) else []
    if sure:
        return sorted(sure, key=lambda one: one.start)
    alone = (
        recorded(lines, shape)
        or definition_terms(lines, shape)
        or comma_table(lines, shape)
        or heading_items(lines, shape)
        or stanzas(free, cut.roles, shape)
        or (columns(free, cut.roles) if shape == "words" else None)
    )
    if alone:
        return [alone]
    likely = [one for one in marked if one.strength > 1]
    if likely:
        return likely
    body = [line._replace(mark="blank") if at in cut.heads else line for at, line in enumerate(free)]
    last = bare_lines(body, cut.roles, shape) or prose_lists(body, shape)
    last = last or (bare_lines(free, cut.roles, shape) or prose_lists(free, shape) if cut.heads else None)
    return [last] if last else marked


def _said_once(found: list[Found], shape: Shape) -> list[Found]:
    """Drop a block whose entries all stood in the blocks before it, if it has several or says that it is a recap.

    A comma list right before the list that holds all of it and more is dropped likewise.
    """
    if len(found) < 2:
        return found
    kept: list[Found] = []
    seen: set[str] = set()
    said = [{_said(text, shape) for text in one.texts} for one in found]
    for one, items, following in zip(found, said, [*said[1:], set[str]()], strict=True):
        if kept and items <= seen and (len(one.texts) > 1 or one.recap):
            continue
        if one.method == "comma" and len(items) > 1 and items < following:
            continue  # "In short: lamp, lake", then the whole list
        seen |= items
        kept.append(one)
    return kept


def _said(text: str, shape: Shape) -> str:
    """Return what an entry says, whatever its marks and separators are."""
    if shape == "words":
        return clean_item(text).lower()
    return " ".join(sorted(split_pair(text) if shape == "pairs" else split_set(text))).lower()
