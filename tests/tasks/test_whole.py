"""All tasks as a user runs them: offline, on a server of one's own, and from stored answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.tasks.command import run as run_task
from stimfid_lib.tasks.explanation import TASK as EXPLANATION
from stimfid_lib.tasks.task import Task
from stimfid_lib.tasks.whole import TASKS, run_all
from tests.loopback.openai_wire import Answer, chat, serving

REFUSED = '{"line": "Outside your stated interests."}'


def test_offline_scores_every_stub_under_its_name(tmp_path: Path) -> None:
    text = run_all("smollm2_135m", split="dev", offline=True, folder=tmp_path)
    table = text.partition("## all tasks")[2]
    for task in TASKS:
        assert f"| {task.name} | stub (no model) |" in table
        stored = json.loads((tmp_path / f"{task.name}.stub.json").read_text(encoding="utf-8"))
        assert stored["n_cases"] == len(task.load_cases(split="dev"))
        assert (tmp_path / f"{task.name}.stub.md").read_text(encoding="utf-8").startswith(f"## {task.name}: stub")
    assert "reader (deterministic)" in table
    assert table.count("keyword baseline (no model)") == 3


def test_a_server_of_ones_own_is_asked_for_every_case_and_its_answers_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*options: str) -> str:
        monkeypatch.setattr(sys, "argv", ["explanation", *options])
        with pytest.raises(SystemExit) as ended:
            run_task(EXPLANATION)
        assert not ended.value.code
        return capsys.readouterr().out

    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setenv("STIMFID_HOME", str(tmp_path))
    stored = str(tmp_path / "r.json")
    with serving(lambda _body: Answer(chat(REFUSED))) as server:
        roster = f"models:\n  own: {{kind: endpoint, base_url: '{server.url}', model_id: m}}\n"
        (tmp_path / "models.yaml").write_text(roster, encoding="utf-8")
        out = run("--model", "own", "--split", "dev", "--json", stored)
        free = run("--model", "own", "--split", "dev", "--free")
    cases = len(EXPLANATION.load_cases(split="dev"))
    assert ["response_format" in body for body in server.requests] == [True] * cases + [False] * cases
    assert "## explanation: own\n" in out
    assert "## explanation: own, unbound\n" in free
    assert "## explanation: keyword baseline (no model)" in out
    rows = json.loads(Path(stored).read_text(encoding="utf-8"))["rows"]
    assert {row["text"] for row in rows} == {REFUSED}
    assert run("--again", stored).splitlines()[0] == "## explanation: own"


def test_the_feed_runs_from_the_command_line_and_names_its_stub(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "stimfid_lib.tasks.feed", "--offline", "--json", str(tmp_path / "feed.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "## feed: stub (no model)" in done.stdout
    assert json.loads((tmp_path / "feed.json").read_text(encoding="utf-8"))[0]["reader"]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_an_optimiser_gets_names_and_plain_values(task: Task[Any]) -> None:
    inputs, outputs = task.dspy_fields()
    case = task.load_cases()[0]
    example = task.to_dspy_example(case)
    assert set(inputs) <= set(example)
    assert example["id"] == case.id
    if task.schema is not None:
        assert outputs == tuple(task.schema.model_fields)
        assert json.loads(json.dumps(example)) == example
    dspy = pytest.importorskip("dspy", reason="dspy is not part of the environment")
    assert dspy.Example(**example).with_inputs(*inputs).inputs().keys() == list(inputs)
