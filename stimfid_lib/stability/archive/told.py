"""How an archive stands, in lines for people: what is due, what waits for somebody, what the money allows."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from stimfid_lib.stability.archive.cadence import DONE_BY_PERSON
from stimfid_lib.stability.archive.coverage import Coverage
from stimfid_lib.stability.archive.jobs import Job
from stimfid_lib.stability.archive.keeper import Keeper
from stimfid_lib.stability.archive.ladder import allowed
from stimfid_lib.stability.archive.presence import REMEDY, WHAT_IS_DONE, Presence, deadman
from stimfid_lib.stability.archive.purse import room, standing
from stimfid_lib.stability.archive.succession import WHAT_TO_DO, Step
from stimfid_lib.stability.archive.tenure import active_on


def due(keeper: Keeper, today: date) -> Iterator[str]:
    """Every job that is open, those of persons with the command that tells of it."""
    keeper.take_up(today)
    jobs = [job for job in keeper.open.values() if keeper.state.evidence.last_day(job) >= today]
    for job in sorted(jobs, key=lambda one: (not one.by_person, one.last_day, one.key)):
        yield _told(job)
    if not jobs:
        yield f"nothing is due on {today}"
    if not keeper.protocols:
        yield "no protocol is admitted, so no sweep is scheduled: `stimfid stability promote` admits one"


def _told(job: Job) -> str:
    how = f"; then `stimfid stability act {job.name} --by NAME`" if job.name in DONE_BY_PERSON else ""
    who = "a person" if how else "`stimfid stability work`"
    return f"{job}: by {who} until {job.last_day}{how}"


def status(keeper: Keeper, today: date, now: datetime) -> Iterator[str]:
    """Attendance, models, what waits for a person, the instrument."""
    state, periods = keeper.state, keeper.cadence.periods
    if state.start is None:
        yield "the archive has not begun: `stimfid stability begin` begins it"
        return
    presence = Presence(max(state.start, state.last_act or state.start))
    mode = presence.mode(today, periods)
    yield f"{mode}: {WHAT_IS_DONE[mode]} (last act of a person: {presence.last_act})"
    if mode != "attended":
        yield f"  {REMEDY[mode]}"
    if presence.succession_offered(today, periods):
        yield "  the archive is to be offered to somebody else; who takes it, a person decides"
    alert = None if state.last_moment is None else deadman(state.last_moment, now, periods)
    if alert is not None:
        yield f"DEAD MAN'S ALERT: {alert}"
    for tenure in active_on(state.tenures, today):
        yield f"{tenure.series} {tenure.model_family}: {tenure.subject_model_id} since {tenure.since}"
    for name, source in sorted(state.watch.sources.items()):
        if source.silent_since is not None:
            yield f"{name}: not reached since {source.silent_since}"
    for one in state.candidates.values():
        step: Step = "needs_review" if one.bridged or one.incomplete else "alarm"
        yield f"{step}: {one.new_model_id} may succeed {one.old_model_id} (seen {one.seen_on}): {WHAT_TO_DO[step]}"
    for protocol_id in keeper.calendar.protocols:
        for tenure in active_on(state.tenures, today):
            if state.suspended(tenure.subject_model_id, protocol_id):
                yield f"{protocol_id} waits for a person on {tenure.subject_model_id}: too many responses lost"
    yield from (f"instrument: the alarm of {alarm} is open" for alarm in keeper.instrument().open_alarms)


def budget(keeper: Keeper, today: date) -> Iterator[str]:
    """The month's money, the rung it stands on and what may begin; figures are private and stay on this machine."""
    now = standing(keeper.ledger, keeper.budget, today)
    may = allowed(now.rung, keeper.protocols, keeper.state.lengths, keeper.budget.plan)
    unit = keeper.budget.currency
    yield f"{today:%Y-%m}: {now.share_pct:.1f} % of {now.ceiling:g} {unit} is spent; rung {now.rung} of 3"
    yield f"plan {keeper.budget.plan}: {len(may)} protocols may begin" + (f": {', '.join(may)}" if may else "")
    for purse in ("sweep", "heartbeat", "bridge"):
        yield f"{purse}: {max(0.0, room(keeper.ledger, keeper.budget, purse, today)):.4f} {unit} left"


def coverage(found: Coverage) -> Iterator[str]:
    """Jobs by what became of them, and every fault."""
    for name in sorted({*found.ran, *found.open, *(job for job, _ in found.gaps)}):
        gaps = ", ".join(f"{count} {cause}" for (job, cause), count in sorted(found.gaps.items()) if job == name)
        yield f"{name}: {found.ran[name]} ran, {found.open[name]} open, {gaps or 'no gap'}"
    yield f"{found.scheduled} jobs: {found.ran.total()} ran, {found.open.total()} open, {found.gaps.total()} gaps"
    yield from (f"FAULT  {fault}" for fault in found.faults)
