"""The guard protocol of a day asked of the reference model, beside the measurement that is its baseline."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stimfid_lib.models.roster import Roster
from stimfid_lib.models.standing import OnProgress
from stimfid_lib.stability.panels.catalogue import load_protocol, protocol_ids
from stimfid_lib.stability.records.archive import Archive
from stimfid_lib.stability.run.begin import begin
from stimfid_lib.stability.run.subject import client_open


def guard_protocols() -> tuple[str, ...]:
    """Name the admitted protocols of lane `guard` of the first series, shipped or private."""
    return tuple(name for name in protocol_ids() if name.endswith("__v0") and load_protocol(name).lane == "guard")


def measure_guard(
    protocol_id: str,
    reference: str,
    roster: Roster,
    folder: Path,
    day: str,
    on_progress: OnProgress | None = None,
) -> tuple[Mapping[str, Any] | None, Mapping[str, Any]]:
    """Ask a guard protocol of the reference model, greedily resumable, and find the baseline of the same conditions.

    Args:
        protocol_id: whose turn it is (`daily.guard_of_day`).
        reference: the reference model's key in the roster.
        roster: see `load_roster`.
        folder: the instrument's private folder; journals and an archive of its own lie in `guard/`.
        day: ISO day.
        on_progress: see `run_suite`.

    Returns:
        The baseline (the first measurement of the same protocol, byte for byte, by the same model through the same
        surface; None where this one is the first) and the day's measurement.

    Raises:
        Refused: the run is not complete yet, or its archive is damaged; the same call goes on.
    """
    run = begin(protocol_id, reference, roster, folder / "guard" / "runs", run_date=day)
    if run.open_calls:
        with client_open(run.subject, run.schedule, roster) as client:
            run.ask(client, on_progress=on_progress)
    archive = Archive(folder / "guard" / "archive")
    today = run.enter(archive)
    same = ("protocol_sha256", "subject_model_id", "api_surface_sha", "condition_profile")
    for earlier in archive.records("measurement"):
        if earlier["run_id"] == today["run_id"]:
            return None, today
        if all(earlier[name] == today[name] for name in same):
            return earlier, today
    return None, today
