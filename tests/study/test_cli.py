from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.study.conftest import ROOT, make_home, stimfid


@pytest.mark.parametrize(
    "command",
    [
        "study",
        "grid",
        "suite",
        "run",
        "extract",
        "score",
        "analyze",
        "report",
        "paper",
        "lexicon",
        "prereg",
        "public",
        "snapshot",
    ],
)
def test_every_command_explains_itself(command: str) -> None:
    done = stimfid(ROOT, command, "--help")
    assert done.returncode == 0, done.stderr
    assert "Usage" in done.stdout


def test_a_misspelt_parameter_stops_before_any_work(tmp_path: Path) -> None:
    home = make_home(tmp_path / "checkout")
    (home / "params/bad.yaml").write_text("snapshot: bad\nmodels: [lexicon]\nreplicate: 2\n", encoding="utf-8")
    done = stimfid(home, "study", "--params", "params/bad.yaml")
    assert done.returncode == 1
    assert "did you mean 'replicates'?" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (home / "build").exists()


def test_an_unknown_model_stops_before_any_work(tmp_path: Path) -> None:
    home = make_home(tmp_path / "checkout")
    (home / "params/bad.yaml").write_text("snapshot: bad\nmodels: [lexicon, speling]\n", encoding="utf-8")
    done = stimfid(home, "grid", "--params", "params/bad.yaml")
    assert done.returncode == 1
    assert "did you mean 'spelling'?" in done.stderr
    assert not (home / "build").exists()


@pytest.mark.parametrize("words", [("grid", "--parms", "x"), ("grids",)])
def test_a_misspelt_command_is_refused_and_no_missing_input(words: tuple[str, ...]) -> None:
    done = stimfid(ROOT, *words)
    assert done.returncode == 1
    assert words[-2 if len(words) > 1 else 0] in done.stderr


def test_a_notebook_that_lacks_an_input_ends_the_study_as_missing_input(tmp_path: Path, open_lexicon_dir: Path) -> None:
    home = make_home(tmp_path / "checkout")
    first = home / "notebooks/01_grid.ipynb"
    notebook = json.loads(first.read_text(encoding="utf-8"))
    notebook["cells"][-1]["source"] = [
        "from stimfid_lib.base.errors import MissingInput\n",
        "raise MissingInput('SOME_KEY is not set')",
    ]
    notebook["cells"] = notebook["cells"][1:2] + notebook["cells"][-1:]
    first.write_text(json.dumps(notebook), encoding="utf-8")
    done = stimfid(home, "study", "--params", "params/tiny.yaml")
    assert done.returncode == 2
    assert "SOME_KEY is not set" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_absent_parameter_file_is_missing_input(tmp_path: Path) -> None:
    done = stimfid(make_home(tmp_path / "checkout"), "grid", "--params", "params/none.yaml")
    assert done.returncode == 2
    assert "demo.yaml" in done.stderr


@pytest.mark.parametrize(
    ("stage", "maker"), [("suite", "grid"), ("run", "suite"), ("extract", "suite"), ("score", "suite")]
)
def test_a_stage_whose_input_is_absent_says_which_to_run(
    tmp_path: Path, open_lexicon_dir: Path, stage: str, maker: str
) -> None:
    done = stimfid(make_home(tmp_path / "checkout"), stage, "--params", "params/tiny.yaml")
    assert done.returncode == 2
    assert f"`stimfid {maker}`" in done.stderr
    assert "make study" in done.stderr


def test_a_folder_that_cannot_be_written_is_told_without_a_traceback(tmp_path: Path, open_lexicon_dir: Path) -> None:
    home = make_home(tmp_path / "checkout")
    (home / "build").write_text("a file where the folder should be", encoding="utf-8")
    done = stimfid(home, "grid", "--params", "params/tiny.yaml")
    assert done.returncode == 1
    assert "build" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_quarto_the_paper_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = stimfid(ROOT, "paper")
    assert done.returncode == 2
    assert "quarto.org" in done.stderr
