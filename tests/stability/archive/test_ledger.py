"""The ledger: what is spent is never less than what was sent, whoever is killed when."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.stability.archive.ledger import PURSES, Ledger, Purse
from tests.stability.archive.spending import COST, DAY, MOST

MAY, JUNE = date(2027, 5, 31), date(2027, 6, 1)
calls = st.lists(
    st.tuples(st.sampled_from(PURSES), st.sampled_from((MAY, JUNE)), st.integers(0, 100), st.booleans()), max_size=30
)


def test_a_call_is_reserved_billed_and_released(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.jsonl")
    with ledger.writing():
        ledger.reserve("sweep", MAY, 1.0, "m")
        assert ledger.spent(MAY, "sweep") == 1.0
        ledger.bill("sweep", MAY, 0.25, "m")
        ledger.release("sweep", MAY, 1.0, "m")
    assert ledger.spent(MAY, "sweep") == 0.25
    assert ledger.spent(JUNE, "sweep") == ledger.spent(MAY, "heartbeat", "bridge") == 0
    assert Ledger(tmp_path / "ledger.jsonl").months() == {"2027-05": {"sweep": 0.25}}


@settings(max_examples=40, deadline=None)
@given(calls)
def test_read_again_it_says_the_same_and_what_is_under_way_counts_at_the_most(
    made: list[tuple[Purse, date, int, bool]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.jsonl"
        ledger = Ledger(path, forced=False)
        expected: dict[tuple[str, date], int] = {}
        with ledger.writing():
            for purse, day, cost, ended in made:
                ledger.reserve(purse, day, 100, "m")
                if ended:
                    ledger.bill(purse, day, cost, "m")
                    ledger.release(purse, day, 100, "m")
                expected[purse, day] = expected.get((purse, day), 0) + (cost if ended else 100)
        again = Ledger(path)
        for purse in PURSES:
            assert again.spent_ever(purse) == sum(found for (name, _), found in expected.items() if name == purse)
            for day in (MAY, JUNE):
                assert again.spent(day, purse) == ledger.spent(day, purse) == expected.get((purse, day), 0)


def test_killed_while_spending_it_counts_every_call_that_was_sent(tmp_path: Path) -> None:
    path, draw, sent, kills = tmp_path / "ledger.jsonl", random.Random(215), 0, 6
    for _ in range(kills):
        command = [sys.executable, "-m", "tests.stability.archive.spending", str(path)]
        with subprocess.Popen(command, cwd=repo_root(), stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for _ in range(draw.randrange(1, 60)):
                child.stdout.readline()
                sent += 1
            child.send_signal(signal.SIGKILL)
            sent += sum(1 for line in child.stdout if line == "sent\n")
        spent = Ledger(path).spent(DAY, "sweep")
        assert spent >= sent * COST - 1e-9, "no call that went out is missing"
        assert spent <= sent * COST + kills * (MOST + COST) + 1e-9, "too dear by the calls in flight at most"


def test_a_torn_line_is_mended_and_damage_in_the_middle_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    ledger = Ledger(path)
    with ledger.writing():
        ledger.bill("sweep", MAY, 1.0, "m")
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:20])
    again = Ledger(path)
    with again.writing():
        again.bill("sweep", MAY, 2.0, "m")
    assert Ledger(path).spent(MAY, "sweep") == 3.0
    path.write_bytes(b"{broken\n" + whole)
    with pytest.raises(Refused, match="line 1"):
        Ledger(path)


@pytest.mark.parametrize(
    "line",
    [
        '{"step":"lent"}',
        '{"step":"billed","purse":"sweep","day":"2027-05-31","figure":-1}',
        '{"step":"billed","purse":"sweep","day":"2027-05-31","figure":Infinity}',
        "{}",
        "[]",
    ],
)
def test_a_line_that_is_no_entry_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "ledger.jsonl"
    path.write_text(f"{line}\n")
    with pytest.raises(Refused, match="line 1"):
        Ledger(path)


def test_one_process_spends_at_a_time_and_only_while_it_holds_the_ledger(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    ledger = Ledger(path)
    with pytest.raises(Refused, match="open it for writing"):
        ledger.reserve("sweep", MAY, 1.0, "m")
    with ledger.writing(), pytest.raises(Refused, match="another process"), Ledger(path).writing():
        pass
