"""Extraction: the words, pairs or sets that a reply offers, and nothing else of it."""

from __future__ import annotations

from typing import Any

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.scoring.clean import clean_item
from stimfid_lib.scoring.extraction import Extraction, T
from stimfid_lib.scoring.reading.reader import read_entries
from stimfid_lib.scoring.reading.text import plain_reply
from stimfid_lib.scoring.refusal import asks_back, has_refusal_phrase
from stimfid_lib.scoring.rows import EXTRACTED_SCHEMA, KEYS
from stimfid_lib.scoring.separators import split_pair, split_set, split_tight
from stimfid_lib.suite.request import Shape, requests_of


def extract_items(raw: str) -> Extraction[str]:
    """Return the words that a reply lists.

    All lists of a reply count, in order, and what only says them again counts once; `METHODS` names the forms.
    Items are cleaned (`clean_item`) and keep the model's spelling, case, inner spaces and hyphens. Preambles,
    headings, rules, advice, offers and closings are not items; thoughts, invented turns and chat tokens are not the
    reply. Any text is read, in time linear in its length, and nothing is returned that the reply does not hold. The
    rules are decision 40.
    """
    entries = read_entries(raw, "words")
    return _extraction(raw, entries.method, tuple(filter(None, map(clean_item, entries.texts))))


def extract_pairs(raw: str) -> Extraction[tuple[str, str]]:
    """Return the word pairs that a reply lists, read as `extract_items` does; a missing word is `(item, "")`.

    A hyphen or one space without a separator belongs to its word, unless all entries of the reply are so joined.
    """
    entries = read_entries(raw, "pairs")
    pairs = tuple(pair for pair in map(split_pair, entries.texts) if any(pair))
    return _extraction(raw, entries.method, split_tight(pairs))


def extract_sets(raw: str) -> Extraction[tuple[str, ...]]:
    """Return the contrast sets that a reply lists, one a line, the target first; unmarked lines may be longer."""
    entries = read_entries(raw, "sets")
    return _extraction(raw, entries.method, tuple(filter(None, map(split_set, entries.texts))))


def extract_for(raw: str, shape: Shape) -> Extraction[Any]:
    """Return the words, pairs or sets of a reply: `extract_items`, `extract_pairs` or `extract_sets`."""
    if shape == "words":
        return extract_items(raw)
    return extract_pairs(raw) if shape == "pairs" else extract_sets(raw)


def extract_runs(runs: pl.DataFrame, suite: pl.DataFrame) -> pl.DataFrame:
    """Read every reply of a run: one row of `EXTRACTED_SCHEMA` each, sorted by prompt_id, model_key, replicate.

    `runs` holds prompt_id, model_key, replicate and text, and perhaps error. A row with an error, or without a text,
    is no reply and is left out; an empty text is a reply without items.

    Raises:
        Refused: a column is missing, a prompt is none of the suite's, or one prompt is answered twice by one model in
            one replicate.
    """
    missing = [name for name in (*KEYS, "text") if name not in runs.columns]
    if missing:
        raise Refused(f"runs: no column {missing[0]!r}; needed are {', '.join((*KEYS, 'text'))}")
    answered = runs.filter(pl.col("text").is_not_null())
    if "error" in answered.columns:
        answered = answered.filter(pl.col("error").is_null())
    twice = answered.filter(pl.struct(*KEYS).is_duplicated())
    if twice.height:
        raise Refused(f"runs: more than one reply for {twice.select(*KEYS).row(0)}; keep the last clean one of each")
    requests = requests_of(suite)
    rows = []
    for prompt_id, model_key, replicate, text in answered.sort(*KEYS).select(*KEYS, "text").iter_rows():
        if prompt_id not in requests:
            raise Refused(f"runs: prompt {prompt_id!r} is not in the suite; extract with the suite that was run")
        shape = requests[prompt_id].shape
        found = extract_for(text, shape)
        entries = [[item] if isinstance(item, str) else list(item) for item in found.items]
        rows.append((prompt_id, model_key, replicate, shape, entries, found.method, found.refusal))
    return pl.DataFrame(rows, schema=EXTRACTED_SCHEMA, orient="row")


def _extraction(raw: str, method: str, items: tuple[T, ...]) -> Extraction[T]:
    if items:
        return Extraction(items, method, refusal=False)
    said = plain_reply(raw)
    return Extraction((), "none", refusal=not said.strip() or has_refusal_phrase(said) or asks_back(said))
