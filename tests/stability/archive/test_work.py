"""A day's work at its edges: absence to the end, a second start, days that nobody worked on."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.stability.archive.acts import act_entry
from stimfid_lib.stability.archive.causes import NoCause
from stimfid_lib.stability.archive.days import each_day
from stimfid_lib.stability.archive.keeper import Keeper
from stimfid_lib.stability.archive.simulated import script
from stimfid_lib.stability.archive.work import Work
from stimfid_lib.stability.archive.world import Attempt
from tests.stability.archive.light import keeper_in, worlds

EPOCH = script.EPOCH
ALDER = "alder-2.1-20261104"
RICH = {**script.BUDGET, "monthly_ceiling": 100.0, "months": {}}


@pytest.fixture(autouse=True)
def no_forced_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """They take minutes of two years and decide nothing here."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def _begun(folder: Path, start: date = EPOCH) -> tuple[Keeper, Work]:
    keeper = keeper_in(folder, RICH)
    keeper.begin(EPOCH, start)
    keeper.adopt("commercial", "alder", ALDER, EPOCH)
    _, _, work = worlds(keeper, folder)
    return keeper, work


def test_nobody_ever_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Vacation, dormancy, the offer, the end; every job up to the end has its cause, and none is scheduled after."""
    monkeypatch.setattr(script, "OUTAGES", ())
    monkeypatch.setattr(script, "LISTED", {ALDER: (EPOCH, None)})
    keeper, work = _begun(tmp_path)
    end = EPOCH + timedelta(days=730)
    with keeper.archive, keeper.books, keeper.ledger.writing():
        for day in each_day(EPOCH, end + timedelta(days=10)):
            work.day(day)
    told = {r["state"]: r["as_of"] for r in keeper.archive.records("status") if r["state"] != "coverage_publish"}
    assert told == {
        "begun": "2027-01-01",
        "vacation": (EPOCH + timedelta(days=75)).isoformat(),
        "dormant": (EPOCH + timedelta(days=180)).isoformat(),
        "succession_offer": (EPOCH + timedelta(days=365)).isoformat(),
        "concluded": end.isoformat(),
    }
    found = keeper.coverage(end + timedelta(days=400))
    assert found.faults == []
    assert found.open.total() == 0
    (closed,) = keeper.archive.records("series_closed")
    assert closed["closed_on"] == end.isoformat()
    dormant = {r["scheduled_on"] for r in keeper.archive.records("coverage_gap") if r["job"] == "subject_fingerprint"}
    assert len(dormant) == 730 - 180, "the heartbeat beats through the vacation"
    assert found.gaps["runtime_fingerprint", "dormant"] == 0, "the instrument's own checks cost nothing"
    assert {(job, cause) for job, cause in found.gaps if job == "human_review"} == {
        ("human_review", "human_absent"),
        ("human_review", "dormant"),
    }


def test_an_act_ends_dormancy_on_its_day(tmp_path: Path) -> None:
    keeper, work = _begun(tmp_path)
    back = EPOCH + timedelta(days=200)
    with keeper.archive, keeper.books, keeper.ledger.writing():
        for day in each_day(EPOCH, back):
            if day == back:
                keeper.books.append(act_entry("human_review", day, "A. Person"))
            work.day(day)
    states = [record["state"] for record in keeper.archive.records("status") if record["state"] != "coverage_publish"]
    assert [state for state in states if not state.startswith("source")] == ["begun", "vacation", "dormant", "attended"]


@pytest.mark.parametrize("outages", [(), (("north", EPOCH, EPOCH),)], ids=["done", "hindered"])
def test_a_second_start_does_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outages: tuple[object, ...]
) -> None:
    monkeypatch.setattr(script, "OUTAGES", outages)
    keeper, work = _begun(tmp_path)
    with keeper.archive, keeper.books, keeper.ledger.writing():
        work.day(EPOCH)
        records, spent = list(keeper.archive.records()), keeper.ledger.spent(EPOCH, "sweep", "heartbeat")
        work.day(EPOCH)
        assert list(keeper.archive.records()) == records
        assert keeper.ledger.spent(EPOCH, "sweep", "heartbeat") == spent
        assert keeper.coverage(EPOCH).faults == []


def test_days_before_the_start_and_days_without_work_are_accounted_for(tmp_path: Path) -> None:
    keeper, work = _begun(tmp_path, EPOCH + timedelta(days=3))
    with keeper.archive, keeper.books, keeper.ledger.writing():
        work.day(EPOCH + timedelta(days=3))
        work.day(EPOCH + timedelta(days=9))
    gaps = {(gap["scheduled_on"], gap["cause"]) for gap in keeper.archive.records("coverage_gap")}
    assert gaps == {
        *((f"2027-01-0{day}", "before_archive_start") for day in (1, 2, 3)),
        *((f"2027-01-0{day}", "human_absent") for day in (5, 6, 7, 8, 9)),
    }
    assert keeper.coverage(EPOCH + timedelta(days=9)).faults == []


def test_a_job_whose_days_are_over_is_not_paid_for(tmp_path: Path) -> None:
    keeper, work = _begun(tmp_path, EPOCH + timedelta(days=11))
    with keeper.archive, keeper.books, keeper.ledger.writing():
        work.day(EPOCH + timedelta(days=11))
    assert list(keeper.archive.records("measurement")) == []
    assert keeper.ledger.spent(EPOCH, "sweep") == 0
    gaps = [gap["cause"] for gap in keeper.archive.records("coverage_gap") if gap["job"] == "full_sweep"]
    assert gaps == ["before_archive_start"] * 12


def test_days_are_worked_on_in_order_and_from_the_start_on(tmp_path: Path) -> None:
    keeper, work = _begun(tmp_path, EPOCH + timedelta(days=3))
    with keeper.archive, keeper.books, keeper.ledger.writing():
        with pytest.raises(Refused, match="begins on 2027-01-04"):
            work.day(EPOCH)
        work.day(EPOCH + timedelta(days=4), datetime(2027, 1, 5, 8, tzinfo=UTC))
        assert keeper.state.last_moment == datetime(2027, 1, 5, 8, tzinfo=UTC)
        with pytest.raises(Refused, match="is not made up for"):
            work.day(EPOCH + timedelta(days=3))


def test_an_archive_begins_once_and_not_before_its_epoch(tmp_path: Path) -> None:
    keeper = keeper_in(tmp_path, RICH)
    with pytest.raises(MissingInput, match="has not begun"):
        list(keeper.scheduled(EPOCH))
    with pytest.raises(Refused, match="before the epoch"):
        keeper.begin(EPOCH, EPOCH - timedelta(days=1))
    keeper.begin(EPOCH, EPOCH)
    with pytest.raises(Refused, match="begins once"):
        keeper.begin(EPOCH, EPOCH)


def test_a_hole_is_found_where_a_gap_was_taken_out(tmp_path: Path) -> None:
    """Whoever loses a day's record of causes is told so by the coverage."""
    keeper, work = _begun(tmp_path, EPOCH + timedelta(days=3))
    with keeper.archive, keeper.books, keeper.ledger.writing():
        work.day(EPOCH + timedelta(days=3))
    lines = (tmp_path / "state/books.jsonl").read_text().splitlines()
    kept = [line for line in lines if '"kind":"runtime_fingerprint"' not in line]
    (tmp_path / "state/books.jsonl").write_text("".join(f"{line}\n" for line in kept))
    again = keeper_in(tmp_path)
    assert again.coverage(EPOCH + timedelta(days=4)).faults == [
        "runtime_fingerprint of 2027-01-04: it did not run and has no cause: a hole"
    ]


def test_a_hole_is_told_every_day_and_stops_no_other_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "OUTAGES", ())
    keeper, work = _begun(tmp_path)
    monkeypatch.setattr(work.world, "check_guard", lambda _: Attempt())  # says that it was done, and leaves no evidence
    with keeper.archive, keeper.books, keeper.ledger.writing():
        for number in range(2):
            with pytest.raises(NoCause, match="guard_margin_rotation of 2027-01-01"):
                work.day(EPOCH + timedelta(days=number))
    found = keeper.coverage(EPOCH + timedelta(days=1))
    assert found.faults == ["guard_margin_rotation of 2027-01-01: it did not run and has no cause: a hole"]
    assert found.ran["subject_fingerprint"] == found.ran["runtime_fingerprint"] == 2


def test_three_dear_months_ask_a_person_for_the_next_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "OUTAGES", ())
    keeper = keeper_in(tmp_path, {**script.BUDGET, "monthly_ceiling": 2.2, "months": {}})
    keeper.begin(EPOCH, EPOCH)
    keeper.adopt("commercial", "alder", ALDER, EPOCH)
    _, _, work = worlds(keeper, tmp_path)
    with keeper.archive, keeper.books, keeper.ledger.writing():
        for day in each_day(EPOCH, date(2027, 5, 2)):
            if day.day == 20:
                keeper.books.append(act_entry("human_review", day, "A. Person"))
            work.day(day)
    (review,) = keeper.archive.records("needs_review")
    assert (review["subject"], review["as_of"]) == ("cost under plan 12", "2027-04-01")
    assert "plan: 8" in review["detail"]["what_to_do"]
    assert keeper.budget.plan == "12", "a person takes it"
