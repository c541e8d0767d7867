"""The record of batches, through crashes."""

from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.batch.ledger import BatchLedger, batches_in, questions_in_batches
from stimfid_lib.models.model_journal import BATCHES
from tests.models.suites import SHA

QUESTIONS = (("A1-000:naive", 1), ("A1-001:naive", 2))


def test_what_is_written_is_known_again(tmp_path: Path) -> None:
    with BatchLedger(tmp_path) as ledger:
        first = ledger.intend("m", QUESTIONS, SHA)
        second = ledger.mark(ledger.intend("n", QUESTIONS[:1], SHA), "sent", batch_id="b-2")
        third = ledger.mark(ledger.intend("m", QUESTIONS[1:], SHA), "failed", note="no money")
        assert ledger.open() == [first, second]
    assert batches_in(tmp_path) == [first, second, third]
    assert questions_in_batches(tmp_path) == {"m": set(QUESTIONS), "n": {QUESTIONS[0]}}
    with BatchLedger(tmp_path) as ledger:
        ledger.mark(ledger.batches[second.intent], "merged")
        ledger.mark(ledger.batches[first.intent], "lost")
    assert questions_in_batches(tmp_path) == {}
    assert [batch.batch_id for batch in batches_in(tmp_path)] == [None, "b-2", None]


def test_torn_at_every_byte_of_the_last_line(tmp_path: Path) -> None:
    with BatchLedger(tmp_path) as ledger:
        batch = ledger.intend("m", QUESTIONS, SHA)
        ledger.mark(batch, "sent", batch_id="b-1")
    path = tmp_path / BATCHES
    data = path.read_bytes()
    first = data.index(b"\n") + 1
    for cut in range(first, len(data)):
        path.write_bytes(data[:cut])
        with BatchLedger(tmp_path) as ledger:
            (found,) = ledger.open()
            assert found.questions == QUESTIONS
            assert found.state == ("sent" if cut == len(data) - 1 else "intended")


@pytest.mark.parametrize(
    "line", ['{"event":"sent","intent":"x","batch_id":"b"}', '{"event":"begun"}', "{}", '{"event":"intended"}']
)
def test_events_that_make_no_sense_are_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / BATCHES).write_text(line + "\n" + line + "\n")
    with pytest.raises(Refused, match=r"batches\.jsonl, line 1: no event of a batch"):
        BatchLedger(tmp_path)


def test_ids_of_questions(tmp_path: Path) -> None:
    with BatchLedger(tmp_path) as ledger:
        batch = ledger.intend("m", QUESTIONS, SHA)
    assert [batch.question(batch.custom_id(index)) for index in (0, 1)] == list(QUESTIONS)
    for name in ("x-0", batch.custom_id(2), batch.intent, f"{batch.intent}-x"):
        assert batch.question(name) is None
