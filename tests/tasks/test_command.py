"""The command line of a task, as a user calls it: once as a process, else inside this one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from stimfid_lib.tasks.command import run as run_task
from stimfid_lib.tasks.extraction import TASK, load_cases
from tests.loopback.openai_wire import Answer, chat, serving

ROOT = Path(__file__).resolve().parents[2]
DEV = len(load_cases(split="dev"))


@dataclass
class Done:
    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["extraction", *arguments])
        with pytest.raises(SystemExit) as ended:
            run_task(TASK)
        out, err = capsys.readouterr()
        return Done(int(ended.value.code or 0), out, err)

    return call


def test_the_module_runs_and_names_its_stub() -> None:
    command = [sys.executable, "-m", "stimfid_lib.tasks.extraction", "--offline", "--split", "dev"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("## extraction: stub (no model)")


def test_a_result_feeds_its_own_gate(run: Run, tmp_path: Path) -> None:
    out, page = tmp_path / "stub.json", tmp_path / "stub.md"
    assert run("--offline", "--split", "dev", "--json", str(out), "--markdown", str(page)).status == 0
    assert page.read_text(encoding="utf-8").startswith("## extraction: stub (no model)")
    stored = json.loads(out.read_text(encoding="utf-8"))
    assert stored["n_cases"] == DEV

    assert run("--offline", "--split", "dev", "--gate", str(out)).status == 0
    out.write_text(json.dumps({**stored, "overall": 1.0}), encoding="utf-8")
    fell = run("--offline", "--split", "dev", "--gate", str(out))
    assert fell.status == 1
    assert "worse than" in fell.err
    assert "overall: 1.000" in fell.err


def test_a_wrong_name_is_refused_and_a_missing_file_is_named(run: Run, tmp_path: Path) -> None:
    unknown = run("--model", "gpt-nine")
    assert (unknown.status, "gpt-nine" in unknown.err) == (1, True)
    generator = run("--model", "lexicon")
    assert (generator.status, "reference generator" in generator.err) == (1, True)
    absent = run("--offline", "--gate", str(tmp_path / "none.json"))
    assert (absent.status, "no such file" in absent.err) == (2, True)
    split = run("--split", "test", "--offline")
    assert (split.status, "allowed are train, dev" in split.err) == (1, True)
    reader = run("--reader")
    assert (reader.status, "no deterministic reader" in reader.err) == (1, True)


def test_a_server_on_this_machine_is_asked_through_the_studys_own_client(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setenv("STIMFID_HOME", str(tmp_path))
    with serving(lambda _body: Answer(chat("NONE"))) as server:
        roster = f"models:\n  own: {{kind: endpoint, base_url: '{server.url}', model_id: m}}\n"
        (tmp_path / "models.yaml").write_text(roster, encoding="utf-8")
        done = run("--model", "own", "--split", "dev")
        assert done.status == 0, done.err
        assert len(server.requests) == DEV
    content = server.requests[0]["messages"][0]["content"]
    assert "You copy list entries out of a text" in content
    assert "| recall | 0.000 |" in done.out
