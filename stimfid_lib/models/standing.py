"""How far a run has come: what progress bars, reports and the decision to leave a model alone go by."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from stimfid_lib.models.completion import Completion
from stimfid_lib.models.record import Record, is_clean

GIVE_UP_AFTER = 5
"""Questions in a row that failed for good, after which a model is not asked any more in this run: its server, key or
quota is at fault."""

log = logging.getLogger("stimfid.runs")


@dataclass(frozen=True, slots=True)
class ModelReport:
    """What became of one model in one call of `run_suite`; all but `stopped` and `cost` count (prompt, replicate).

    `wanted` = `before` (answered by an earlier run) + `answered` (now) + what is still open. `errors` counts failed
    calls of this run, those included that a later call made good; `in_batches` how many of the open ones wait in a
    vendor's batch; `stopped` says why the model was not asked to the end, None if it was; `cost` is what the model's
    calls of this run cost (at most, see `costs.cost_of_record`), None without prices.
    """

    model_key: str
    wanted: int
    before: int
    answered: int
    errors: int
    stopped: str | None = None
    in_batches: int = 0
    cost: float | None = None

    @property
    def open(self) -> int:
        """How many are still without an answer; running again asks these and no others."""
        return self.wanted - self.before - self.answered

    def __str__(self) -> str:
        text = f"{self.model_key}: {self.before + self.answered} of {self.wanted} answered"
        if self.open > self.in_batches:
            text += f", {self.open - self.in_batches} open ({self.errors} failed now); run again to ask only these"
        if self.in_batches:
            text += f", {self.in_batches} in a batch; `stimfid batch poll` fetches them"
        return text + (f"; {self.stopped}" if self.stopped else "")


@dataclass(frozen=True, slots=True)
class Standing:
    """One model's progress: answered (`done`) of `wanted`, failed calls of this run, cost of this run if known."""

    model_key: str
    done: int
    wanted: int
    errors: int = 0
    cost: float | None = None


OnProgress = Callable[[Standing], None]


class State:
    """How far one model has come in this run."""

    def __init__(self, key: str, wanted: int, before: int, *, in_batches: int = 0, priced: bool = False) -> None:
        self.key, self.wanted, self.before, self.in_batches = key, wanted, before, in_batches
        self.answered = self.errors = 0
        self.cost = 0.0 if priced else None
        self.stopped: str | None = None
        self._in_a_row = 0

    def count(self, record: Record, cost: float = 0.0) -> None:
        """Take note of one attempt that is on file."""
        if is_clean(record):
            self.answered += 1
        else:
            self.errors += 1
        if self.cost is not None:
            self.cost += cost

    def final(self, completion: Completion) -> None:
        """Take note of the last attempt at a question; too many failures in a row stop the model."""
        if completion.error is None:
            self._in_a_row = 0
            return
        self._in_a_row += 1
        if completion.fault is not None and completion.fault.hopeless:
            self.stop(f"not asked any more: {completion.error}")
        elif self._in_a_row >= GIVE_UP_AFTER:
            self.stop(f"not asked any more after {self._in_a_row} errors in a row, the last: {completion.error}")

    def stop(self, reason: str) -> None:
        """Ask this model nothing more; the first reason stands."""
        if self.stopped is None:
            self.stopped = reason
            log.warning("%s: %s", self.key, reason)

    def standing(self) -> Standing:
        """The progress to show."""
        return Standing(self.key, self.before + self.answered, self.wanted, self.errors, self.cost)

    def report(self) -> ModelReport:
        """What to say at the end."""
        return ModelReport(
            self.key, self.wanted, self.before, self.answered, self.errors, self.stopped, self.in_batches, self.cost
        )
