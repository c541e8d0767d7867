"""The keeper: archive, books and money in one hand; every write goes through it, so that the state is current."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.stability.archive.budget import BudgetFile
from stimfid_lib.stability.archive.cadence import Cadence
from stimfid_lib.stability.archive.coverage import Coverage, coverage
from stimfid_lib.stability.archive.days import each_day
from stimfid_lib.stability.archive.jobs import Calendar, Job, Key
from stimfid_lib.stability.archive.ledger import Ledger
from stimfid_lib.stability.archive.state import State
from stimfid_lib.stability.bookkeeping import BOOKS, Bookkeeping
from stimfid_lib.stability.instrument.state import InstrumentState
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.records.archive import Archive


class FoldedBooks(Bookkeeping):
    """Books that fold what they take into a state, whoever writes."""

    def __init__(self, path: Path, state: State) -> None:
        super().__init__(path)
        self._state = state

    def append(self, *entries: Mapping[str, Any]) -> None:
        """Write entries and fold them; see `Bookkeeping.append`."""
        if self._writer is None:
            with self:
                self.append(*entries)
            return
        super().append(*entries)
        for entry in entries:
            self._state.take_entry(entry)


@dataclass
class Keeper:
    """Who keeps an archive.

    Attributes:
        archive: the chain.
        books: what is written down beside it.
        ledger: the money.
        budget: the private figures.
        cadence: the periods.
        protocols: the admitted protocols, all of one n.
        state: what archive and books say together.
        open: jobs that are due and neither done nor closed, by key; see `take_up`.
    """

    archive: Archive
    books: FoldedBooks
    ledger: Ledger
    budget: BudgetFile
    cadence: Cadence
    protocols: tuple[Protocol, ...]
    state: State
    open: dict[Key, Job] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        archive: Archive,
        folder: Path,
        budget: BudgetFile,
        cadence: Cadence,
        protocols: tuple[Protocol, ...],
        *,
        forced: bool = True,
    ) -> Keeper:
        """Read everything as it stands.

        Args:
            archive: the chain.
            folder: the private folder of books and ledger.
            budget, cadence, protocols: see the class.
            forced: see `Ledger`.

        Raises:
            Refused: damage in archive, books or ledger.
        """
        state = State.of(archive.records(), Bookkeeping(folder / BOOKS).entries())
        books = FoldedBooks(folder / BOOKS, state)
        ledger = Ledger(folder / "money" / "ledger.jsonl", forced=forced)
        return cls(archive, books, ledger, budget, cadence, protocols, state)

    def begin(self, epoch: date, start: date, *, simulated: bool = False) -> None:
        """Begin the archive: jobs are counted from the epoch, work begins on `start`.

        Raises:
            Refused: it has begun, or would begin before its epoch.
        """
        if self.state.start is not None:
            raise Refused(f"the archive began on {self.state.start}: it begins once")
        if start < epoch:
            raise Refused(f"start {start} lies before the epoch {epoch}: the epoch is the first day that is counted")
        self.status("begun", start, {"epoch": epoch.isoformat(), "simulated": simulated})

    def write(self, *records: Mapping[str, Any]) -> None:
        """Write records into the archive as one unit and fold them."""
        if records:
            self.archive.extend(records)
            self.take(*records)

    def take(self, *records: Mapping[str, Any]) -> None:
        """Fold records that stand in the archive already."""
        for record in records:
            self.state.take_record(record)

    def status(self, state: str, day: date, detail: Mapping[str, Any]) -> None:
        """Write how the archive stands."""
        record = {"record_type": "status", "as_of": day.isoformat(), "state": state, "detail": dict(detail)}
        self.write(record)

    def adopt(self, series: str, model_family: str, model_id: str, day: date, note: str = "") -> None:
        """Make a model the active one of its family from a day on; the one before it ends on that day."""
        before = self.state.latest(series, model_family)
        old = []
        if before is not None and before.until is None:
            old = [model_record(before.subject_model_id, model_family, series, day, "superseded", f"by {model_id}")]
        self.write(*old, model_record(model_id, model_family, series, day, "active", note))

    @property
    def calendar(self) -> Calendar:
        """The calendar of this archive.

        Raises:
            MissingInput: it has not begun.
        """
        if self.state.epoch is None:
            raise MissingInput("the archive has not begun: `stimfid stability begin` begins it")
        admitted = {one.protocol_id: _admitted_on(one, self.state.epoch) for one in self.protocols}
        sealed = frozenset(one.protocol_id for one in self.protocols if one.lane == "sealed")
        return Calendar(self.cadence, self.state.epoch, admitted, sealed)

    def jobs_on(self, day: date) -> Iterator[Job]:
        """What becomes due on a day; nothing from the day on which the archive was concluded."""
        if self.state.concluded_on is None or day < self.state.concluded_on:
            yield from self.calendar.jobs_on(day, self.state.tenures)

    def scheduled(self, until: date, since: date | None = None) -> Iterator[Job]:
        """Every job from the epoch, or a later day, up to a day."""
        for day in each_day(since or self.calendar.epoch, until):
            yield from self.jobs_on(day)

    def take_up(self, until: date, since: date | None = None) -> None:
        """Find the jobs that are open: due up to a day, not done, and without a cause."""
        for job in self.scheduled(until, since):
            if job.key not in self.state.gaps and not self.state.evidence.ran(job):
                self.open[job.key] = job

    def coverage(self, today: date) -> Coverage:
        """Every job that was due, each ran, open or with its cause; see `coverage.coverage`."""
        gaps = list(self.archive.records("coverage_gap"))
        return coverage(self.scheduled(today), self.state.evidence, gaps, today)

    def instrument(self) -> InstrumentState:
        """Whether the instrument may be trusted; see `instrument.state`."""
        return InstrumentState.of(self.state.instrument)

    def suspect(self, first: date, last: date) -> bool:
        """Tell whether a run that was asked from one day to another carries `instrument_suspect`."""
        known = self.instrument()
        return any(known.suspect_on(day.isoformat()) for day in each_day(first, last))


def model_record(
    model_id: str, model_family: str, series: str, day: date, state: str, note: str = ""
) -> dict[str, Any]:
    """The record of what a model is to the archive from a day on."""
    return {
        "record_type": "subject_model",
        "subject_model_id": model_id,
        "model_family": model_family,
        "series": series,
        "observed_on": day.isoformat(),
        "state": state,
        **({"note": note} if note else {}),
    }


def _admitted_on(protocol: Protocol, epoch: date) -> date:
    told = (protocol.review or {}).get("admitted_on")
    return max(epoch, date.fromisoformat(told)) if told else epoch
