"""Succession: what follows on a day from what is known of a new model; decided by code, never by likelihood."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from stimfid_lib.stability.archive.bridge import BridgeRuns

Step = Literal["alarm", "bridge_found", "bridge_incomplete", "needs_review", "switch", "no_successor"]

WHAT_TO_DO: dict[Step, str] = {
    "alarm": "run the bridge by hand, from its own reserve: `stimfid stability bridge --family … --by …`",
    "bridge_found": "nothing: both runs were found",
    "bridge_incomplete": "the old model is gone; the series goes on with a break, or ends",
    "needs_review": (
        "file the provider's declaration (`stimfid stability declare`), or say that it is no successor "
        "(`stimfid stability act not_successor`)"
    ),
    "switch": "add the new model to models.yaml, if it is not there",
    "no_successor": "nothing: what was measured of it stands among the comparison points",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A new model id of a family, from the day on which it was first listed until it is decided about.

    Attributes:
        series, model_family: of the model that it may succeed.
        old_model_id: that model.
        new_model_id: the id.
        seen_on: the first day on which a listing had it.
        protocol_ids: the bridge's protocols, fixed on that day.
        bridged: its bridge was found.
        incomplete: its bridge was given up, since the old model is gone.
        under_review: a person was asked to decide.
    """

    series: str
    model_family: str
    old_model_id: str
    new_model_id: str
    seen_on: date
    protocol_ids: tuple[str, ...]
    bridged: bool = False
    incomplete: bool = False
    under_review: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a candidate on a day.

    Attributes:
        declared: the id that the provider explicitly declares the successor of the old model; None if it does not.
        rejected: a person said that the candidate is no successor.
        old_gone: the old model is not listed any more.
        runs: what was found of the bridge.
    """

    declared: str | None
    rejected: bool
    old_gone: bool
    runs: BridgeRuns


def decide(candidate: Candidate, facts: Facts) -> tuple[Step, ...]:
    """What follows, in the order in which it is written down; nothing where everything waits for somebody.

    The active model changes on an explicit declaration alone, and only when the bridge stands or can stand no more.
    """
    if facts.rejected or facts.declared not in (None, candidate.new_model_id):
        return ("no_successor",)
    steps: list[Step] = []
    bridged = candidate.bridged or facts.runs.complete
    if bridged and not candidate.bridged:
        steps.append("bridge_found")
    if not bridged and facts.old_gone and not candidate.incomplete:
        steps.append("bridge_incomplete")
    if not bridged and not facts.old_gone:
        steps.append("alarm")
    if bridged or facts.old_gone:
        if facts.declared is not None:
            steps.append("switch")
        elif not candidate.under_review:
            steps.append("needs_review")
    return tuple(steps)
