from __future__ import annotations

import ast
from pathlib import Path

import pytest

from stimfid_lib.study import make
from stimfid_lib.study.stages import STAGES, recipe_of, stage_named
from stimfid_lib.study.workspace import Study
from tests.study.conftest import ROOT

LIBRARY = ROOT / "stimfid_lib"


def _imported(tree: ast.AST) -> set[Path]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("stimfid_lib"):
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    places = (ROOT / name.replace(".", "/") for name in names)
    return {file for place in places for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()}


def _needed(maker: str) -> set[str]:
    """Every file of the library that a stage's function reaches by imports, its own included."""
    source = ast.parse((LIBRARY / "study/make.py").read_text(encoding="utf-8"))
    (function,) = (node for node in source.body if isinstance(node, ast.FunctionDef) and node.name == maker)
    found: set[Path] = {LIBRARY / "study/make.py"}
    todo = _imported(function)
    while todo:
        found |= todo
        todo = {file for path in todo for file in _imported(ast.parse(path.read_text(encoding="utf-8")))} - found
    return {path.relative_to(LIBRARY).as_posix() for path in found}


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_a_stage_is_made_anew_when_any_code_that_it_runs_changes(stage) -> None:  # type: ignore[no-untyped-def]
    needed = _needed(stage.make.__name__)
    assert len(needed) > 5, "the walk found nothing, so it would hold nothing"
    missed = {file for file in needed if not any(file == part or file.startswith(f"{part}/") for part in stage.code)}
    assert missed == set()


def test_every_stage_is_one_function_of_make() -> None:
    assert [getattr(make, stage.make.__name__) for stage in STAGES] == [stage.make for stage in STAGES]


@pytest.mark.parametrize(("name", "matters"), [("grid", False), ("suite", False), ("run", True), ("analyze", True)])
def test_a_changed_roster_matters_where_models_are_asked_or_named(
    home: Path, monkeypatch: pytest.MonkeyPatch, name: str, matters: bool
) -> None:
    monkeypatch.setenv("STIMFID_HOME", str(home))
    study = Study.open("params/tiny.yaml")
    before = recipe_of(study, stage_named(name))
    roster = home / "models.yaml"
    roster.write_text(roster.read_text(encoding="utf-8").replace("Spelling (by letters)", "Letters"), encoding="utf-8")
    assert (recipe_of(study, stage_named(name)) != before) is matters
