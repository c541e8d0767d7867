"""A complete run as the records that enter the archive together: protocol, run, trials, measurement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stimfid_lib.stability.measure.code import analysis_code_sha, extractor_sha
from stimfid_lib.stability.measure.measurement import measure
from stimfid_lib.stability.panels.protocol import Protocol

COMMON = (
    *("run_id", "run_date", "protocol_id", "subject_model_id", "series", "model_family", "condition_profile"),
    *("replicate_index", "api_surface_sha", "extractor_sha", "analysis_code_sha", "panel_sha256", "protocol_sha256"),
    *("n", "grammar_version", "returned_model_id"),
)
"""Fields that a run and its measurement share."""


def protocol_record(protocol: Protocol) -> dict[str, Any]:
    """What the chain says of a protocol: everything inside its hash, and status, lane and twin beside it."""
    return {
        "record_type": "protocol",
        **protocol.hashed(),
        "protocol_sha256": protocol.protocol_sha256,
        "status": protocol.status,
        "lane": protocol.lane,
        "twin_id": protocol.twin_id,
    }


def run_records(
    protocol: Protocol,
    run: Mapping[str, Any],
    trials: Sequence[Mapping[str, Any]],
    known: Iterable[Mapping[str, Any]] = (),
    *,
    exploratory: bool = False,
    instrument_suspect: bool = False,
    resamples: int | None = None,
) -> list[dict[str, Any]]:
    """The records of one run, in the order in which they enter the archive.

    Args:
        protocol: what was asked.
        run: run_id, run_date, subject_model_id, series, model_family, condition_profile, replicate_index,
            api_surface_sha, request, schedule_sha256, errors_replaced.
        trials: in the order of asking.
        known: protocol records that the archive holds; the protocol is written again only where it changed.
        exploratory, instrument_suspect: flags of the measurement.
        resamples: of the bootstrap; None for the 10,000 of a real archive.
    """
    common = {
        **{name: run[name] for name in COMMON if name in run},
        "protocol_id": protocol.protocol_id,
        "panel_sha256": protocol.panel_sha256,
        "protocol_sha256": protocol.protocol_sha256,
        "n": protocol.n,
        "grammar_version": protocol.grammar_version,
        "extractor_sha": extractor_sha(),
        "analysis_code_sha": analysis_code_sha(),
        "returned_model_id": _distinct(trial["returned_model_id"] for trial in trials),
    }
    whole = {
        "record_type": "experiment_run",
        **common,
        "schedule_sha256": run["schedule_sha256"],
        "explicitly_set": sorted({name for trial in trials for name in trial["explicitly_set"]}),
        "request": run["request"],
        "calls": len(trials),
        "errors_replaced": run["errors_replaced"],
    }
    more = {} if resamples is None else {"resamples": resamples}
    statistics = measure(
        decisions_of(trials),
        options=protocol.options,
        n=protocol.n,
        theta_positive_pct=protocol.theta_positive_pct,
        scenario_dominated_share_pct=protocol.scenario_dominated_share_pct,
        protocol_id=protocol.protocol_id,
        run_date=run["run_date"],
        subject_model_id=run["subject_model_id"],
        exploratory=exploratory,
        instrument_suspect=instrument_suspect,
        **more,
    )
    measurement = {
        "record_type": "measurement",
        **common,
        "rewording_type": protocol.rewording_type,
        "lane": protocol.lane,
        "twin_id": protocol.twin_id,
        **statistics,
    }
    told = protocol_record(protocol)
    latest = [dict(record) for record in known if record["protocol_id"] == protocol.protocol_id][-1:]
    changed = not latest or any(latest[0].get(name) != value for name, value in told.items())
    return [*([told] if changed else []), whole, *map(dict, trials), measurement]


def decisions_of(trials: Iterable[Mapping[str, Any]]) -> dict[str, list[list[str]]]:
    """`[item_id, outcome]` by version, in the order of the trials."""
    found: dict[str, list[list[str]]] = {version: [] for version in ("A", "A_prime", "B", "C")}
    for trial in trials:
        found[trial["version"]].append([trial["item_id"], trial["outcome"]])
    return found


def _distinct(values: Iterable[str | None]) -> list[str | None]:
    return list(dict.fromkeys(values))
