"""The replies as a table."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import canonical_json, table_sha256
from stimfid_lib.models.completion import Completion
from stimfid_lib.models.record import make_record
from stimfid_lib.models.runs import VOLATILE_COLUMNS, read_failures, read_runs, runs_schema
from tests.models.suites import SHA


def write(folder: Path, key: str, *asked: tuple[str, int, Completion], tail: str = "") -> None:
    lines = [
        canonical_json(
            make_record(
                completion,
                prompt_id=prompt_id,
                replicate=replicate,
                model_key=key,
                temperature=None,
                seed=1,
                suite_sha256=SHA,
            )
        )
        for prompt_id, replicate, completion in asked
    ]
    (folder / f"{key}.jsonl").write_text("".join(line + "\n" for line in lines) + tail, encoding="utf-8")


FULL = Completion(
    "1. ɹæt",
    model_id="m-1",
    usage={"output_tokens": 3, "input_tokens": 2},
    finish_reason="stop",
    latency_s=0.51239,
    request={"sent": {"model": "m"}, "requested": {}, "unsupported": []},
)
ERROR = Completion(None, error="gone")


def test_one_row_an_answer_sorted_with_fixed_columns(tmp_path: Path) -> None:
    write(tmp_path, "b", ("P2", 1, FULL), ("P1", 2, FULL), ("P1", 1, FULL))
    write(tmp_path, "a", ("P1", 1, Completion("")), ("P2", 1, ERROR), tail='{"torn')
    (tmp_path / "attempts.jsonl").write_text("{}\n", encoding="utf-8")
    frame = read_runs(tmp_path)
    assert frame.schema == pl.Schema(runs_schema())
    assert frame.select("model_key", "prompt_id", "replicate").rows() == [
        ("a", "P1", 1),
        ("b", "P1", 1),
        ("b", "P1", 2),
        ("b", "P2", 1),
    ]
    row = frame.row(1, named=True)
    assert row["text"] == "1. ɹæt"
    assert row["usage"] == '{"input_tokens":2,"output_tokens":3}'
    assert row["request"] == '{"requested":{},"sent":{"model":"m"},"unsupported":[]}'
    assert row["latency_s"] == 0.5124
    assert row["temperature"] is None
    assert read_failures(tmp_path).rows() == [("P2", 1, "a", "gone")]
    assert (tmp_path / "a.jsonl").read_text(encoding="utf-8").endswith('{"torn'), "reading changes nothing"


def test_two_equal_runs_have_equal_digests_without_the_volatile_columns(tmp_path: Path) -> None:
    digests = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write(tmp_path / name, "m", ("P1", 1, FULL))
        frame = read_runs(tmp_path / name)
        assert "+00:00" in frame["ts"][0]
        digests.add(table_sha256(frame.drop(VOLATILE_COLUMNS)))
    assert len(digests) == 1


def test_only_failures_give_an_empty_table_of_the_same_columns(tmp_path: Path) -> None:
    write(tmp_path, "a", ("P1", 1, ERROR))
    assert read_runs(tmp_path).schema == pl.Schema(runs_schema())
    assert read_runs(tmp_path).height == 0


def test_an_answered_failure_is_no_failure(tmp_path: Path) -> None:
    write(tmp_path, "a", ("P1", 1, ERROR), ("P1", 1, FULL))
    assert read_runs(tmp_path).height == 1
    assert read_failures(tmp_path).height == 0


def test_no_replies(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match="ask the models first"):
        read_runs(tmp_path)


def test_answered_twice(tmp_path: Path) -> None:
    write(tmp_path, "a", ("P1", 1, FULL), ("P1", 1, FULL))
    with pytest.raises(Refused, match="lines 1 and 2 both answer P1"):
        read_runs(tmp_path)
