"""What must hold before a live model is asked; each refusal says what to do."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from stimfid_lib.base.errors import Refused, StimfidError
from stimfid_lib.models.live import Leave, is_live
from stimfid_lib.models.roster import Roster, load_roster
from stimfid_lib.study.prereg import preregistration_problems

if TYPE_CHECKING:
    from stimfid_lib.study.workspace import Study

VERIFIED_WITHIN = timedelta(days=14)
"""Model ids are retired and renamed: a roster that was checked longer ago may ask for another model than it says."""


def live_models(study: Study, roster: Roster) -> list[str]:
    """Keys of the snapshot's models whose asking leaves this machine."""
    return [key for key in study.params.models if is_live(roster.entry(key))]


def live_problems(study: Study, *, smoke: bool = False, today: date | None = None) -> list[str]:
    """Everything that keeps the snapshot's live models from being asked; empty when nothing does.

    Wanted: the suite is the one that the manifest froze; the pre-registration is committed, unmodified and holds the
    manifest's numbers; the roster was verified within `VERIFIED_WITHIN` days. A smoke run does not need the last.

    Args:
        study: the snapshot.
        smoke: one cell, one replicate.
        today: default: today in UTC.
    """
    try:
        study.suite()
        problems = preregistration_problems(study)
    except StimfidError as error:
        problems = [str(error)]
    if not smoke and (told := _roster_problem(load_roster(study.roster_path), today or datetime.now(UTC).date())):
        problems.append(told)
    return problems


def give_leave(study: Study, *, smoke: bool = False) -> Leave:
    """Leave to ask the snapshot's live models.

    Raises:
        Refused: something is missing; all of it is named, with what to do.
    """
    keys = live_models(study, load_roster(study.roster_path))
    problems = live_problems(study, smoke=smoke)
    if problems:
        listed = "\n".join(f"  - {problem}" for problem in problems)
        raise Refused(
            f"no live model ({', '.join(keys)}) is asked before this is mended:\n{listed}\n"
            "Nothing was asked. docs/runbook.md has the steps in their order"
        )
    return Leave(frozenset(keys), str(study.manifest()["suite_sha256"]))


def _roster_problem(roster: Roster, today: date) -> str | None:
    remedy = "run `stimfid roster check --verify` with the vendors' keys set"
    if roster.verified is None:
        return f"models.yaml: verified is null, so nobody has checked the model ids: {remedy}"
    if roster.verified > today:
        return f"models.yaml: verified is {roster.verified}, which is after today, {today}: {remedy}"
    if today - roster.verified > VERIFIED_WITHIN:
        return f"models.yaml: verified is {roster.verified}, more than {VERIFIED_WITHIN.days} days ago: {remedy}"
    return None
