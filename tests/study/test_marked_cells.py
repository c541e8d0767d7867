"""Cells whose committed output is checked: nbval executes the notebook and compares those that are marked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.study.conftest import ROOT

MARK = "nbval-check-output"


def _marked(path: Path) -> list[str]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if MARK in cell["metadata"].get("tags", [])]


MARKED = [path for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if _marked(path)]


def test_some_cell_is_marked() -> None:
    assert MARKED


def _nbval(notebook: Path, home: Path) -> subprocess.CompletedProcess[str]:
    command = (
        sys.executable,
        "-m",
        "pytest",
        "--nbval-lax",
        "-q",
        "-p",
        "no:cacheprovider",
        "-W",
        "ignore",
        str(notebook),
    )
    environment = {**os.environ, "STIMFID_HOME": str(home)}
    return subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=False)


def _prepared(path: Path, target: Path, planted: str | None = None) -> None:
    """Copy a notebook for nbval, which wants a count where an output stands; cleaning takes the counts out."""
    notebook = json.loads(path.read_text(encoding="utf-8").replace("params/demo.yaml", "params/tiny.yaml"))
    for cell in notebook["cells"]:
        if MARK in cell["metadata"].get("tags", []):
            cell["execution_count"] = 1
            for output in cell["outputs"]:
                output["execution_count"] = 1
                if planted:
                    output["data"] = {"text/plain": [planted]}
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(notebook), encoding="utf-8")


@pytest.mark.lexicon
@pytest.mark.slow
@pytest.mark.parametrize("path", MARKED, ids=lambda path: path.stem)
def test_marked_cells_give_what_is_committed_and_another_output_fails(made: Path, path: Path) -> None:
    kept = made / "checked" / path.name
    _prepared(path, kept)
    done = _nbval(kept, made)
    assert done.returncode == 0, done.stdout[-3000:]
    _prepared(path, kept, planted="another")
    assert _nbval(kept, made).returncode == 1
