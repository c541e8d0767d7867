"""Coverage: every scheduled job ran, has exactly one cause, or is still open; anything else is a hole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from stimfid_lib.stability.archive.causes import CAUSES
from stimfid_lib.stability.archive.evidence import Evidence
from stimfid_lib.stability.archive.jobs import Job, Key


def gap_record(job: Job, cause: str, note: str = "") -> dict[str, Any]:
    """The record of a job that did not run."""
    return {
        "record_type": "coverage_gap",
        "scheduled_on": job.scheduled_on.isoformat(),
        "job": job.name,
        "series": job.series,
        "subject_model_id": job.subject_model_id,
        "protocol_id": job.protocol_id,
        "cause": cause,
        **({"note": note} if note else {}),
    }


def key_of(gap: Mapping[str, Any]) -> Key:
    """The key of the job that a gap's record is about."""
    return (gap["scheduled_on"], gap["job"], gap["series"], gap["subject_model_id"], gap["protocol_id"])


@dataclass
class Coverage:
    """Scheduled jobs, each in one of three states, and everything that is wrong.

    Attributes:
        ran, open: how many jobs, by name.
        gaps: how many, by name and cause.
        faults: holes, jobs with two causes or with a cause though they ran, and gaps of jobs that nobody scheduled.
    """

    ran: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)
    gaps: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    @property
    def scheduled(self) -> int:
        """All jobs that were due."""
        return self.ran.total() + self.open.total() + self.gaps.total()

    @property
    def whole(self) -> bool:
        """Tell whether every job is accounted for, once."""
        return not self.faults

    def by_cause(self) -> dict[str, int]:
        """Gaps by cause, in the order of precedence; causes without a gap are left out."""
        found = Counter[str]()
        for (_, cause), count in self.gaps.items():
            found[cause] += count
        return {cause: found[cause] for cause in CAUSES if found[cause]}


def coverage(jobs: Iterable[Job], evidence: Evidence, gaps: Iterable[Mapping[str, Any]], today: date) -> Coverage:
    """Sort every job that was due up to today.

    Args:
        jobs: all that the calendar scheduled.
        evidence: what was done.
        gaps: the `coverage_gap` records of the archive.
        today: a job whose last day is still to come, or is today, may be open.
    """
    causes: dict[Key, list[str]] = {}
    for gap in gaps:
        causes.setdefault(key_of(gap), []).append(gap["cause"])
    found, seen = Coverage(), set[Key]()
    for job in jobs:
        if job.key in seen:
            found.faults.append(f"{job}: scheduled twice")
            continue
        seen.add(job.key)
        told, ran = causes.pop(job.key, []), evidence.ran(job)
        if ran:
            found.ran[job.name] += 1
        elif told:
            found.gaps[job.name, told[0]] += 1
        elif evidence.last_day(job) >= today:
            found.open[job.name] += 1
        else:
            found.faults.append(f"{job}: it did not run and has no cause: a hole")
        if ran and told:
            found.faults.append(f"{job}: it ran, and has the cause {told[0]} all the same")
        if len(told) > 1:
            found.faults.append(f"{job}: it has {len(told)} causes ({', '.join(told)})")
    for key in causes:
        found.faults.append(f"{key[1]} of {key[0]}: a gap is recorded that nobody scheduled")
    return found
