"""Ten stored trials a day read as they were read, or an alarm names them without quoting them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from stimfid_lib.stability.bookkeeping import Bookkeeping
from stimfid_lib.stability.instrument.rereading import A_DAY, reread, trials_of_day
from stimfid_lib.stability.instrument.state import InstrumentState

TRIALS: list[dict[str, Any]] = [
    {"run_id": "r1", "call_index": number, "text": f"secret {number}", "outcome": "AB"[number % 2]}
    for number in range(40)
]


def test_a_day_draws_its_own_trials_and_the_days_reach_all() -> None:
    assert trials_of_day(TRIALS, "2027-03-01") == trials_of_day(TRIALS, "2027-03-01")
    met = Counter(trial["call_index"] for day in range(1, 29) for trial in trials_of_day(TRIALS, f"2027-02-{day:02}"))
    assert set(met) == set(range(40))
    assert len({trial["call_index"] for trial in trials_of_day(TRIALS, "2027-03-01")}) == A_DAY == 10
    assert len(trials_of_day(TRIALS[:3], "2027-03-01")) == 3


def test_agreement_is_written_down_and_rings_nothing(tmp_path: Path) -> None:
    books = Bookkeeping(tmp_path / "books.jsonl")
    assert reread(books, TRIALS, lambda trial: trial["outcome"], "2027-03-01") == ()
    assert [entry["read"] for entry in books.entries()] == [10]


def test_another_reading_raises_the_alarm_and_quotes_no_text(tmp_path: Path) -> None:
    books = Bookkeeping(tmp_path / "books.jsonl")
    told = reread(books, TRIALS, lambda _: "A", "2027-03-01")
    odd = [trial for trial in trials_of_day(TRIALS, "2027-03-01") if trial["outcome"] == "B"]
    assert told == tuple(f"r1, call {trial['call_index']}: recorded as B, read now as A" for trial in odd)
    (alarm,) = InstrumentState.of(books.entries()).open_alarms
    assert alarm.reasons == told
    assert "secret" not in books.path.read_text(encoding="utf-8")
