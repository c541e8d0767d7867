"""What notebooks 04 to 06 show: replies, the items read out of them, their verdicts."""

from __future__ import annotations

import polars as pl
from great_tables import GT

from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.explain import explain_item
from stimfid_lib.study.verdict_words import VERDICTS
from stimfid_lib.study.views.plain import show, show_texts

_KEYS = ("prompt_id", "model_key", "replicate")


def runs_overview(runs: pl.DataFrame) -> GT:
    """Replies of each model: how many, how long, how quick."""
    counts = runs.group_by("model_key").agg(
        replies=pl.len(),
        median_characters=pl.col("text").str.len_chars().median(),
        median_seconds=pl.col("latency_s").median().round(2),
    )
    return show(counts.sort("model_key"), "Replies")


def replies_to_one_prompt(runs: pl.DataFrame, suite: pl.DataFrame) -> GT:
    """Every model's first reply to one prompt, the first that all of them were asked."""
    first = runs.filter(pl.col("replicate") == runs["replicate"].min())
    asked = first.group_by("prompt_id").agg(models=pl.col("model_key").n_unique())
    prompt = asked.filter(pl.col("models") == first["model_key"].n_unique()).sort("prompt_id")["prompt_id"][0]
    question = suite.row(by_predicate=pl.col("prompt_id") == prompt, named=True)["prompt_text"]
    rows = first.filter(pl.col("prompt_id") == prompt).sort("model_key").select("model_key", "text")
    return show_texts(rows, f"{prompt}: {question}")


def methods_by_model(extracted: pl.DataFrame) -> GT:
    """How the items of each model's replies were found."""
    counts = extracted.group_by("model_key", "method").len().sort("method")
    table = counts.pivot("method", index="model_key", values="len").fill_null(0).sort("model_key")
    refusals = extracted.group_by("model_key").agg(refusal=pl.col("refusal").sum())
    return show(table.join(refusals, on="model_key"), "Method of extraction, replies")


def extraction_examples(extracted: pl.DataFrame, runs: pl.DataFrame, n: int = 6) -> GT:
    """Replies and what was read out of them, spread over the models."""
    each = max(1, n // extracted["model_key"].n_unique())
    chosen = extracted.sort(_KEYS).group_by("model_key", maintain_order=True).head(each)
    joined = chosen.join(runs.select(*_KEYS, "text"), on=_KEYS, how="inner", maintain_order="left")
    rows = [
        {
            "prompt": row["prompt_id"],
            "model": row["model_key"],
            "method": row["method"],
            "reply": row["text"],
            "items": " · ".join(" - ".join(entry) for entry in row["entries"]),
        }
        for row in joined.iter_rows(named=True)
    ]
    return show_texts(pl.DataFrame(rows), "Reply and items")


def verdicts_by_model(items: pl.DataFrame) -> GT:
    """Items of each model by verdict; those that only a second pronunciation fits stand apart, as in every rate."""
    verdict = pl.when("variant_only").then(pl.lit("variant_only")).otherwise(pl.col("status")).alias("verdict")
    counts = items.group_by("model_key", verdict).len()
    table = counts.pivot("verdict", index="model_key", values="len").fill_null(0).sort("model_key")
    shown = [name for name in VERDICTS if name in table.columns]
    return show(table.select("model_key", *shown), "Verdicts, items", labels=VERDICTS)


def failures_explained(items: pl.DataFrame, suite: pl.DataFrame, lexicon: Lexicon, each: int = 4) -> GT:
    """Some failed items of each model with the reason in words, each from another prompt."""
    failed = items.filter(~pl.col("status").is_in(["pass", "oov"]), ~pl.col("variant_only"))
    chosen = (
        failed.unique(["model_key", "prompt_id"], keep="first", maintain_order=True)
        .group_by("model_key", maintain_order=True)
        .head(each)
        .join(suite, on="prompt_id", how="left", maintain_order="left")
    )
    rows = [
        {"model": row["model_key"], "prompt": row["prompt_id"], "why": explain_item(row, row, lexicon)}
        for row in chosen.iter_rows(named=True)
    ]
    return show(
        pl.DataFrame(rows, schema={"model": pl.String, "prompt": pl.String, "why": pl.String}), "Why items failed"
    )


def lists_by_model(lists: pl.DataFrame) -> GT:
    """Lists of each model: how many pass, are clean, repeat themselves, refuse."""
    counts = lists.group_by("model_key").agg(
        lists=pl.len(),
        all_pass=pl.col("all_pass").sum(),
        clean=pl.col("clean_pass").sum(),
        with_repeats=(pl.col("n_dupes") > 0).sum(),
        refusals=pl.col("refusal").sum(),
        nothing_found=((pl.col("extract_method") == "none") & ~pl.col("refusal")).sum(),
    )
    return show(counts.sort("model_key"), "Lists")
