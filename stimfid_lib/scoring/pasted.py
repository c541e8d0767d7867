"""A pasted list: read as the study reads a chatbot's reply, and more leniently where that finds no list."""

from __future__ import annotations

import re

from stimfid_lib.scoring.clean import clean_item
from stimfid_lib.scoring.extract import extract_for
from stimfid_lib.scoring.separators import split_pair, split_set, split_tight
from stimfid_lib.suite.request import Shape

_BREAKS = re.compile(r"[\n\t;]+")
_BREAKS_IN_WORDS = re.compile(r"[\n\t;,]+")


def read_pasted(text: str, shape: Shape) -> list[list[str]]:
    """Return the entries of a list that a person pasted, each as its words ("" for a missing one of a pair).

    A whole reply of a chatbot is read with the study's own extraction (numbers, bullets, tables, commas, preambles).
    Where that finds nothing, as in a list of one or two bare words, every line or comma-separated part is an entry,
    since a person who pastes something means it as the list.
    """
    found = extract_for(text, shape).items
    if found:
        return [[item] if isinstance(item, str) else list(item) for item in found]
    if shape == "words":
        cleaned = [clean_item(part) for part in _BREAKS_IN_WORDS.split(text)]
        return [[word] for word in cleaned if word and any(map(str.isalpha, word))]
    parts = [part.strip() for part in _BREAKS.split(text) if any(map(str.isalpha, part))]
    if shape == "sets":
        return [list(words) for words in map(split_set, parts) if words]
    return [list(pair) for pair in split_tight(tuple(pair for pair in map(split_pair, parts) if any(pair)))]


def read_arguments(arguments: list[str], shape: Shape) -> list[list[str]]:
    """Return the entries of a list given as arguments: one argument is a text to read, of several each is an entry.

    A comma at an argument's end is dropped ("rabbit, ring, cat" unquoted); "sun - thumb" unquoted is three
    arguments, which are put together at the dash.
    """
    if len(arguments) == 1:
        return read_pasted(arguments[0], shape)
    if shape == "words":
        parts = [clean_item(part) for argument in arguments for part in argument.split(",")]
        return [[part] for part in parts if part and any(map(str.isalpha, part))]
    joined = re.sub(r"\s*\n\s*(-|–|—|/|vs\.?)\s*\n\s*", r" \1 ", "\n".join(arguments))
    return read_pasted(re.sub(r",\s*$", "", joined, flags=re.MULTILINE), shape)
