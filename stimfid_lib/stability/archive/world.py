"""What the day's work needs from outside: listings, runs, fingerprints. Live (`live`) or simulated (`simulated`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

from stimfid_lib.stability.archive.ledger import Purse


@dataclass(frozen=True, slots=True)
class Attempt:
    """How something ended that was tried.

    Attributes:
        cause: why it did not come to its end, one of `causes.CAUSES`; None if it did.
        note: more of it, for people.
        records: those that a run brought into the archive.
    """

    cause: str | None = None
    note: str = ""
    records: tuple[Mapping[str, Any], ...] = field(default=())


class World(Protocol):
    """Everything that is not the archive. What is tried may be tried again on another day."""

    def sources(self) -> Sequence[str]:
        """The sources whose listings are watched."""
        ...

    def source_of(self, subject_model_id: str) -> str | None:
        """Where a model is listed; None for weights that lie here."""
        ...

    def listing(self, source: str, day: date) -> Sequence[str] | None:
        """Every model id that a source lists; None where it cannot be reached."""
        ...

    def why_not_registered(self, protocol_id: str, subject_model_id: str, day: date) -> str | None:
        """Why a protocol may not be asked of a model: not pre-registered, or not what was hashed; None if it may."""
        ...

    def run(self, protocol_id: str, subject_model_id: str, day: date, purse: Purse, *, since: date) -> Attempt:
        """Ask a protocol and bring the complete run into the archive.

        A run that was begun on or after `since` and is not complete goes on under its own day; an older one is left
        alone, since the job that it was begun for has its cause by now. Whether the instrument is suspect, says
        `Keeper.suspect`.
        """
        ...

    def check_runtime(self, day: date) -> Attempt:
        """Take the instrument's fingerprint; the entry, and the alarm if any, are written into the books."""
        ...

    def check_guard(self, day: date) -> Attempt:
        """Ask the day's guard protocol of the reference model; likewise."""
        ...

    def check_subject(self, subject_model_id: str, day: date) -> Attempt:
        """Take a subject's fingerprint, paid for by the heartbeat; likewise."""
        ...
