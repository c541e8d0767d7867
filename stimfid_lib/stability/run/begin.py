"""From names to a run: find protocol, panel and subject, and the run that was begun, or begin a new one."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

from stimfid_lib.models.roster import Roster
from stimfid_lib.stability.panels.catalogue import load_panel, load_protocol
from stimfid_lib.stability.run.asking import Run
from stimfid_lib.stability.run.identity import RunIdentity, begun
from stimfid_lib.stability.run.schedule import Schedule
from stimfid_lib.stability.run.subject import subject_of


def begin(
    protocol_id: str,
    model: str,
    roster: Roster,
    root: Path,
    *,
    profile: str | None = None,
    run_date: str | None = None,
    replicate: int = 1,
    family: str | None = None,
    entered: Collection[str] = (),
) -> Run:
    """Find a run by its names; nothing is written or asked.

    Without `run_date` the last run of the same protocol, subject, profile and replicate that was begun under `root`
    goes on under its own day, even after midnight, unless it stands in the archive already (`entered` holds the ids of
    the runs that do); if there is none, today begins a new one.

    Raises:
        Refused: an unknown protocol, model or profile, a changed panel, or a day that is none.
    """
    protocol = load_protocol(protocol_id)
    schedule = Schedule(protocol, load_panel(protocol), replicate)
    subject = subject_of(model, roster, protocol, profile=profile, family=family)
    if run_date is None:
        for identity in reversed(begun(root, schedule, subject)):
            run = Run(schedule, subject, RunIdentity.of(schedule, subject, identity.run_date), root)
            if run.identity.run_id not in entered:
                return run
    day = run_date or datetime.now(UTC).date().isoformat()
    return Run(schedule, subject, RunIdentity.of(schedule, subject, day), root)
