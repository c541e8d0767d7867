"""Runs of protocols: what is due is tried every day until it is done or its days are over."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from stimfid_lib.stability.archive.hindrance import Situation, hindrances
from stimfid_lib.stability.archive.jobs import ASKED, Job
from stimfid_lib.stability.archive.keeper import Keeper
from stimfid_lib.stability.archive.ladder import allowed, in_order
from stimfid_lib.stability.archive.presence import Mode
from stimfid_lib.stability.archive.purse import standing
from stimfid_lib.stability.archive.world import World


@dataclass
class Sweeping:
    """One day's runs.

    Attributes:
        keeper, world: see there.
        day: the day.
        mode: see `presence`.
        silent: sources that could not be reached today.
        hindered: (job, cause, note) of what could not run, for the books.
    """

    keeper: Keeper
    world: World
    day: date
    mode: Mode
    silent: set[str] = field(default_factory=set)
    hindered: list[tuple[Job, str, str]] = field(default_factory=list)

    def run_all(self) -> None:
        """Try every open run, the most important protocol of every model first."""
        order = in_order(self.keeper.protocols)
        last_day = self.keeper.state.evidence.last_day
        jobs = [job for job in self.keeper.open.values() if job.name in ASKED and last_day(job) >= self.day]
        for job in sorted(jobs, key=lambda one: (order.index(str(one.protocol_id)), one.key)):
            self._try(job)

    def _try(self, job: Job) -> None:
        keeper, world = self.keeper, self.world
        model, protocol_id = str(job.subject_model_id), str(job.protocol_id)
        if keeper.state.evidence.ran(job):
            return
        found = list(hindrances(job, self.situation(job)))
        if not found:
            attempt = world.run(protocol_id, model, self.day, "sweep", since=job.scheduled_on)
            keeper.take(*attempt.records)
            if attempt.cause is not None:
                found = [(attempt.cause, attempt.note)]
            if attempt.cause == "provider_outage":
                self.silent.add(world.source_of(model) or "")
            elif keeper.state.suspended(model, protocol_id):
                self._ask_for_review(model, protocol_id)
        self.hindered += [(job, cause, note) for cause, note in found]

    def situation(self, job: Job) -> Situation:
        """The day as a run meets it; where the ladder has moved, the decision is written down first."""
        keeper, world = self.keeper, self.world
        model, protocol_id = str(job.subject_model_id), str(job.protocol_id)
        source = world.source_of(model)
        paid = source is not None
        rung, affordable = self._ladder(job) if paid else (0, True)
        return Situation(
            mode=self.mode,
            paid=paid,
            affordable=affordable,
            rung=rung,
            reached=source not in self.silent,
            listed=source is None or keeper.state.watch.missed(source, model) == 0,
            unregistered=world.why_not_registered(protocol_id, model, self.day),
            suspended=keeper.state.suspended(model, protocol_id),
            bridged=keeper.state.evidence.bridged(job),
        )

    def _ladder(self, job: Job) -> tuple[int, bool]:
        keeper, day = self.keeper, self.day
        rung = standing(keeper.ledger, keeper.budget, day).rung
        number = (job.scheduled_on - keeper.calendar.epoch).days // keeper.cadence.periods.full_sweep.days
        may = allowed(rung, keeper.protocols, keeper.state.lengths, keeper.budget.plan, number)
        month = f"{day:%Y-%m}"
        if keeper.state.rung_now != (month, rung):
            entry = {"kind": "budget_decision", "day": day.isoformat(), "month": month, "rung": rung}
            keeper.books.append({**entry, "plan": keeper.budget.plan, "protocol_ids": list(may)})
        return rung, job.protocol_id in may

    def _ask_for_review(self, model: str, protocol_id: str) -> None:
        subject = f"{protocol_id} on {model}"
        detail = {
            "subject_model_id": model,
            "protocol_id": protocol_id,
            "what_to_do": f"look at the lost responses; then `stimfid stability act protocol_readmitted --protocol "
            f"{protocol_id} --note … --by …`",
        }
        self.keeper.write(review_record(subject, self.day, "too many responses lost, twice in a row", detail))


def review_record(subject: str, day: date, reason: str, detail: dict[str, str]) -> dict[str, object]:
    """The record of something that a person has to decide."""
    return {
        "record_type": "needs_review",
        "as_of": day.isoformat(),
        "subject": subject,
        "reason": reason,
        "detail": detail,
    }
