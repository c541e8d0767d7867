"""What a snapshot really did, gathered from its files: what the deviations are found from."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import polars as pl

from stimfid_lib.analysis.paired import UI_PREFIX
from stimfid_lib.analysis.plan import Plan
from stimfid_lib.analysis.planning import ANALYSES, EXCLUSIONS, HYPOTHESIS_TEXTS, planned_model
from stimfid_lib.base.files import sha256_file
from stimfid_lib.base.seed import SEED
from stimfid_lib.lexicon.wordlist import default_wordlist_path
from stimfid_lib.models.roster import Roster, load_roster
from stimfid_lib.scoring.refusal import REFUSAL_PHRASES
from stimfid_lib.study.asking import replies_wanted
from stimfid_lib.study.deviation import Deviation, Ran
from stimfid_lib.study.deviations import deviations, frozen_numbers
from stimfid_lib.study.earlier import earlier_snapshots
from stimfid_lib.study.prereg import code_digests, registered_plan
from stimfid_lib.study.registration import registration_faults, replaced_plans
from stimfid_lib.study.workspace import Study


def deviations_of(study: Study) -> list[Deviation] | None:
    """List how a snapshot departs from the registered plan; None where no plan is registered.

    Raises:
        MissingInput: the snapshot has not been asked and scored.
        Refused: the plan's file is no plan.
    """
    plan = registered_plan(study)
    return None if plan is None else deviations(plan, ran_of(study, plan))


def ran_of(study: Study, plan: Plan | None = None) -> Ran:
    """Gather what a snapshot did: its manifest, its replies, its parameters, the rules of the code in force."""
    manifest, params, replies = study.manifest(), study.params, study.table("runs")
    roster = load_roster(study.roster_path)
    planned = [model for model in (plan.models if plan else ()) if model.key in roster.models]
    return Ran(
        suite_sha256=manifest["suite_sha256"],
        lexicon_name=manifest["lexicon"],
        words_sha256=manifest["lexicon_words_sha256"],
        pairs_sha256=manifest["lexicon_pairs_sha256"],
        wordlist_sha256=_wordlist_sha256(manifest["wordlist_sha256"]),
        numbers=frozen_numbers(
            manifest["tertiles"], manifest["density_tertiles"], manifest["feature_distance_threshold"]
        ),
        answered=_answered(replies),
        temperatures=_temperatures(replies),
        temperature=params.temperature,
        replicates=params.replicates,
        cells_per_stratum=params.cells_per_stratum,
        n_boot=params.n_boot,
        seed=SEED,
        missing=_missing(study),
        exclusions={exclusion.name: exclusion.rule for exclusion in EXCLUSIONS},
        refusal_phrases=REFUSAL_PHRASES,
        hypotheses={text.key: text.model_dump(mode="json") for text in HYPOTHESIS_TEXTS},
        analyses=reported_analyses(study),
        roster={model.key: planned_model(model.key, roster.models[model.key]) for model in planned},
        asked_twice=_asked_twice(study, replies),
        registration=registration_faults(study.root, _first_answer(replies, roster)) if plan else {},
        code=code_digests(study.root),
        superseded=replaced_plans(study.root) if plan else (),
    )


def reported_analyses(study: Study) -> tuple[str, ...]:
    """Names of the analyses that this snapshot's report holds: those whose table stands, or whose data from
    outside the run (a second snapshot, sheets filled by hand) are there."""
    tables = {analysis.name: f"{analysis.table}.parquet" for analysis in ANALYSES if analysis.table}
    found = [name for name, file in tables.items() if study.path(file).is_file()]
    replies, roster = study.table("runs"), load_roster(study.roster_path)
    products = frozenset(key for key in study.params.models if roster.entry(key).kind in ("vendor", "endpoint"))
    if earlier_snapshots(study, products):
        found.append("drift")
    if replies["model_key"].str.starts_with(UI_PREFIX).any():
        found.append("user interface")
    if study.path("audit.parquet").is_file() and study.table("audit").height:
        found.append("extraction audit")
    return tuple(found)


def _wordlist_sha256(frozen: str | None) -> str | None:
    """Digest of the word list that scores now; the manifest's where none lies here."""
    path = default_wordlist_path()
    return sha256_file(path) if path.is_file() else frozen


def _first_answer(replies: pl.DataFrame, roster: Roster) -> datetime | None:
    """When a claim's first subject answered: a vendor's model or an endpoint."""
    subjects = [key for key, entry in roster.models.items() if entry.kind in ("vendor", "endpoint")]
    moments = replies.filter(pl.col("model_key").is_in(subjects))["ts"].drop_nulls()
    return min((datetime.fromisoformat(moment).astimezone(UTC) for moment in moments), default=None)


def _asked_twice(study: Study, replies: pl.DataFrame) -> dict[str, int]:
    """Replies of which the ledger of calls holds no answer or several, by model; pasted answers have no ledger."""
    keys = ["model_key", "prompt_id", "replicate"]
    answers = study.table("attempts").filter(pl.col("error").is_null()).group_by(keys).len("answers")
    asked = replies.filter(~pl.col("model_key").str.starts_with(UI_PREFIX)).select(keys)
    odd = asked.join(answers, on=keys, how="left").filter(pl.col("answers").fill_null(0) != 1)
    return dict(odd.group_by("model_key").len().sort("model_key").iter_rows())


def _answered(replies: pl.DataFrame) -> dict[str, frozenset[str]]:
    ids = replies.group_by("model_key").agg(pl.col("model_id").drop_nulls().unique()).sort("model_key")
    return {key: frozenset(found) for key, found in ids.iter_rows()}


def _temperatures(replies: pl.DataFrame) -> dict[str, frozenset[float | None]]:
    """What the recorded requests carried; a request that sent none counts as None."""
    requests = replies.group_by("model_key").agg(pl.col("request").unique()).sort("model_key")
    return {key: frozenset(_sent(json.loads(text)) for text in texts) for key, texts in requests.iter_rows()}


def _sent(request: dict[str, Any]) -> float | None:
    value = request.get("sent", {}).get("temperature")
    return None if value is None else float(value)


def _missing(study: Study) -> dict[str, int]:
    """Replies that the parameters ask for and that have no scored list, by model; models without any reply left out."""
    there = Counter(study.table("scored_lists")["model_key"])
    return {key: wanted - there[key] for key, wanted in replies_wanted(study).items() if there[key]}
