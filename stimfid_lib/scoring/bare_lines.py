"""Lists without marks: at least three short lines that are items and not talk."""

from __future__ import annotations

from stimfid_lib.scoring.chatter import is_chatter, is_heading, is_remark, is_section_label, is_title
from stimfid_lib.scoring.clean import clean_item, without_emphasis, word_count
from stimfid_lib.scoring.inline import inline_entries
from stimfid_lib.scoring.lines import Line
from stimfid_lib.scoring.separators import LONGEST_LINE, fits, has_strong_separator
from stimfid_lib.suite.request import Shape

FEWEST_LINES = 3
"""Unmarked lines that make a list of words; a pair or set with a plain separator is an entry alone."""


def bare_lines(lines: list[Line], shape: Shape) -> list[str]:
    """Return the unmarked lines that are entries, `[]` if there are too few to be a list.

    Dropped: headings, chatter, lines longer than `LONGEST_LINE`; and where the other lines are of the shape asked for,
    sentences, titles, names of sections, and phrases that open or close the reply or stand in a paragraph of their own.
    """
    candidates = [
        (index, line.text) for index, line in enumerate(lines) if line.mark == "plain" and _is_candidate(line, shape)
    ]
    suits = {index for index, text in candidates if fits(text, shape)}
    if 2 * len(suits) > len(candidates):
        edges = {candidates[0][0], candidates[-1][0]}
        sentences = sum(_ends_sentence(text) for _, text in candidates) * 2 <= len(candidates)
        candidates = [
            (index, text)
            for index, text in candidates
            if index in suits
            or not (
                (sentences and _ends_sentence(text) and word_count(text) > 1)
                or (index in edges and is_title(text))
                or (is_section_label(text) and word_count(text) > 1)
                or ((index in edges or _stands_alone(lines, index)) and word_count(text) > 2)
            )
        ]
    texts = [text for _, text in candidates]
    if shape != "words":
        texts = [text for text in texts if fits(text, shape) or has_strong_separator(text) or word_count(text) <= 2]
        if any(has_strong_separator(text) or (shape == "sets" and fits(text, shape)) for text in texts):
            return _expanded(texts, shape)
    return _expanded(texts, shape) if len(texts) >= FEWEST_LINES else []


def _is_candidate(line: Line, shape: Shape) -> bool:
    text = line.text
    if is_heading(line) or not clean_item(text):
        return False
    if fits(text, shape) and word_count(text) > 1 and not is_remark(text):
        # "great - grate" is a pair and "sure: certain" a word, though either opens like talk
        return not (text.endswith("!") and is_chatter(text) and not has_strong_separator(text))
    if is_chatter(text):
        return False
    return word_count(text) <= LONGEST_LINE[shape]


def _expanded(texts: list[str], shape: Shape) -> list[str]:
    """Read lists within lines, but leave a reply that has nothing else to the reader of comma lists."""
    expanded = [inline_entries(text, shape) for text in texts]
    if texts and all(len(entries) > 1 for entries in expanded):
        return []
    return [entry for entries in expanded for entry in entries]


def _ends_sentence(text: str) -> bool:
    return without_emphasis(text).rstrip(' )"”').endswith((".", "!", "?"))


def _stands_alone(lines: list[Line], index: int) -> bool:
    around = lines[max(index - 1, 0) : index] + lines[index + 1 : index + 2]
    return all(line.mark == "blank" for line in around)
