"""Stored answers are scored anew without a model, and a run that cannot be is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.models.clients.fake import FakeClient
from stimfid_lib.tasks.chat import chat_of
from stimfid_lib.tasks.explanation import TASK
from stimfid_lib.tasks.feed.explanation import REFUSAL
from stimfid_lib.tasks.reaction import TASK as REACTION
from stimfid_lib.tasks.stored import read_result, score_again


def run() -> dict[str, Any]:
    client = FakeClient("m", [json.dumps({"line": REFUSAL}), RuntimeError("down"), "prose"])
    return TASK.evaluate(chat_of(client), TASK.load_cases()[:3], repeat=2, model="m").to_json()


def test_the_same_scorer_finds_the_same(tmp_path: Path) -> None:
    stored = run()
    path = tmp_path / "run.json"
    path.write_text(json.dumps(stored), encoding="utf-8")
    again = score_again(TASK, read_result(path, "--again")).to_json()
    assert json.loads(json.dumps(again)) == json.loads(json.dumps(stored))
    assert again["failed"] == 1
    assert again["median_latency"] == stored["median_latency"], "the times are those of the run"


def test_what_cannot_be_scored_anew_is_refused() -> None:
    stored = run()
    with pytest.raises(Refused, match=r"of the task 'explanation', not 'reaction'"):
        score_again(REACTION, stored)
    textless = {name: value for name, value in stored["rows"][0].items() if name != "text"}
    with pytest.raises(Refused, match=r"plain-dendrites.*ask the model again"):
        score_again(TASK, {**stored, "rows": [textless]})
    with pytest.raises(Refused, match="gone"):
        score_again(TASK, {**stored, "rows": [{**stored["rows"][0], "id": "gone"}]})
    with pytest.raises(Refused, match="any case"):
        score_again(TASK, {**stored, "rows": []})


def test_a_file_that_is_no_result_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match="--gate"):
        read_result(tmp_path / "none.json", "--gate")
    for text in ("no json", "[]", '{"task": "explanation"}'):
        (tmp_path / "r.json").write_text(text, encoding="utf-8")
        with pytest.raises(Refused, match="--gate"):
            read_result(tmp_path / "r.json", "--gate")
