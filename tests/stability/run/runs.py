"""Runs on the small instrument with a client whose replies a test decides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from stimfid_lib.models.clients.fake import FakeClient, Reply
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.run.asking import Run
from stimfid_lib.stability.run.identity import RunIdentity
from stimfid_lib.stability.run.profiles import Profile
from stimfid_lib.stability.run.schedule import Schedule
from stimfid_lib.stability.run.subject import Subject
from tests.stability.run.protocols import small_panel, small_protocol

DAY = "2026-12-01"

QUICK = 200
"""Resamples of a test's measurements; 10,000 take a second."""


def small_run(root: Path, protocol: Protocol | None = None, *, key: str = "fake", day: str = DAY) -> Run:
    """A run of the small instrument; its journal lies under `root`."""
    schedule = Schedule(protocol or small_protocol(), small_panel())
    subject = Subject(key, f"{key}-1", "synthetic", key, Profile("synthetic"))
    return Run(schedule, subject, RunIdentity.of(schedule, subject, day), root)


def client(run: Run, reply: Callable[[str, int | None], Reply] | None = None) -> FakeClient:
    """Answers A; C with B, and every fifth seed otherwise, unless a reply is given."""
    return FakeClient(run.subject.key, reply or _reply)


def _reply(prompt: str, seed: int | None) -> str:
    wanted = "B" if "told as C" in prompt or (seed or 0) % 5 == 0 else "A"
    return f"I weighed it.\n**Decision: {wanted}**"
