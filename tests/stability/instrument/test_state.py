"""An alarm stays until a person decides; a day without a fingerprint publishes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.bookkeeping import Bookkeeping
from stimfid_lib.stability.instrument.state import InstrumentState, recover


def taken(day: str) -> dict[str, Any]:
    return {"kind": "runtime_fingerprint", "day": day, "sha256": "f", "equal": True}


def alarm(day: str) -> dict[str, Any]:
    return {
        "kind": "instrument_alarm",
        "day": day,
        "check": "runtime_fingerprint",
        "reasons": ["question 2: another text"],
    }


def recovery(day: str) -> dict[str, Any]:
    return {"kind": "instrument_recovery", "day": day, "by": "A. Person", "reason": "a new build"}


def test_without_an_alarm_nothing_is_suspect() -> None:
    state = InstrumentState.of([taken("2027-03-01")])
    assert not state.suspect_on("2027-03-01")
    assert state.against_publishing("2027-03-01") == ()


def test_a_day_without_a_fingerprint_publishes_nothing() -> None:
    state = InstrumentState.of([taken("2027-03-01"), taken("2027-03-03")])
    assert state.against_publishing("2027-03-02") == ("no runtime fingerprint was taken on 2027-03-02",)
    assert state.against_publishing("2027-03-03") == ()


def test_an_alarm_holds_until_a_person_decides_and_never_heals_by_itself() -> None:
    entries = [
        taken("2027-03-01"),
        taken("2027-03-02"),
        alarm("2027-03-02"),
        *(taken(f"2027-03-{d:02}") for d in range(3, 20)),
    ]
    state = InstrumentState.of(entries)
    assert [day for day in range(1, 20) if state.suspect_on(f"2027-03-{day:02}")] == list(range(2, 20))
    assert "question 2: another text" in state.against_publishing("2027-03-19")[0]
    assert state.against_publishing("2027-03-01") == ()
    after = InstrumentState.of([*entries, recovery("2027-03-19")])
    assert after.suspect_on("2027-03-19"), "the day of the decision itself is still in doubt"
    assert not after.suspect_on("2027-03-20")
    assert after.suspect_on("2027-03-10"), "what was measured in doubt stays in doubt"
    assert after.against_publishing("2027-03-19") == ()


def test_a_recovery_closes_what_stands_before_it_only() -> None:
    state = InstrumentState.of([alarm("2027-03-02"), recovery("2027-03-02"), alarm("2027-03-02")])
    assert len(state.open_alarms) == 1
    assert state.alarms[0].recovered == "2027-03-02"
    assert state.suspect_on("2027-04-01")


def test_a_recovery_names_a_person_and_a_reason(tmp_path: Path) -> None:
    books = Bookkeeping(tmp_path / "books.jsonl")
    with pytest.raises(Refused, match="no alarm is open"):
        recover(books, day="2027-03-02", by="A. Person", reason="a new build")
    books.append(alarm("2027-03-02"))
    for by, reason, told in ((" ", "why", "by is empty"), ("A. Person", "", "reason is empty")):
        with pytest.raises(Refused, match=told):
            recover(books, day="2027-03-02", by=by, reason=reason)
    assert InstrumentState.of(books.entries()).open_alarms
    closed = recover(books, day="2027-03-04", by="A. Person", reason="a new build", new_baseline="c" * 64)
    assert [each.day for each in closed] == ["2027-03-02"]
    assert not InstrumentState.of(books.entries()).open_alarms
    (decision,) = books.entries("instrument_recovery")
    assert (decision["by"], decision["reason"], decision["new_baseline_sha256"]) == (
        "A. Person",
        "a new build",
        "c" * 64,
    )
