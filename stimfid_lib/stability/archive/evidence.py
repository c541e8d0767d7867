"""What shows that a job was done: records and entries that its doing leaves, never a claim that it was done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from stimfid_lib.stability.archive.days import each_day, end_of_month, month_of, parse_day
from stimfid_lib.stability.archive.jobs import ASKED, COVERAGE, GUARD, RUNTIME, SUBJECT, Job

_ENTRY_OF = {RUNTIME: "runtime_fingerprint", GUARD: "guard_margin"}


class Evidence:
    """Days on which something was done, gathered from records and entries one by one."""

    def __init__(self) -> None:
        self._days: defaultdict[tuple[str | None, ...], set[date]] = defaultdict(set)
        self._bridged: dict[tuple[str, str], date] = {}

    def take_record(self, record: Mapping[str, Any]) -> None:
        """Take a record of the archive; most say nothing here."""
        kind = record["record_type"]
        if kind == "measurement":
            key = ("measurement", record["subject_model_id"], record["protocol_id"])
            self._days[key].add(parse_day(record["run_date"]))
        elif kind == "status" and record["state"] == COVERAGE:
            self._days[COVERAGE,].add(parse_day(record["as_of"]))

    def take_entry(self, entry: Mapping[str, Any]) -> None:
        """Take an entry of the books."""
        kind, day = str(entry["kind"]), parse_day(str(entry["day"]))
        if kind == "human_act":
            self._days["act", str(entry["act"])].add(day)
            if entry["act"] == "bridge_run":
                self._bridged.setdefault((str(entry["model_family"]), month_of(day)), day)
        elif kind == SUBJECT:
            self._days[SUBJECT, str(entry["subject_model_id"])].add(day)
        elif kind in ("runtime_fingerprint", "guard_margin"):
            self._days[kind,].add(day)
        elif kind == "job_done":
            self._days[_ENTRY_OF.get(str(entry["job"]), str(entry["job"])),].add(day)

    def bridged(self, job: Job) -> bool:
        """Tell whether a bridge takes the place of a run: begun in the month in which it is due, while it was open."""
        begun = self._bridged.get((str(job.model_family), month_of(job.scheduled_on)))
        return job.name in ASKED and begun is not None and begun <= job.last_day

    def last_day(self, job: Job) -> date:
        """The last day on which a job may be done; where a bridge takes its place, at least the last of the month."""
        return max(job.last_day, end_of_month(job.scheduled_on)) if self.bridged(job) else job.last_day

    def ran(self, job: Job, until: date | None = None) -> bool:
        """Tell whether a job was done between its first and its last day (`until`, if that is earlier).

        Where a bridge was run in the month, its runs of the same model stand in for the sweep's, from its week to the
        end of the month.
        """
        last = job.last_day if until is None else min(job.last_day, until)
        done = self._days.get(self._key(job), set())
        if (last - job.scheduled_on).days < len(done):
            found = any(day in done for day in each_day(job.scheduled_on, last))
        else:
            found = any(job.scheduled_on <= day <= last for day in done)
        if found:
            return True
        if self.bridged(job):
            month = month_of(job.scheduled_on)
            begun = self._bridged[str(job.model_family), month]
            monday = begun - timedelta(days=begun.weekday())  # runs of that week count for the bridge too
            return any(month_of(day) == month and day >= monday and (until is None or day <= until) for day in done)
        return False

    def _key(self, job: Job) -> tuple[str | None, ...]:
        if job.name in ASKED:
            return ("measurement", job.subject_model_id, job.protocol_id)
        if job.name == SUBJECT:
            return (SUBJECT, job.subject_model_id)
        return ("act", job.name) if job.by_person else (_ENTRY_OF.get(job.name, job.name),)
