"""The replies that the reader could not read, and the tables of what a model read instead."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from stimfid_lib.scoring.extract_llm import METHOD, read_answer
from stimfid_lib.scoring.rows import KEYS

FALLBACK_SCHEMA = pl.Schema(
    {
        **KEYS,
        "answer": pl.String(),
        "kept": pl.List(pl.List(pl.String())),
        "dropped": pl.List(pl.String()),
    }
)
"""One row a reply that a model was asked about: its answer, the entries kept, the lines of the answer dropped."""


def unread(extracted: pl.DataFrame, runs: pl.DataFrame) -> pl.DataFrame:
    """The replies that a fallback is for, with their text: no item found, and no refusal (extraction failures)."""
    failed = extracted.filter((pl.col("method") == "none") & ~pl.col("refusal")).select(*KEYS, "kind")
    texts = runs.select(*KEYS, "text").filter(pl.col("text").is_not_null())
    return failed.join(texts, on=list(KEYS), how="inner", maintain_order="left")


def with_fallback(
    extracted: pl.DataFrame, replies: pl.DataFrame, answers: Mapping[str, str]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Put what a model read into the table `extracted`, and tell what became of each reply that it was asked about.

    Args:
        extracted: the reader's table.
        replies: `unread` of it.
        answers: the model's answer by the reply's text; a reply without one stays as it is.

    Returns:
        The table with such rows' entries and method `llm`, and a table of `FALLBACK_SCHEMA`.
    """
    asked = []
    for *key, kind, text in replies.iter_rows():
        if text in answers:
            found = read_answer(answers[text], text, kind)
            items = [[item] if isinstance(item, str) else list(item) for item in found.extraction.items]
            asked.append((*key, answers[text], items, list(found.dropped)))
    table = pl.DataFrame(asked, schema=FALLBACK_SCHEMA, orient="row")
    read = table.filter(pl.col("kept").list.len() > 0).select(*KEYS, read=pl.col("kept"))
    joined = extracted.join(read, on=list(KEYS), how="left", maintain_order="left")
    named = joined.with_columns(
        entries=pl.coalesce("read", "entries"),
        method=pl.when(pl.col("read").is_null()).then("method").otherwise(pl.lit(METHOD)),
    )
    return named.select(extracted.columns), table
