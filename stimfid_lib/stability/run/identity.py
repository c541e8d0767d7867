"""Which run a journal belongs to: written before the first call, and never changed."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, fields
from datetime import date
from pathlib import Path
from typing import Self

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_json
from stimfid_lib.stability.run.schedule import Schedule
from stimfid_lib.stability.run.subject import Subject

IDENTITY = "run.json"


@dataclass(frozen=True)
class RunIdentity:
    """One run of one protocol on one subject under one profile; `run_date` is the day on which it began, in UTC."""

    run_id: str
    run_date: str
    protocol_id: str
    protocol_sha256: str
    panel_sha256: str
    model_key: str
    subject_model_id: str
    series: str
    model_family: str
    condition_profile: str
    replicate_index: int
    schedule_sha256: str
    n: int
    grammar_version: int

    @classmethod
    def of(cls, schedule: Schedule, subject: Subject, run_date: str) -> Self:
        """Name a run.

        Raises:
            Refused: `run_date` is no day.
        """
        protocol = schedule.protocol
        return cls(
            run_id=_run_id(protocol.protocol_id, subject, run_date, schedule.replicate_index),
            run_date=run_date,
            protocol_id=protocol.protocol_id,
            protocol_sha256=protocol.protocol_sha256,
            panel_sha256=protocol.panel_sha256,
            model_key=subject.key,
            subject_model_id=subject.model_id,
            series=subject.series,
            model_family=subject.model_family,
            condition_profile=subject.profile.name,
            replicate_index=schedule.replicate_index,
            schedule_sha256=schedule.sha256,
            n=protocol.n,
            grammar_version=protocol.grammar_version,
        )

    def begin(self, folder: Path) -> None:
        """Write the identity into a run's folder; a folder that has one must have the same.

        Raises:
            Refused: the folder belongs to another run.
        """
        path = folder / IDENTITY
        if not path.exists():
            write_json(path, asdict(self))
            return
        there = read_identity(folder)
        differ = [field.name for field in fields(self) if getattr(there, field.name) != getattr(self, field.name)]
        if differ:
            changes = "; ".join(f"{name}: {getattr(there, name)!r}, now {getattr(self, name)!r}" for name in differ)
            raise Refused(
                f"{path} belongs to another run ({changes}): nothing was asked. Begin a new one, with another "
                "--replicate or --date, or restore what was changed"
            )


def read_identity(folder: Path) -> RunIdentity:
    """Read a run folder's identity.

    Raises:
        Refused: it is damaged.
    """
    path = folder / IDENTITY
    try:
        return RunIdentity(**json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise Refused(f"{path} is damaged ({error}): restore it from a copy; the journal beside it is whole") from None


def begun(root: Path, schedule: Schedule, subject: Subject) -> list[RunIdentity]:
    """Runs of the same protocol, subject, profile and replicate index that were begun under `root`, oldest first."""
    wanted = RunIdentity.of(schedule, subject, "2000-01-01")
    same = ("protocol_id", "model_key", "condition_profile", "replicate_index")
    found = [read_identity(path.parent) for path in sorted(root.glob(f"*/{IDENTITY}"))]
    return sorted(
        (run for run in found if all(getattr(run, name) == getattr(wanted, name) for name in same)),
        key=lambda run: run.run_date,
    )


def _run_id(protocol_id: str, subject: Subject, run_date: str, replicate_index: int) -> str:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", run_date) or not _is_day(run_date):
        raise Refused(f"run_date = {run_date!r}: expected a day such as 2026-12-01")
    return f"{protocol_id}--{subject.key}--{subject.profile.name}--{run_date}--{replicate_index}"


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
