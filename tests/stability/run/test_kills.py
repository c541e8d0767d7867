"""SIGKILL during a run and during its entry: no answer is lost or asked twice, the run enters the archive once."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from stimfid_lib.base.paths import repo_root
from stimfid_lib.models.model_journal import answered_in
from stimfid_lib.stability.measure.checking import verify
from stimfid_lib.stability.records.archive import Archive
from tests.stability.run.runs import small_run

KILLS = int(os.environ.get("STIMFID_KILLS", "5"))


def _lines(path: Path) -> list[str]:
    return path.read_text().split() if path.exists() else []


def test_killed_while_asking_and_while_entering(tmp_path: Path) -> None:
    draw, run = random.Random(215), small_run(tmp_path / "runs")
    command = [sys.executable, "-m", "tests.stability.run.asking", str(tmp_path)]
    log = tmp_path / "calls"
    on_file: set[tuple[str, int]] = set()
    for kill in range(KILLS):
        before = len(_lines(log))
        goal = before + draw.randrange(2, 30)
        with subprocess.Popen(command, cwd=repo_root()) as child:
            while child.poll() is None:
                lines = _lines(log)
                if "entering" in lines[before:] if kill == KILLS - 1 else len(lines) >= goal:
                    break
                time.sleep(0.001)
            time.sleep(draw.uniform(0, 0.01))
            child.send_signal(signal.SIGKILL)
        answered = answered_in(run.folder, "fake")
        assert on_file <= answered, "an answer is lost"
        on_file = answered
    subprocess.run(command, cwd=repo_root(), check=True)
    seeds = [int(line) for line in _lines(log) if line != "entering"]
    assert set(seeds) == {call.task.seed for call in run.schedule.calls}
    assert len(seeds) <= 120 + KILLS, "only a reply that was under way is asked again"
    archive = Archive(tmp_path / "archive")
    assert len(list(archive.records("trial"))) == 120
    assert len(list(archive.records("measurement"))) == 1
    assert [fault for fault in verify(tmp_path / "archive").faults if "vectors" not in fault] == []
