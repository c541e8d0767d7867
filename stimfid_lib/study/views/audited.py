"""What notebook 05 shows of the reading itself: the reader on its corpus, what it left unread, the audit's sample."""

from __future__ import annotations

from functools import lru_cache

import polars as pl
from great_tables import GT

from stimfid_lib.base.seed import SEED
from stimfid_lib.scoring.rows import KEYS
from stimfid_lib.study.auditing import SHARE, audit_rows, audited_replies
from stimfid_lib.study.reading import FALLBACK
from stimfid_lib.study.views.plain import show, show_texts
from stimfid_lib.study.workspace import Study


@lru_cache(maxsize=1)
def reader_on_corpus() -> GT:
    """The deterministic reader on the extraction corpus, by level: shares of exact lists and of items."""
    from stimfid_lib.tasks.extraction import load_cases, rate_reader

    result = rate_reader(load_cases())
    misses = len(result.figures["misses"])
    table = pl.DataFrame(result.figures["by level"]).with_columns(pl.col(pl.Float64).round(3))
    note = f"{misses} of {result.n_cases} replies are read otherwise than by hand; docs/extraction.md explains each."
    return show(table, "The reader on replies whose items are known", note)


def unread_replies(extracted: pl.DataFrame, runs: pl.DataFrame, n: int = 6) -> GT:
    """Some replies of which neither items nor a refusal were read, spread over the models."""
    failed = extracted.filter(pl.col("method") == "none", ~pl.col("refusal")).sort(*KEYS)
    texts = failed.join(runs.select(*KEYS, "text"), on=list(KEYS), how="inner", maintain_order="left")
    each = max(1, n // max(1, texts["model_key"].n_unique()))
    shown = texts.group_by("model_key", maintain_order=True).head(each).select("prompt_id", "model_key", "text")
    return show_texts(shown, f"Extraction failures: {failed.height} of {extracted.height} replies")


def fallback_overview(study: Study) -> GT:
    """What a model read where the reader could not: replies asked about, read, and lines dropped as not verbatim."""
    asked = study.table(FALLBACK)
    counts = asked.group_by("model_key").agg(
        asked_about=pl.len(),
        read=(pl.col("kept").list.len() > 0).sum(),
        items_kept=pl.col("kept").list.len().sum(),
        lines_dropped=pl.col("dropped").list.len().sum(),
    )
    model = study.params.extract_llm
    note = f"Read by {model}; method llm in every table." if model else "Off in this snapshot: no model was asked."
    return show(counts.sort("model_key"), "Read by a model instead", note)


def audit_sheet(study: Study) -> GT:
    """The seeded sample for the hand audit: how many replies of each model, and how they were read."""
    rows = audit_rows(study)
    counts = (
        pl.DataFrame([(row.key[1], row.method) for row in rows], schema=["model_key", "method"], orient="row")
        .group_by("model_key", "method")
        .len("replies")
    )
    note = f"{len(rows)} of {audited_replies(study).height} replies ({SHARE:.0%}), drawn with seed {SEED}."
    return show(counts.sort("model_key", "method"), "The audit's sample", note)
