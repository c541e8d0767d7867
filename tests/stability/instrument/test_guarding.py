"""The guard run on a real path: asked through the runner, measured, its first measurement kept as the baseline."""

from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.models.roster import load_roster
from stimfid_lib.stability.instrument.guarding import guard_protocols, measure_guard

PROTOCOL = "base_rate_neglect__anchoring__v0"


def test_no_shipped_protocol_is_a_guard_since_nobody_has_reviewed_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STIMFID_PRIVATE_PANELS", raising=False)
    assert guard_protocols() == ()


def test_the_first_measurement_is_the_baseline_of_the_next(tmp_path: Path) -> None:
    roster = load_roster()
    first, today = measure_guard(PROTOCOL, "responder:perfectly_stable", roster, tmp_path, "2027-03-01")
    assert first is None
    assert today["run_date"] == "2027-03-01"
    again, same = measure_guard(PROTOCOL, "responder:perfectly_stable", roster, tmp_path, "2027-03-01")
    assert again is None
    assert same == today, "a day is asked once"
    baseline, later = measure_guard(PROTOCOL, "responder:perfectly_stable", roster, tmp_path, "2027-03-02")
    assert baseline is not None
    assert baseline["run_id"] == today["run_id"]
    assert later["run_date"] == "2027-03-02"
    other, _ = measure_guard(PROTOCOL, "responder:random", roster, tmp_path, "2027-03-02")
    assert other is None, "another subject has a baseline of its own"
