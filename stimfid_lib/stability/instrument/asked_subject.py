"""The 24 facts asked of a subject through the study's own runner and journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.clients.base import close_all
from stimfid_lib.models.costs import Budget
from stimfid_lib.models.live import Leave
from stimfid_lib.models.roster import Roster
from stimfid_lib.models.runner import run_suite
from stimfid_lib.models.runs import read_runs
from stimfid_lib.models.standing import OnProgress
from stimfid_lib.stability.instrument.subject import prompts, subject_entry
from stimfid_lib.stability.run.profiles import DEFAULT_PROFILE, Profile
from stimfid_lib.stability.run.subject import model_client, model_entry
from stimfid_lib.suite.manifest import suite_sha256


def ask_subject(
    key: str,
    roster: Roster,
    folder: Path,
    day: str,
    on_progress: OnProgress | None = None,
    budget: Budget | None = None,
) -> dict[str, Any]:
    """Ask a subject its 24 facts, once a day; a call that failed is asked again by the next call of this.

    Args:
        key: the subject in the roster. A live one is asked too, without pre-registration: the questions are fixed,
            24 a day, and say nothing about stability.
        roster: see `load_roster`.
        folder: the instrument's private folder; journals lie in `subject/<day>/`.
        day: ISO day.
        on_progress, budget: see `run_suite`.

    Returns:
        The entry of the books, see `subject_entry`.

    Raises:
        Refused: some questions have no answer yet; the same command goes on.
    """
    place = Path(folder) / "subject" / day
    entry, asked = model_entry(key, roster), prompts()
    leave = Leave(frozenset({key}), suite_sha256(asked))
    client = model_client(key, entry, roster, Profile(DEFAULT_PROFILE), leave)
    try:
        (report,) = run_suite(
            asked, {key: client}, place, replicates=1, temperature=0.0, on_progress=on_progress, budget=budget
        )
    finally:
        close_all([client])
    if report.open:
        raise Refused(f"{report}; the same command goes on")
    rows = [row for row in read_runs(place).iter_rows(named=True) if row["model_key"] == key]
    return subject_entry(
        {row["prompt_id"]: row["text"] for row in rows},
        model_id=entry.model_id,
        returned_model_ids=[row["model_id"] for row in rows],
        day=day,
    )
