"""The record of a run folder: what is gone on with, what is mended, what is refused."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json
from stimfid_lib.models.completion import Completion
from stimfid_lib.models.journal import Journal
from stimfid_lib.models.lines import read_lines
from stimfid_lib.models.model_journal import ATTEMPTS, journal_path
from stimfid_lib.models.record import Record, make_record
from tests.models.suites import SHA

ANSWER = Completion("1. red")
ERROR = Completion(None, error="RateLimitError (HTTP 429)")


def record(prompt: str, completion: Completion = ANSWER, *, replicate: int = 1, **changes: object) -> Record:
    made = make_record(
        completion, prompt_id=prompt, replicate=replicate, model_key="m", temperature=1.0, seed=5, suite_sha256=SHA
    )
    return made | changes


def opened(folder: Path) -> Journal:
    return Journal(folder, {"m": None}, suite_sha256=SHA, temperature=1.0)


def write(path: Path, *records: Record, tail: str = "") -> bytes:
    data = ("".join(canonical_json(value) + "\n" for value in records) + tail).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return data


def on_file(path: Path) -> list[Record]:
    return [line.value for line in read_lines(path).lines]


def test_a_new_folder_is_empty_and_keeps_what_is_appended(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        assert journal.answered("m") == set()
        journal.append(record("P1"))
        journal.append(record("P2", ERROR))
        assert journal.answered("m") == {("P1", 1)}
    assert [value["prompt_id"] for value in on_file(tmp_path / "m.jsonl")] == ["P1", "P2"]
    assert on_file(tmp_path / ATTEMPTS) == on_file(tmp_path / "m.jsonl")


def test_an_error_gives_way_to_a_later_answer_but_stays_in_the_ledger(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        journal.append(record("P1", ERROR))
        journal.append(record("P2"))
    with opened(tmp_path) as journal:
        assert journal.answered("m") == {("P2", 1)}
        journal.append(record("P1", ERROR))
        journal.append(record("P1"))
    assert [(value["prompt_id"], value["error"]) for value in on_file(tmp_path / "m.jsonl")] == [
        ("P2", None),
        ("P1", None),
    ]
    assert [value["error"] is None for value in on_file(tmp_path / ATTEMPTS)] == [False, True, False, True]


def test_superseded_errors_of_a_killed_run_are_taken_out_at_opening(tmp_path: Path) -> None:
    write(tmp_path / "m.jsonl", record("P1", ERROR), record("P1", ERROR, ts="later"), record("P2", ERROR), record("P2"))
    with opened(tmp_path):
        kept = on_file(tmp_path / "m.jsonl")
    assert [(value["prompt_id"], value["error"] is None) for value in kept] == [("P1", False), ("P2", True)]
    assert kept[0]["ts"] == "later"
    assert len(on_file(tmp_path / ATTEMPTS)) == 4


def test_a_torn_end_is_cut_off_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    sound = write(tmp_path / "m.jsonl", record("P1"))
    write(tmp_path / "m.jsonl", record("P1"), tail='{"prompt_id":"P2"')
    with caplog.at_level(logging.WARNING, "stimfid.runs"), opened(tmp_path) as journal:
        assert journal.answered("m") == {("P1", 1)}
    assert len((tmp_path / "m.jsonl").read_bytes()) == len(sound)
    assert "torn last line of 17 bytes" in caplog.text


def test_the_ledger_is_made_good_where_a_kill_left_it_short(tmp_path: Path) -> None:
    first, second = record("P1"), record("P2")
    write(tmp_path / "m.jsonl", first, second)
    write(tmp_path / ATTEMPTS, first, tail='{"model_key":"m","prompt')
    for _ in range(2):
        with opened(tmp_path):
            assert on_file(tmp_path / ATTEMPTS) == [first, second]


REFUSED = {
    "another suite": ([record("P1"), record("P2", suite_sha256="b" * 64)], r"m\.jsonl, line 2: asked from suite bbbb"),
    "another temperature": (
        [record("P1", temperature=0.0)],
        r"line 1: asked at temperature 0\.0, this run asks at 1\.0",
    ),
    "answered twice": ([record("P1"), record("P2"), record("P1")], r"lines 1 and 3 both answer P1, replicate 1"),
    "another model": ([record("P1", model_key="n")], r"line 1: a record of 'n' stands in the file of 'm'"),
    "neither text nor error": ([record("P1", text=None)], r"line 1: a record holds either a text or an error"),
    "a replicate in quotes": ([record("P1") | {"replicate": "1"}], r"line 1: replicate is '1'; allowed is int"),
    "a prompt that is a list": ([record("P1", prompt_id=["P1"])], r"line 1: prompt_id is \['P1'\]; allowed is str"),
    "a text that is a number": ([record("P1", text=5)], r"line 1: text is 5; allowed is str or null"),
    "a key absent": ([{"prompt_id": "P1"}], r"line 1: the record lacks replicate, model_key"),
}


@pytest.mark.parametrize(("records", "words"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_gone_on_with_is_refused_and_left_alone(
    tmp_path: Path, records: list[Record], words: str
) -> None:
    torn = '{"prompt_id":"P9'
    before = write(tmp_path / "m.jsonl", *records, tail=torn)
    ledger = write(tmp_path / ATTEMPTS, record("P1"), tail=torn)
    sound = write(tmp_path / "a.jsonl", record("P1", model_key="a"), tail=torn)
    with pytest.raises(Refused, match=words):
        Journal(tmp_path, {"a": None, "m": None}, suite_sha256=SHA, temperature=1.0)
    assert (tmp_path / "m.jsonl").read_bytes() == before
    assert (tmp_path / ATTEMPTS).read_bytes() == ledger
    assert (tmp_path / "a.jsonl").read_bytes() == sound, "a sound file beside a refused one is not mended either"


def test_answers_under_other_settings_are_refused(tmp_path: Path) -> None:
    asked_so = {"requested": {"seed": 5}, "sent": {"model": "m-1", "seed": 5, "max_tokens": 256}, "unsupported": []}
    before = write(tmp_path / "m.jsonl", record("P1", request=asked_so), record("P2", ERROR, request={}))
    same = {"model": "m-1", "seed": "run", "max_tokens": 256}
    with Journal(tmp_path, {"m": same}, suite_sha256=SHA, temperature=1.0) as journal:
        assert journal.answered("m") == {("P1", 1)}
    with pytest.raises(Refused, match=r"line 1: answered under other settings \(max_tokens: 256, now 200\)"):
        Journal(tmp_path, {"m": {**same, "max_tokens": 200}}, suite_sha256=SHA, temperature=1.0)
    with pytest.raises(Refused, match=r"\(runtime: None, now 'new'\)"):
        Journal(tmp_path, {"m": {**same, "runtime": "new"}}, suite_sha256=SHA, temperature=1.0)
    assert (tmp_path / "m.jsonl").read_bytes() == before


def test_damage_in_the_middle_is_refused(tmp_path: Path) -> None:
    before = write(tmp_path / "m.jsonl", record("P1"), tail='{"prompt_id":"P9"\n' + json.dumps(record("P2")) + "\n")
    with pytest.raises(Refused, match=r"m\.jsonl, line 2, is damaged"):
        opened(tmp_path)
    assert (tmp_path / "m.jsonl").read_bytes() == before


@pytest.mark.parametrize("key", ["attempts", "../m", "a/b", ".hidden", ""])
def test_keys_that_cannot_name_a_file(tmp_path: Path, key: str) -> None:
    with pytest.raises(Refused, match="cannot name a file"):
        journal_path(tmp_path, key)
