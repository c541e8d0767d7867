"""Which run a command means: the one that was begun and is not in the archive, or a new one of today."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from stimfid_lib.models.roster import load_roster
from stimfid_lib.stability.run.asking import Run
from stimfid_lib.stability.run.begin import begin
from stimfid_lib.stability.run.subject import client_of
from tests.stability.run.protocols import private_folder

PROTOCOL, MODEL = "sunk_cost_fallacy__wording__v0", "responder:random"


def _begin(root: Path, **more: object) -> Run:
    return begin(PROTOCOL, MODEL, load_roster(), root, **more)  # type: ignore[arg-type]


def test_a_begun_run_goes_on_until_it_stands_in_the_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STIMFID_PRIVATE_PANELS", str(private_folder(tmp_path / "private")))
    root, today = tmp_path / "runs", datetime.now(UTC).date().isoformat()
    assert _begin(root).identity.run_date == today
    old = _begin(root, run_date="2026-01-31")
    old.identity.begin(old.folder)
    assert _begin(root).identity == old.identity, "begun, nothing asked"
    old.ask(client_of(old.subject, old.schedule, load_roster()))
    assert _begin(root).identity == old.identity, "complete, but killed before it entered the archive"
    entered = {old.identity.run_id}
    assert _begin(root, entered=entered).identity.run_date == today
    assert _begin(root, entered=entered, run_date="2026-01-31").identity == old.identity
    assert _begin(root, replicate=2).identity.run_date == today
    assert _begin(root, replicate=2).identity.run_id != old.identity.run_id
