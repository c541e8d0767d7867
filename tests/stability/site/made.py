"""A small archive as two years would leave it: two commercial families, one small open model, gaps, a bridge."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from stimfid_lib.base.files import sha256_text
from stimfid_lib.stability.instrument.state import InstrumentState
from stimfid_lib.stability.panels.catalogue import load_panel, load_protocol
from stimfid_lib.stability.panels.scenario import FAMILIES, TYPES
from stimfid_lib.stability.publish.leaks import Private
from stimfid_lib.stability.publish.publication import publish
from stimfid_lib.stability.records.archive import Archive
from stimfid_lib.stability.records.trial import Reply, trial_record
from stimfid_lib.stability.records.whole_run import run_records
from stimfid_lib.stability.responders import Law
from stimfid_lib.stability.run.schedule import Schedule
from tests.stability.admitted import panels_admitted

EPOCH = date(2027, 1, 4)
OPENED = ("risky_choice_framing", "base_rate_neglect")
BASE = {"risky_choice_framing": 0.72, "sunk_cost_fallacy": 0.6, "base_rate_neglect": 0.55}
SHIFT = {"wording": 0.3, "anchoring": 0.12, "order": 0.05, "default": 0.38}
SURFACE = sha256_text("a surface")


def admitted_folder(folder: Path) -> Path:
    """A private folder of all panels, admitted as the twin rule says; only tests and simulations do this."""
    lanes: dict[str, tuple[str, str | None]] = {}
    for family in FAMILIES:
        for kind in TYPES:
            paired = {"wording": "anchoring", "anchoring": "wording"}.get(kind) if family in OPENED else None
            lane = "open" if paired and kind == "wording" else "guard"
            lanes[f"{family}__{kind}__v0"] = (lane, f"{family}__{paired}__v0" if paired else None)
    return panels_admitted(folder, lanes)


def a_run(
    protocol_id: str,
    day: str,
    model: tuple[str, str, str],
    law: Law,
    seed: str,
    profile: str = "default",
    **flags: bool,
) -> list[dict[str, Any]]:
    """A whole run of a decision law; `model` is series, family and id."""
    protocol = load_protocol(protocol_id)
    panel = load_panel(protocol)
    series, family, model_id = model
    schedule = _schedule(protocol_id, protocol, panel)
    run_id = f"{protocol_id}--{model_id}--{profile}--{day}--1"
    rng = random.Random(seed + run_id)
    texts = {one.item_id: one for one in panel.scenarios}
    request = {"sent": {"temperature": 1.0, "seed": 1}}
    trials = [
        trial_record(
            Reply(*law(call.item_id, call.version, texts[call.item_id].structure, rng), model_id, request, 1),
            run_id=run_id,
            protocol=protocol,
            item_id=call.item_id,
            version=call.version,
            trial_index=call.trial_index,
            call_index=call.index,
            prompt_sha256=call.prompt_sha256,
        )
        | {"seed": call.task.seed}
        for call in schedule.calls
    ]
    run = {
        "run_id": run_id,
        "run_date": day,
        "subject_model_id": model_id,
        "series": series,
        "model_family": family,
        "condition_profile": profile,
        "replicate_index": 1,
        "api_surface_sha": SURFACE,
        "request": {"server": "simulated"},
        "schedule_sha256": schedule.sha256,
        "errors_replaced": 0,
    }
    return run_records(protocol, run, trials, (), resamples=100, **flags)


_SCHEDULES: dict[str, Schedule] = {}


def _schedule(protocol_id: str, protocol: Any, panel: Any) -> Schedule:
    return _SCHEDULES.setdefault(protocol_id, Schedule(protocol, panel))


def law_of(family: str, kind: str, strength: float = 1.0, loss: float = 0.0) -> Law:
    """Half of the scenarios lean further to A than the other half; B moves by the type's shift."""
    base, shift = BASE[family], SHIFT[kind] * strength
    shares = {
        "A": (base, base + 0.2),
        "A_prime": (base, base + 0.2),
        "B": (base - shift, base + 0.2 - shift),
        "C": (0.0, 0.0),
    }
    return Law(shares, loss={"B": loss} if loss else {})


def months(count: int) -> Iterator[tuple[int, str]]:
    """Days of the sweeps."""
    for month in range(count):
        yield month, (EPOCH + timedelta(days=30 * month)).isoformat()


def make_archive(folder: Path, count: int, families: Sequence[str] = FAMILIES, types: Sequence[str] = TYPES) -> Archive:
    """Write an archive of so many months."""
    archive = Archive(folder)
    aster = ("commercial", "aster")
    with archive:
        for month, day in months(count):
            records: list[dict[str, Any]] = []
            model_id = "aster-3" if month < count // 2 else "aster-4"
            for family in families:
                for kind in types:
                    name = f"{family}__{kind}__v0"
                    told = _cause(month, family, kind, count)
                    if told is not None:
                        records.append(gap(day, name, model_id, told))
                        continue
                    strength = (0.3 if kind == "wording" else 1.0) if model_id == "aster-4" else 1.0
                    law = law_of(family, kind, strength, 0.08 if month % 7 == 5 else 0.0)
                    suspect = month == 4 and kind == "order"
                    records += a_run(name, day, (*aster, model_id), law, "t", instrument_suspect=suspect)
            if month in (0, count // 2):
                records.append(active(model_id, day))
            if month == count // 2:
                records += _bridge(day, families, types)
            archive.extend(_once(records, archive))
        day = (EPOCH + timedelta(days=30 * count)).isoformat()
        small = ("open_weights", "smollm2", "smollm2-135m")
        records = []
        for profile, share in (("free", 0.9), ("constrained", 0.0)):
            even = dict.fromkeys(("A", "A_prime", "B", "C"), (0.5, 0.6))
            law = Law(even, reads=False, loss=dict.fromkeys("AB", share))
            records += a_run(f"{families[0]}__{types[0]}__v0", day, small, law, "s", profile)
        records.append(_point(day, families[0], types[0]))
        archive.extend(_once(records, archive))
    return archive


def _cause(month: int, family: str, kind: str, count: int) -> str | None:
    if month == 0 and kind == "order":
        return "before_archive_start"
    if month == count // 3 and kind in ("order", "default") and family != "sunk_cost_fallacy":
        return "budget_halted"
    if month == count // 4 + 2 and kind == "default":
        return "provider_outage"
    if month == count // 2 and kind == "anchoring":
        return "generation_bridge"
    if family == "sunk_cost_fallacy" and kind == "anchoring" and month == 3:
        return "protocol_confounded"
    return None


def gap(day: str, protocol_id: str, model_id: str, cause: str) -> dict[str, Any]:
    """A sweep that did not run."""
    return {
        "record_type": "coverage_gap",
        "scheduled_on": day,
        "job": "full_sweep",
        "protocol_id": protocol_id,
        "subject_model_id": model_id,
        "series": "commercial",
        "cause": cause,
    }


def active(model_id: str, day: str) -> dict[str, Any]:
    """A model that the series asks from a day on."""
    return {
        "record_type": "subject_model",
        "subject_model_id": model_id,
        "model_family": "aster",
        "series": "commercial",
        "observed_on": day,
        "state": "active",
    }


def _bridge(day: str, families: Sequence[str], types: Sequence[str]) -> list[dict[str, Any]]:
    names = [f"{families[0]}__{kind}__v0" for kind in types if kind != "anchoring"]
    made = [
        record
        for kind in types
        if kind != "anchoring"
        for record in a_run(
            f"{families[0]}__{kind}__v0", day, ("commercial", "aster", "aster-3"), law_of(families[0], kind), "b"
        )
    ]
    old = [record["run_id"] for record in made if record["record_type"] == "measurement"]
    return [
        *made,
        {
            "record_type": "generation_bridge",
            "model_family": "aster",
            "series": "commercial",
            "old_model_id": "aster-3",
            "new_model_id": "aster-4",
            "decided_on": day,
            "protocol_ids": names,
            "run_ids": old + [run.replace("aster-3", "aster-4") for run in old],
        },
    ]


def _point(day: str, family: str, kind: str) -> dict[str, Any]:
    protocol = load_protocol(f"{family}__{kind}__v0")
    counts = {"A": (21, 9), "A_prime": (22, 8), "B": (14, 16), "C": (0, 30)}
    return {
        "record_type": "comparison_point",
        "received_on": day,
        "source": "A & B <script>alert(1)</script>",
        "subject_model_id": "cobalt-1",
        "model_family": "cobalt",
        "protocol_id": protocol.protocol_id,
        "panel_sha256": protocol.panel_sha256,
        "grammar_version": 1,
        "n": 30,
        "outcomes": {version: {"A": a, "B": b} for version, (a, b) in counts.items()},
    }


def _once(records: list[dict[str, Any]], archive: Archive) -> list[dict[str, Any]]:
    """Without protocol records that stand in the archive or before."""
    seen = {record["protocol_id"] for record in archive.records("protocol")}
    kept = []
    for record in records:
        if record["record_type"] == "protocol":
            if record["protocol_id"] in seen:
                continue
            seen.add(record["protocol_id"])
        kept.append(record)
    return kept


def publish_simulated(archive: Archive, folder: Path, day: str) -> Path:
    """Publish it as a simulation."""
    sound = InstrumentState((), frozenset({day}))
    publish(archive, folder, day=day, instrument=sound, private=Private(), simulated=True)
    return folder
