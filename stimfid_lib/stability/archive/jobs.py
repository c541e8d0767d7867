"""Jobs: what is due on which day, as a function of the calendar alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from stimfid_lib.stability.archive.cadence import DONE_BY_PERSON, Cadence, Periods
from stimfid_lib.stability.archive.tenure import Tenure, active_on

SWEEP, SEALED_SCAN = "full_sweep", "sealed_scan"
SUBJECT, RUNTIME, GUARD, COVERAGE = (
    *("subject_fingerprint", "runtime_fingerprint", "guard_margin_rotation"),
    "coverage_publish",
)
ASKED = (SWEEP, SEALED_SCAN)
"""Jobs that are a run of a protocol."""

PAID = (*ASKED, SUBJECT)
"""Jobs that may cost money."""

Key = tuple[str, str, str | None, str | None, str | None]
"""Day, name, series, subject, protocol: what tells one job from every other."""


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to be done, from the day on which it is due to the last day on which it may still be done.

    `series` and what stands after it are None where a job has none: jobs of persons and of the instrument.
    """

    scheduled_on: date
    last_day: date
    name: str
    series: str | None = None
    model_family: str | None = None
    subject_model_id: str | None = None
    protocol_id: str | None = None

    @property
    def key(self) -> Key:
        """What tells it from every other job."""
        return (self.scheduled_on.isoformat(), self.name, self.series, self.subject_model_id, self.protocol_id)

    @property
    def by_person(self) -> bool:
        """Tell whether only a person can do it."""
        return self.name in DONE_BY_PERSON

    def __str__(self) -> str:
        whom = " ".join(part for part in (self.subject_model_id, self.protocol_id) if part)
        return f"{self.name} of {self.scheduled_on}{f' ({whom})' if whom else ''}"


@dataclass(frozen=True)
class Calendar:
    """What the schedule is made of.

    Attributes:
        cadence: the periods.
        epoch: the day from which periods are counted.
        protocols: protocol_id to the day of its admission; it is due from then on.
        sealed: those of them that are asked on a new generation only.
    """

    cadence: Cadence
    epoch: date
    protocols: Mapping[str, date]
    sealed: frozenset[str] = frozenset()

    def due(self, name: str, day: date) -> bool:
        """Tell whether a job of a period begins on a day: every so many days from the epoch on."""
        since = (day - self.epoch).days
        return since >= 0 and since % self.cadence.periods.of(name).days == 0

    def jobs_on(self, day: date, tenures: Sequence[Tenure]) -> Iterator[Job]:
        """Every job that becomes due on a day.

        A sweep of the commercial series is open for `source_degraded_after`, as long as a source may be silent before
        it counts as degraded; a job of a person until the next of its kind is due; a daily one on its day. Models of
        open weights do not change, so they are asked once, on a new generation, within the period of a sweep.
        """
        if day < self.epoch:
            return
        periods = self.cadence.periods
        for name in (RUNTIME, GUARD, COVERAGE, *DONE_BY_PERSON):
            if self.due(name, day):
                yield Job(day, day + _open_for(name, periods), name)
        for tenure in active_on(tenures, day):
            commercial = tenure.series == "commercial"
            if commercial and self.due(SUBJECT, day):
                yield _of(tenure, SUBJECT, day, periods.subject_fingerprint.delta)
            begins = tenure.since == day
            for protocol_id, admitted_on in sorted(self.protocols.items()):
                sealed = protocol_id in self.sealed
                if admitted_on > day:
                    continue
                if commercial and not sealed and self.due(SWEEP, day):
                    yield _of(tenure, SWEEP, day, periods.source_degraded_after.delta, protocol_id)
                elif begins and (sealed or not commercial):
                    name = SEALED_SCAN if sealed else SWEEP
                    yield _of(tenure, name, day, periods.full_sweep.delta, protocol_id)


def _open_for(name: str, periods: Periods) -> timedelta:
    """How many days after its first a job without a subject may still be done."""
    if name == COVERAGE:
        return periods.source_degraded_after.delta - timedelta(days=1)
    return periods.of(name).delta - timedelta(days=1)


def _of(tenure: Tenure, name: str, day: date, open_for: timedelta, protocol_id: str | None = None) -> Job:
    return Job(
        day,
        day + open_for - timedelta(days=1),
        name,
        tenure.series,
        tenure.model_family,
        tenure.subject_model_id,
        protocol_id,
    )
