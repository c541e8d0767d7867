"""A day's checks are written down; a moved bit or a moved margin raises the alarm."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.stability.bookkeeping import Bookkeeping
from stimfid_lib.stability.instrument.baselines import write_baseline
from stimfid_lib.stability.instrument.daily import check_guard, check_runtime, guard_of_day
from stimfid_lib.stability.instrument.state import InstrumentState
from stimfid_lib.stability.measure.measurement import measure
from tests.stability.instrument.prints import PRINT, answering, under

ITEMS = [f"s{number:02}" for number in range(1, 16)]


@pytest.fixture
def books(tmp_path: Path) -> Bookkeeping:
    return Bookkeeping(tmp_path / "books.jsonl")


def test_equal_bits_make_a_day_that_may_publish(tmp_path: Path, books: Bookkeeping) -> None:
    write_baseline(tmp_path, PRINT)
    assert check_runtime(books, tmp_path, PRINT, "2027-03-01") == ()
    assert InstrumentState.of(books.entries()).against_publishing("2027-03-01") == ()


def test_one_moved_bit_is_an_alarm(tmp_path: Path, books: Bookkeeping) -> None:
    write_baseline(tmp_path, PRINT)
    told = check_runtime(books, tmp_path, answering(4, logprobs_sha256="other"), "2027-03-01")
    assert told == ("question 4: the same text, other probabilities",)
    state = InstrumentState.of(books.entries())
    assert state.open_alarms[0].reasons == told
    assert state.suspect_on("2027-03-01")


def test_another_architecture_is_no_alarm_and_no_fingerprint(tmp_path: Path, books: Bookkeeping) -> None:
    write_baseline(tmp_path, PRINT)
    with pytest.raises(MissingInput, match="no baseline for 'arm64'"):
        check_runtime(books, tmp_path, under(architecture="arm64"), "2027-03-01")
    state = InstrumentState.of(books.entries())
    assert state.open_alarms == ()
    assert state.against_publishing("2027-03-01") == ("no runtime fingerprint was taken on 2027-03-01",)


def test_every_guard_protocol_has_its_turn_whatever_day_is_missed() -> None:
    names = ["c", "a", "b"]
    days = [f"2027-03-{day:02}" for day in range(1, 31)]
    assert Counter(guard_of_day(names, day) for day in days) == {"a": 10, "b": 10, "c": 10}
    assert guard_of_day(names, "2027-03-05") == guard_of_day(sorted(names), "2027-03-05")
    with pytest.raises(MissingInput, match="STIMFID_PRIVATE_PANELS"):
        guard_of_day([], "2027-03-01")


def measured(b_of_30: int, day: str) -> dict[str, Any]:
    """A measurement at n = 30: A answers A throughout, B answers B in so many of 30 calls, C always B."""
    calls = ITEMS * 2
    decisions = {
        "A": [[item, "A"] for item in calls],
        "A_prime": [[item, "A"] for item in calls],
        "B": [[item, "B" if number < b_of_30 else "A"] for number, item in enumerate(calls)],
        "C": [[item, "B"] for item in calls],
    }
    return measure(
        decisions,
        options=("A", "B"),
        n=30,
        theta_positive_pct=15,
        scenario_dominated_share_pct=40,
        protocol_id="p",
        run_date=day,
        subject_model_id="m",
        resamples=200,
    )


@pytest.mark.parametrize(
    ("now", "verdict"),
    [(6, "flat"), (30, "regressed"), (0, "improved")],
)
def test_a_margin_that_moved_is_an_alarm(books: Bookkeeping, now: int, verdict: str) -> None:
    before = measured(6 if now != 0 else 24, "2027-03-01")
    told = check_guard(books, "p", before, measured(now, "2027-03-02"), "2027-03-02")
    assert told == (() if verdict == "flat" else (f"p is {verdict} against its baseline",))
    (entry,) = books.entries("guard_margin")
    assert (entry["verdict"], entry["protocol_id"]) == (verdict, "p")
    assert bool(InstrumentState.of(books.entries()).open_alarms) == (verdict != "flat")


def test_a_margin_that_cannot_be_judged_is_an_alarm(books: Bookkeeping) -> None:
    lost = measured(6, "2027-03-02")
    empty = {
        **lost,
        "n_valid": {**lost["n_valid"], "B": 0},
        "outcomes": {**lost["outcomes"], "B": dict.fromkeys(lost["outcomes"]["B"], 0)},
    }
    assert check_guard(books, "p", lost, empty, "2027-03-02") == ("p is not_evaluable against its baseline",)
