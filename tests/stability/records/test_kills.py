"""SIGKILL while records are appended: every acknowledged unit stands, every other is whole or gone."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from stimfid_lib.base.paths import repo_root
from stimfid_lib.stability.records.archive import Archive
from tests.stability.records.appending import UNIT

KILLS = int(os.environ.get("STIMFID_KILLS", "6"))


def test_killed_while_appending(tmp_path: Path) -> None:
    draw = random.Random(215)
    acknowledged = 0
    command = [sys.executable, "-m", "tests.stability.records.appending", str(tmp_path)]
    for _ in range(KILLS):
        with subprocess.Popen(command, cwd=repo_root(), stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            first = int(child.stdout.readline())
            assert first >= acknowledged, "a unit that was acknowledged is lost"
            goal, told = first + draw.randrange(1, 12), [first]
            while told[-1] < goal:
                told.append(int(child.stdout.readline()))
            time.sleep(draw.uniform(0, 0.004))
            child.send_signal(signal.SIGKILL)
            told += map(int, child.stdout.read().split())
        acknowledged = told[-1]
        with Archive(tmp_path) as archive:
            found = [record["subject_model_id"] for record in archive.records()]
        assert len(found) % UNIT == 0
        assert len(found) // UNIT in (acknowledged, acknowledged + 1)
        assert found == [f"Modèle-{number}" for number in range(len(found))], "once each, in order"
