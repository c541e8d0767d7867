"""The books only grow, survive a kill, and refuse what is no entry."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.bookkeeping import Bookkeeping

DAY = "2027-03-01"


def entry(number: int, kind: str = "spend") -> dict[str, object]:
    return {"kind": kind, "day": DAY, "number": number}


def test_entries_come_back_in_the_order_of_writing(tmp_path: Path) -> None:
    books = Bookkeeping(tmp_path / "books.jsonl")
    assert list(books.entries()) == []
    books.append(entry(1), entry(2, "revalidation"))
    books.append(entry(3))
    assert [each["number"] for each in books.entries()] == [1, 2, 3]
    assert [each["number"] for each in books.entries("spend")] == [1, 3]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"kind": "money", "day": DAY}, r"no kind of entry 'money'; the books hold spend, .*instrument_recovery"),
        ({"day": DAY}, "no kind of entry None"),
        ({"kind": "spend"}, r"day None is no date; write it as 2026-11-30"),
        ({"kind": "spend", "day": "1 March"}, "day '1 March' is no date"),
        ({"kind": "spend", "day": "20270301"}, "day '20270301' is no date"),
    ],
)
def test_one_wrong_entry_keeps_the_whole_block_out(tmp_path: Path, wrong: dict[str, object], told: str) -> None:
    books = Bookkeeping(tmp_path / "books.jsonl")
    with pytest.raises(Refused, match=told):
        books.append(entry(1), wrong)
    assert list(books.entries()) == []


def test_an_unknown_kind_cannot_be_asked_for(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no kind of entry 'spent'"):
        list(Bookkeeping(tmp_path / "books.jsonl").entries("spent"))


def test_damage_in_the_middle_is_refused_with_its_line_and_nothing_is_added(tmp_path: Path) -> None:
    books = Bookkeeping(tmp_path / "books.jsonl")
    books.append(entry(1), entry(2), entry(3))
    spoilt = books.path.read_bytes().replace(b'"number":2', b'"number:2')
    books.path.write_bytes(spoilt)
    with pytest.raises(Refused, match="line 2, is damaged"):
        books.append(entry(4))
    assert books.path.read_bytes() == spoilt


def test_torn_at_every_byte_of_the_last_line_the_books_go_on(tmp_path: Path) -> None:
    whole = Bookkeeping(tmp_path / "whole.jsonl")
    whole.append(entry(1), entry(2))
    data = whole.path.read_bytes()
    first = data.index(b"\n") + 1
    for cut in range(first, len(data) + 1):
        torn = Bookkeeping(tmp_path / str(cut) / "books.jsonl")
        torn.path.parent.mkdir()
        torn.path.write_bytes(data[:cut])
        torn.append(entry(3))
        kept = [1, 2, 3] if cut >= len(data) - 1 else [1, 3]
        assert [each["number"] for each in torn.entries()] == kept, cut


def test_a_killed_writer_leaves_whole_entries(tmp_path: Path) -> None:
    code = (
        "import itertools, sys; from pathlib import Path; from stimfid_lib.stability.bookkeeping import Bookkeeping\n"
        "books = Bookkeeping(Path(sys.argv[1]))\n"
        "for number in itertools.count():\n"
        f"    books.append({{'kind': 'spend', 'day': '{DAY}', 'number': number}})\n"
        "    print(number, flush=True)\n"
    )
    path = tmp_path / "books.jsonl"
    writer = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    for line in writer.stdout:
        if int(line) == 20:
            os.kill(writer.pid, signal.SIGKILL)
            break
    told = [int(line) for line in writer.stdout] or [20]
    writer.wait()
    writer.stdout.close()
    books = Bookkeeping(path)
    books.append(entry(-1))
    numbers = [each["number"] for each in books.entries()]
    assert numbers[-1] == -1
    assert numbers[:-1] == list(range(len(numbers) - 1))
    assert len(numbers) - 1 > told[-1], "what was told to be written is on file"
