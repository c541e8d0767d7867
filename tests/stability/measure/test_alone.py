"""The folder measure/ by itself: standard library only, and of use without anything around it."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import stimfid_lib.stability.measure as package

FOLDER = Path(str(package.__file__)).parent
FILES = sorted(FOLDER.rglob("*.py"))


def foreign_imports(source: str) -> list[str]:
    """What a file imports beside the standard library and its own folder."""
    foreign = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [] if node.level == 1 else [str(node.module) if node.level == 0 else "." * node.level]
        else:
            continue
        foreign += [name for name in names if name.partition(".")[0] not in sys.stdlib_module_names]
    return foreign


@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_nothing_but_the_standard_library(file: Path) -> None:
    assert foreign_imports(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import numpy as np", ["numpy"]),
        ("def f():\n    import polars", ["polars"]),
        ("from scipy.stats import hypergeom", ["scipy.stats"]),
        ("from stimfid_lib.base.seed import SEED", ["stimfid_lib.base.seed"]),
        ("from ..panels import panel", [".."]),
        ("import json, pandas", ["pandas"]),
        ("from .gap import gap\nfrom . import gap\nimport os.path\nfrom collections.abc import Mapping", []),
    ],
)
def test_that_test_sees_foreign_imports(source: str, found: list[str]) -> None:
    assert foreign_imports(source) == found


TASK = """
import importlib, json, pathlib, sys
sys.path.append(sys.argv[1])
folder = pathlib.Path(sys.argv[1], "measure")
for file in sorted(folder.glob("*.py")):
    importlib.import_module("measure" if file.stem == "__init__" else f"measure.{file.stem}")
from measure.measurement import measure
run = {version: [[f"s{item:02d}", outcome] for item in range(1, 16)] for version, outcome in
       {"A": "A", "A_prime": "A", "B": "B", "C": "B"}.items()}
found = measure(run, options=("A", "B"), n=15, theta_positive_pct=15, scenario_dominated_share_pct=40,
                protocol_id="p", run_date="2026-01-31", subject_model_id="m", resamples=50)
foreign = sorted({name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names) - {"measure"})
print(json.dumps([found["stability_pct"], foreign]))
"""


def test_the_folder_copied_alone_measures_without_site_packages(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "measure", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-I", "-S", "-c", TASK, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.stderr == ""
    stability, foreign = json.loads(done.stdout)
    assert stability == 0.0
    assert [name for name in foreign if not name.startswith("__")] == []
