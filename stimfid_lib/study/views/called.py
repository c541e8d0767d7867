"""What notebook 04 shows of the asking itself: calls, endings, what was sent, what it cost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import polars as pl
from great_tables import GT

from stimfid_lib.models.costs import tariffs_of
from stimfid_lib.models.endings import ENDINGS, ending_of
from stimfid_lib.models.roster import load_roster
from stimfid_lib.study.views.plain import show

if TYPE_CHECKING:
    from stimfid_lib.study.workspace import Study


def calls_by_model(attempts: pl.DataFrame) -> GT:
    """Calls of each model: how many questions, how many calls they took, how many failed, how many repeated."""
    question = pl.struct("prompt_id", "replicate")
    counts = attempts.group_by("model_key").agg(
        questions=question.n_unique(),
        calls=pl.len(),
        failed_calls=pl.col("error").is_not_null().sum(),
        asked_again=(pl.col("attempt") == 2).sum(),
        unanswered=question.n_unique() - question.filter(pl.col("error").is_null()).n_unique(),
        in_batches=pl.col("batch").is_not_null().sum(),
    )
    note = (
        "A question that was asked again got its answer in another draw than its first. Where many were, the answers "
        "may lean towards what the server can answer quickly."
    )
    return show(counts.sort("model_key"), "Calls", note)


def errors_by_kind(attempts: pl.DataFrame) -> GT:
    """What the failed calls failed of, a row for each model and kind."""
    failed = attempts.filter(pl.col("error").is_not_null()).with_columns(error=pl.col("error").str.slice(0, 120))
    counts = (
        failed.group_by("model_key", "error").agg(calls=pl.len()).sort("model_key", "calls", descending=[False, True])
    )
    if counts.is_empty():
        counts = pl.DataFrame({"model_key": ["–"], "error": ["no call failed"], "calls": [0]})
    return show(counts, "Failed calls")


def endings_by_model(runs: pl.DataFrame) -> GT:
    """How the replies of each model ended: complete, cut, refused, blocked, empty, other."""
    told = runs.with_columns(
        ending=pl.struct("finish_reason", "text").map_elements(
            lambda row: ending_of(row["finish_reason"], row["text"]), return_dtype=pl.String
        )
    )
    counts = told.group_by("model_key").agg(*((pl.col("ending") == name).sum().alias(name) for name in ENDINGS))
    return show(counts.sort("model_key"), "How replies ended")


def sent_to_models(runs: pl.DataFrame) -> GT:
    """What each model was sent besides the prompt, what it does not take, and under which id it answered."""
    rows = []
    for (key,), mine in runs.group_by("model_key", maintain_order=True):
        requests = [json.loads(request) for request in mine["request"].unique(maintain_order=True).head(200)]
        sent = {name: value for request in requests for name, value in request.get("sent", {}).items()}
        shown = {name: "from the question" if name == "seed" else value for name, value in sent.items()}
        lacking = sorted({name for request in requests for name in request.get("unsupported", ())})
        rows.append(
            {
                "model": key,
                "answered_as": ", ".join(sorted(mine["model_id"].drop_nulls().unique())) or "–",
                "sent": ", ".join(f"{name} {value}" for name, value in sorted(shown.items())) or "nothing",
                "not_sent": ", ".join(lacking) or "–",
            }
        )
    schema = dict.fromkeys(("model", "answered_as", "sent", "not_sent"), pl.String)
    return show(pl.DataFrame(rows, schema=schema).sort("model"), "What was sent")


def costs_by_model(attempts: pl.DataFrame, study: Study) -> GT:
    """Tokens of each model that counts any, and what its calls cost by the prices of the roster."""
    roster = load_roster(study.roster_path)
    tariffs = tariffs_of({key: roster.entry(key) for key in study.params.models})
    rows = []
    for (key,), mine in attempts.group_by("model_key", maintain_order=True):
        tariff = tariffs.get(str(key))
        if tariff is None and mine["output_tokens"].is_null().all():
            continue
        cost = None
        if tariff is not None:
            counted = mine.drop_nulls(["input_tokens", "output_tokens"])
            cost = sum(
                tariff.cost({"input_tokens": read, "output_tokens": written}, batch=batch is not None) or 0.0
                for read, written, batch in counted.select("input_tokens", "output_tokens", "batch").iter_rows()
            )
        rows.append(
            {
                "model": key,
                "read": mine["input_tokens"].sum(),
                "written": mine["output_tokens"].sum(),
                "uncounted": mine.filter(pl.col("error").is_null(), pl.col("output_tokens").is_null()).height,
                "cost": None if tariff is None or cost is None else f"{cost:.4f} {tariff.prices.currency}",
                "prices_of": None if tariff is None else tariff.prices.as_of.isoformat(),
            }
        )
    schema = {
        **{"model": pl.String, "read": pl.Int64, "written": pl.Int64, "uncounted": pl.Int64},
        **{"cost": pl.String, "prices_of": pl.String},
    }
    note = "Tokens as the server counted them; models without a row count none and cost nothing."
    labels = {"read": "tokens read", "written": "tokens written", "uncounted": "replies without a count"}
    return show(pl.DataFrame(rows, schema=schema).sort("model"), "Tokens and cost", note, labels=labels)
