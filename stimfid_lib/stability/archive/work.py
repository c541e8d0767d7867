"""A day's work, the same for a real archive and for a simulated one: look, check, run, close, write down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.archive.causes import NoCause, as_cause, first_cause, public_note
from stimfid_lib.stability.archive.coverage import gap_record
from stimfid_lib.stability.archive.days import each_day, month_of
from stimfid_lib.stability.archive.jobs import ASKED, COVERAGE, GUARD, RUNTIME, SUBJECT, Job
from stimfid_lib.stability.archive.keeper import Keeper
from stimfid_lib.stability.archive.ladder import needs_cut, next_cut
from stimfid_lib.stability.archive.presence import REMEDY, WHAT_IS_DONE, Mode, Presence
from stimfid_lib.stability.archive.succeeding import Succeeding
from stimfid_lib.stability.archive.sweeping import Sweeping, review_record
from stimfid_lib.stability.archive.tenure import active_on
from stimfid_lib.stability.archive.world import Attempt, World

UNATTENDED = "nobody worked on that day"


@dataclass
class Work:
    """The work of one day. What only a person may do is never done here; it is hindered by `human_absent`."""

    keeper: Keeper
    world: World

    def day(self, day: date, at: datetime | None = None) -> None:
        """Do everything that is due on a day, once; a second call on the same day tries what is still open.

        `at` is the moment, for the dead man's alert; None where the day is all that is known.

        Raises:
            Refused: the archive begins later, or a later day was worked on already.
            NoCause: see `_close`.
        """
        keeper, state = self.keeper, self.keeper.state
        if state.start is None or day < state.start:
            raise Refused(f"the archive begins on {state.start}: there is no work on {day}")
        if state.last_worked is not None and day < state.last_worked:
            raise Refused(f"{state.last_worked} was worked on already: a day that is past is not made up for")
        if state.concluded_on is not None:
            return
        mode = self._mode(day)
        if mode == "concluded":
            self._end_series(day)
        hindered = self._catch_up(day)
        succeeding = Succeeding(keeper, self.world, day)
        silent = succeeding.look()
        succeeding.follow()
        keeper.take_up(day, day)
        hindered += self._checks(day, mode, silent)
        sweeping = Sweeping(keeper, self.world, day, mode, silent)
        sweeping.run_all()
        succeeding.follow()
        self._think_of_cost(day)
        hindered += sweeping.hindered
        known = state.hindered
        told = [[*job.key, cause, note] for job, cause, note in hindered if cause not in known[job.key]]
        moment = {} if at is None else {"at": at.isoformat()}
        keeper.books.append({"kind": "worked", "day": day.isoformat(), "mode": mode, "hindered": told, **moment})
        self._close(day)

    def _mode(self, day: date) -> Mode:
        keeper, state = self.keeper, self.keeper.state
        assert state.start is not None
        presence = Presence(max(state.start, state.last_act or state.start))
        periods = keeper.cadence.periods
        mode = presence.mode(day, periods)
        modes = [record for name, record in state.statuses.items() if name in WHAT_IS_DONE]
        before = max(modes, key=lambda record: record["as_of"])["state"] if modes else "attended"
        if mode != before:
            detail = {"last_act": presence.last_act.isoformat(), "what_is_done": WHAT_IS_DONE[mode]}
            keeper.status(mode, day, {**detail, "what_to_do": REMEDY[mode]})
        offered = state.statuses.get("succession_offer")
        new = offered is None or offered["as_of"] < presence.last_act.isoformat()
        if new and presence.succession_offered(day, periods):
            keeper.status("succession_offer", day, {"what_to_do": "a person names who takes the archive over"})
        return mode

    def _end_series(self, day: date) -> None:
        """Close every series of an archive that nobody has attended for so long."""
        for one in active_on(self.keeper.state.tenures, day):
            told = {"model_family": one.model_family, "series": one.series, "subject_model_id": one.subject_model_id}
            reason = f"concluded: nobody has acted for {self.keeper.cadence.periods.concluded_after}"
            self.keeper.write({"record_type": "series_closed", **told, "closed_on": day.isoformat(), "reason": reason})

    def _catch_up(self, day: date) -> list[tuple[Job, str, str]]:
        """Jobs of days on which nobody worked: before the start, or with the machine down."""
        keeper, state = self.keeper, self.keeper.state
        assert state.start is not None
        first = state.last_worked is None
        since = keeper.calendar.epoch if state.last_worked is None else state.last_worked + timedelta(days=1)
        cause, note = (
            ("before_archive_start", f"the archive had not begun: it begins on {state.start}")
            if first
            else (
                "human_absent",
                UNATTENDED,
            )
        )
        missed: list[tuple[Job, str, str]] = []
        for gone in each_day(since, day - timedelta(days=1)):
            keeper.take_up(gone, gone)
            missed += [(job, cause, note) for job in keeper.open.values() if job.scheduled_on <= gone <= job.last_day]
        if not first and since < day:
            gone_days = (day - since).days
            keeper.status("unattended", day, {"since": since.isoformat(), "days": gone_days})
        return list({(job.key, cause): (job, cause, note) for job, cause, note in missed}.values())

    def _checks(self, day: date, mode: Mode, silent: set[str]) -> list[tuple[Job, str, str]]:
        keeper, world = self.keeper, self.world
        found: list[tuple[Job, str, str]] = []
        known = keeper.state.evidence
        due = [
            job for job in keeper.open.values() if job.name not in ASKED and job.last_day >= day and not known.ran(job)
        ]
        for job in sorted(due, key=lambda one: (one.name != RUNTIME, one.key)):  # a day without it publishes nothing
            for cause, note in self._check(job, day, mode, silent, world):
                found.append((job, cause, note))
        return found

    def _check(self, job: Job, day: date, mode: Mode, silent: set[str], world: World) -> list[tuple[str, str]]:
        """Try one job that is no run; what hindered it."""
        if mode == "concluded" and not job.by_person:
            return [("dormant", "the archive is concluded")]
        tried: Attempt | None = None
        if job.name == RUNTIME:
            tried = world.check_runtime(day)
        elif job.name == GUARD:
            tried = world.check_guard(day)
        elif job.name == SUBJECT:
            return self._check_subject(str(job.subject_model_id), day, mode, silent)
        elif job.name == COVERAGE:
            return self._publish_coverage(day)
        elif job.by_person and mode in ("dormant", "concluded"):
            return [("dormant", "nobody has acted for long"), ("human_absent", f"a person's job: {job.name}")]
        elif job.by_person:
            return [("human_absent", f"a person's job: `stimfid stability act {job.name} --by …`")]
        return [(tried.cause, tried.note)] if tried is not None and tried.cause is not None else []

    def _check_subject(self, model: str, day: date, mode: Mode, silent: set[str]) -> list[tuple[str, str]]:
        source = self.world.source_of(model)
        found: list[tuple[str, str]] = []
        if mode in ("dormant", "concluded"):
            found.append(("dormant", "nobody has acted for long"))
        if source in silent:
            found.append(("provider_outage", "the source could not be reached"))
        elif source is not None and self.keeper.state.watch.missed(source, model):
            found.append(("generation_retired_early", f"the model is not listed: {model}"))
        if found:
            return found
        tried = self.world.check_subject(model, day)
        return [] if tried.cause is None else [(tried.cause, tried.note)]

    def _publish_coverage(self, day: date) -> list[tuple[str, str]]:
        against = self.keeper.instrument().against_publishing(day.isoformat())
        if against:
            open_alarms = self.keeper.instrument().open_alarms
            why = "an alarm of the instrument is open" if open_alarms else "no fingerprint of the instrument"
            return [("human_absent", f"{why}: {'; '.join(against)}; a person decides")]
        causes: dict[str, int] = {}
        for cause in self.keeper.state.gaps.values():
            causes[cause] = causes.get(cause, 0) + 1
        self.keeper.status(COVERAGE, day, {"gaps_by_cause": dict(sorted(causes.items()))})
        return []

    def _think_of_cost(self, day: date) -> None:
        """Where cost stays above the ceiling, name the next cut; a person writes it into the budget."""
        keeper, state = self.keeper, self.keeper.state
        months = sorted(name for name in state.rungs if name < month_of(day))
        plan = keeper.budget.plan
        subject, cut = f"cost under plan {plan}", next_cut(plan)
        if cut is None or subject in state.reviews or not needs_cut([state.rungs[name] for name in months]):
            return
        detail = {"what_to_do": f"set `plan: {cut}` in budget.yaml, or raise the ceiling; n and the checks stay"}
        keeper.write(review_record(subject, day, "the ladder was in force for three months in a row", detail))

    def _close(self, day: date) -> None:
        """Take jobs that were done off the list, and give those whose days are over their cause.

        Raises:
            NoCause: after everything else was written down, some have none; they stay open, so that every day tells.
        """
        keeper, state = self.keeper, self.keeper.state
        gaps, holes = [], list[str]()
        for key, job in list(keeper.open.items()):
            if state.evidence.ran(job):
                del keeper.open[key]
            elif state.evidence.last_day(job) <= day or state.concluded_on is not None:
                known = state.hindered[key]
                try:
                    cause = first_cause(known, str(job))
                except NoCause as hole:
                    holes.append(str(hole))
                    continue
                gaps.append(gap_record(job, cause, public_note(_note_of(known, cause))))
                del keeper.open[key]
        keeper.write(*gaps)
        if holes:
            raise NoCause("\n".join(holes))


def _note_of(known: Mapping[str, str], cause: str) -> str:
    return next(note for name, note in known.items() if as_cause(name) == cause)
