"""A small real archive: one open protocol, its guard twin and a sealed one, each asked of a responder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stimfid_lib.models.roster import load_roster
from stimfid_lib.stability.instrument.state import InstrumentState
from stimfid_lib.stability.records.archive import Archive
from stimfid_lib.stability.records.whole_run import run_records
from stimfid_lib.stability.run.begin import begin
from stimfid_lib.stability.run.subject import client_of
from tests.stability.admitted import panels_admitted

OPEN, GUARD = "risky_choice_framing__wording__v0", "risky_choice_framing__anchoring__v0"
SEALED = "sunk_cost_fallacy__default__v0"
LANES = {OPEN: ("open", GUARD), GUARD: ("guard", OPEN), SEALED: ("sealed", None)}
DAY = "2027-03-01"
SOUND = InstrumentState((), frozenset({DAY}))
QUICK = 40
"""Resamples of these measurements; 10,000 in a real archive."""

GAP = {
    "record_type": "coverage_gap",
    "scheduled_on": "2027-02-03",
    "job": "full_sweep",
    "protocol_id": OPEN,
    "subject_model_id": "a model, with a comma",
    "series": "commercial",
    "cause": "provider_outage",
}


def admitted_folder(folder: Path) -> Path:
    """A private folder of all panels in which three protocols are admitted, as only tests and simulations do."""
    return panels_admitted(folder, LANES)


def records_of(
    protocol_id: str, root: Path, *, day: str = "2027-02-01", reply: str | None = None
) -> list[dict[str, Any]]:
    """A whole run by the random responder; `reply` is put into the text of its first trial."""
    roster = load_roster()
    run = begin(protocol_id, "responder:random", roster, root, run_date="2027-02-01")
    run.ask(client_of(run.subject, run.schedule, roster))
    records = run.records()
    protocol = next(record for record in records if record["record_type"] == "protocol")
    told = next(record for record in records if record["record_type"] == "experiment_run")
    trials = [record for record in records if record["record_type"] == "trial"]
    if reply is not None:
        trials[0] = {**trials[0], "text": f"{reply}\nDECISION: {trials[0]['outcome']}"}
    assert protocol["protocol_id"] == protocol_id
    return run_records(run.schedule.protocol, told, trials, (), resamples=QUICK)


def archive_of(folder: Path, runs: Path, **replies: str) -> Archive:
    """An archive of one run of each of the three protocols and a coverage gap."""
    archive = Archive(folder)
    for protocol_id, (lane, _) in LANES.items():
        archive.extend(records_of(protocol_id, runs, reply=replies.get(str(lane))))
    archive.append(GAP)
    return archive
