"""Extraction: the words, pairs or sets that a reply offers, and nothing else of it."""

from __future__ import annotations

from stimfid_lib.scoring.clean import clean_item
from stimfid_lib.scoring.extraction import Extraction, T
from stimfid_lib.scoring.reader import read_entries
from stimfid_lib.scoring.refusal import has_refusal_phrase
from stimfid_lib.scoring.separators import split_pair, split_set


def extract_items(raw: str) -> Extraction[str]:
    """Return the words that a reply lists.

    Methods, the first that finds anything wins: `numbered`, `bulleted`, `lines` (at least three unmarked lines of at
    most six words each), `comma` (a list inside a line), `none`. Items are cleaned (`clean_item`) and keep the
    model's spelling, case, inner spaces and hyphens. Preambles, headings, closing sentences and advice are not items.
    Any text is read, in time linear in its length, and nothing is returned that the reply does not hold.
    """
    entries = read_entries(raw, "words")
    return _extraction(raw, entries.method, tuple(filter(None, map(clean_item, entries.texts))))


def extract_pairs(raw: str) -> Extraction[tuple[str, str]]:
    """Return the word pairs that a reply lists, read as `extract_items` does; a missing word is `(item, "")`."""
    entries = read_entries(raw, "pairs")
    return _extraction(raw, entries.method, tuple(pair for pair in map(split_pair, entries.texts) if any(pair)))


def extract_sets(raw: str) -> Extraction[tuple[str, ...]]:
    """Return the contrast sets that a reply lists, one a line, the target first; unmarked lines may be longer."""
    entries = read_entries(raw, "sets")
    return _extraction(raw, entries.method, tuple(filter(None, map(split_set, entries.texts))))


def _extraction(raw: str, method: str, items: tuple[T, ...]) -> Extraction[T]:
    if items:
        return Extraction(items, method, refusal=False)
    return Extraction((), "none", refusal=has_refusal_phrase(raw))
