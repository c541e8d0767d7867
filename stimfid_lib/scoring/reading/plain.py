"""Lists without marks: lines that are items and not talk."""

from __future__ import annotations

import re

from stimfid_lib.scoring.clean import LONGEST_ENTRY, clean_item, without_emphasis, word_count
from stimfid_lib.scoring.reading.blocks import is_heading
from stimfid_lib.scoring.reading.found import Found, most
from stimfid_lib.scoring.reading.inline import expanded, inline_entries, is_word
from stimfid_lib.scoring.reading.labels import names_section
from stimfid_lib.scoring.reading.lines import Line
from stimfid_lib.scoring.reading.roles import NO_ITEMS, Role, ends_sentence, is_chatter, is_remark, is_title
from stimfid_lib.scoring.reading.spread import is_said_of
from stimfid_lib.scoring.separators import LONGEST_LINE, fits, has_strong_separator, is_simple_pair, names_contrast
from stimfid_lib.suite.request import Shape

FEWEST_LINES = 3
"""Unmarked lines that make a list of words; a pair or set with a plain separator is an entry alone."""

_FIRST_STOP = re.compile(r"[:,.!?]|\s[-–—]\s")


def single_words(lines: list[Line], roles: list[Role]) -> list[Found]:
    """Return runs of at least three bare lines that are one word each: these are a list beside marked ones too."""
    runs: list[Found] = []
    run: list[str] = []
    start = 0
    for index, line in enumerate([*lines, Line(0, "rule", "")]):
        if line.mark == "plain" and _is_single(line.text):
            start = index if not run else start
            run.append(line.text)
        elif line.mark != "blank" or not run:
            if len(run) >= FEWEST_LINES and roles[start] not in NO_ITEMS:
                runs.append(Found(start, "lines", run, 3))
            run = []
    return runs


def _is_single(text: str) -> bool:
    if text.isalnum():
        return True
    return (
        ":" not in text
        and is_word(text)
        and not (ends_sentence(text) or is_chatter(text) or is_heading(Line(0, "plain", text)))
    )


def bare_lines(lines: list[Line], roles: list[Role], shape: Shape) -> Found | None:
    """Return the unmarked lines that are entries, None if there are too few to be a list.

    Dropped: headings, chatter, lines longer than `LONGEST_LINE`; and where the other lines are of the shape asked for,
    sentences, titles, names of sections, and phrases that open or close the reply or stand in a paragraph of their own.
    """
    candidates = [
        (index, line.text)
        for index, line in enumerate(lines)
        if line.mark == "plain" and roles[index] not in NO_ITEMS and _is_candidate(line, shape)
    ]
    if not most(":" in text for _, text in candidates):
        candidates = [(index, text) for index, text in candidates if not is_said_of(text)]
    if not candidates:
        return None
    start = candidates[0][0]
    suits = {index for index, text in candidates if fits(text, shape)}
    if 2 * len(suits) > len(candidates):
        edges = {candidates[0][0], candidates[-1][0]}
        sentences = sum(ends_sentence(text) for _, text in candidates) * 2 <= len(candidates)
        candidates = [
            (index, text)
            for index, text in candidates
            if not (
                (index in edges and _is_closing(lines, index, text))
                if index in suits
                else _is_talk(lines, index, text, edge=index in edges, sentences=sentences)
            )
        ]
    texts = [text for _, text in candidates]
    if shape != "words":
        texts = [text for text in texts if is_simple_pair(text) or not (names_contrast(text) or names_section(text))]
        texts = [text for text in texts if fits(text, shape) or has_strong_separator(text) or word_count(text) <= 2]
        if any(has_strong_separator(text) or (shape == "sets" and fits(text, shape)) for text in texts):
            texts = _expanded(texts, shape)
            return Found(start, "lines", texts, 2) if texts else None
    texts = _expanded(texts, shape) if len(texts) >= FEWEST_LINES else []
    return Found(start, "lines", texts, 2) if texts else None


def _is_talk(lines: list[Line], index: int, text: str, *, edge: bool, sentences: bool) -> bool:
    """Tell whether a line among lines that are mostly items is none: a sentence, a title, a phrase apart."""
    words = word_count(text)
    if (sentences and ends_sentence(text) and words > 1) or (names_section(text) and words > 1):
        return True
    return (edge and is_title(text)) or ((edge or _stands_alone(lines, index)) and words > 2)


def _is_closing(lines: list[Line], index: int, text: str) -> bool:
    """Tell whether a line that could be an item is talk at either end, apart from lines that keep together."""
    return _stands_alone(lines, index) and is_chatter(f"{without_emphasis(text)}!") and not _is_spaced(lines)


def _is_candidate(line: Line, shape: Shape) -> bool:
    text = line.text
    if text.isalnum():
        return len(text) <= LONGEST_ENTRY
    if shape == "pairs" and is_simple_pair(text):  # "tip - dip" is no tip
        return True
    if len(text) > LONGEST_ENTRY or is_heading(line) or not clean_item(text):
        return False
    if fits(text, shape) and word_count(text) > 1 and not is_remark(text):
        # "great - grate" is a pair and "sure: certain" a word, though either opens like talk
        if shape == "words":
            return not is_chatter(text) or _names_itself(text)
        return not (text.endswith("!") and is_chatter(text) and not has_strong_separator(text))
    if is_chatter(text) or (is_remark(text) and word_count(text) > 1):
        return False
    return word_count(text) <= LONGEST_LINE[shape]


def _names_itself(text: str) -> bool:
    """Tell whether a colon or dash comes before any comma or stop: a word with its gloss, and no talk."""
    found = _FIRST_STOP.search(without_emphasis(text))
    return found is not None and found[0] not in ",.!?" and not text.rstrip().endswith("!")


def _expanded(texts: list[str], shape: Shape) -> list[str]:
    """Read lists within lines, but leave a reply that has nothing else to the reader of comma lists."""
    entries = [inline_entries(text, shape) for text in texts]
    if texts and all(len(parts) > 1 for parts in entries):
        return []
    return expanded(texts, shape)


def _stands_alone(lines: list[Line], index: int) -> bool:
    around = lines[max(index - 1, 0) : index] + lines[index + 1 : index + 2]
    return all(line.mark == "blank" for line in around)


def _is_spaced(lines: list[Line]) -> bool:
    """Tell whether the plain lines of a reply mostly stand in paragraphs of their own."""
    return most(_stands_alone(lines, index) for index, line in enumerate(lines) if line.mark == "plain")
