"""What hinders a run on a day: everything that does, since the cause is chosen among all of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stimfid_lib.stability.archive.jobs import Job
from stimfid_lib.stability.archive.presence import Mode


@dataclass(frozen=True, slots=True)
class Situation:
    """A day as one run meets it.

    Attributes:
        mode: see `presence`.
        paid: whether asking costs money.
        affordable: whether ladder and plan let it begin.
        rung: where the ladder stands, for the note.
        reached: whether its source was reached today.
        listed: whether its source lists the model; True where there is no source.
        unregistered: why it may not be asked; None if it may.
        suspended: it lost too many responses and waits for a person.
        bridged: a bridge of its family is run this month.
    """

    mode: Mode = "attended"
    paid: bool = True
    affordable: bool = True
    rung: int = 0
    reached: bool = True
    listed: bool = True
    unregistered: str | None = None
    suspended: bool = False
    bridged: bool = False


def hindrances(job: Job, now: Situation) -> Iterator[tuple[str, str]]:
    """Every (cause, note) that keeps a run from beginning; none: it may."""
    if now.paid and not now.affordable:
        yield "budget_halted", f"the ladder stands on rung {now.rung}" if now.rung else "not in the plan"
    if now.mode == "concluded" or (now.paid and now.mode == "dormant"):
        yield "dormant", "nobody has acted for long"
    if not now.reached:
        yield "provider_outage", "the source could not be reached"
    if now.unregistered is not None:
        yield "protocol_confounded", now.unregistered
    if now.suspended:
        yield "protocol_confounded", "too many responses lost, twice in a row: it waits for protocol_readmitted"
    if now.paid and now.mode != "attended":
        yield "human_absent", "sweeps pause: nobody has acted"
    if now.reached and not now.listed:
        yield "generation_retired_early", f"the model is not listed: {job.subject_model_id}"
    if now.bridged:
        yield "generation_bridge", "the bridge takes this month's place"
