"""Rules of the house that no single room can hold: layering, lazy imports, equal lists of dependencies."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import stimfid_lib

ROOT = Path(__file__).resolve().parents[1]


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_floor_imports_only_what_stands_to_its_left() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = _run(str(lint), "--no-cache")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", stimfid_lib.__all__)
def test_every_public_name_can_be_imported(name: str) -> None:
    assert getattr(stimfid_lib, name) is not None


def test_importing_the_library_imports_no_table_engine() -> None:
    code = "import sys, stimfid_lib; print(sorted({'polars', 'numpy', 'openai', 'matplotlib'} & set(sys.modules)))"
    assert _run(sys.executable, "-c", code).stdout.strip() == "[]"


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(AttributeError, match=r"Lexikon.*Lexicon"):
        stimfid_lib.Lexikon  # noqa: B018


def _requirement(text: str) -> tuple[str, str]:
    """Split a requirement into its name as conda and pip both know it and its version range."""
    bare = text.split(";")[0].strip()
    name, bounds = re.fullmatch(r"([A-Za-z0-9._-]+)(.*)", bare).groups()  # type: ignore[union-attr]
    return re.sub(r"[-_.]+", "-", name).lower(), bounds.strip()


def test_the_conda_environment_holds_what_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {_requirement(entry) for entry in project["dependencies"] + project["optional-dependencies"]["test"]}
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    entries = environment["dependencies"]
    plain = [entry for entry in entries if isinstance(entry, str)]
    by_pip = next(entry["pip"] for entry in entries if isinstance(entry, dict))
    apart = {"python", "pip", "quarto"}
    assert environment["channels"] == ["conda-forge", "nodefaults"]
    assert {_requirement(entry) for entry in plain if _requirement(entry)[0] not in apart} | {
        _requirement(entry) for entry in by_pip
    } == wanted
    assert apart <= {_requirement(entry)[0] for entry in plain}
    assert ("python", project["requires-python"]) in {_requirement(entry) for entry in plain}


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-extra.lock"])
def test_the_lock_pins_by_hash_and_names_no_address(name: str) -> None:
    lock = (ROOT / name).read_text(encoding="utf-8")
    pins = re.findall(r"^[a-z0-9][a-z0-9._-]*==\S+.*$", lock, flags=re.MULTILINE)
    assert len(pins) > 100
    assert all(line.rstrip().endswith("\\") for line in pins), "a pin without a hash"
    assert "://" not in lock
    assert "--index" not in lock
    assert "--find-links" not in lock


def test_the_lock_covers_what_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = set(re.findall(r"^([a-z0-9][a-z0-9._-]*)==", (ROOT / "requirements.lock").read_text(), flags=re.MULTILINE))
    asked = {_requirement(entry)[0] for entry in project["dependencies"] + project["optional-dependencies"]["test"]}
    assert asked <= locked


def _pins(name: str) -> set[tuple[str, str]]:
    """Every pin of a lock: name, and version with the machines it is for."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9][a-z0-9._-]*)==(.+?) \\$", text, flags=re.MULTILINE))


def test_the_lock_of_the_extras_agrees_with_the_main_lock_and_covers_them() -> None:
    main, extra = _pins("requirements.lock"), _pins("requirements-extra.lock")
    assert len(main) > 100
    versions = {(name, rest.split(" ;")[0]) for name, rest in extra}
    assert {(name, rest.split(" ;")[0]) for name, rest in main} <= versions
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {
        _requirement(entry)[0]
        for group in ("test", "pronounce", "browser")
        for entry in project["optional-dependencies"][group]
    }
    assert asked <= {name for name, _ in extra}


NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_there_are_eight_numbered_notebooks() -> None:
    assert [path.stem[:2] for path in NOTEBOOKS if path.stem[0].isdigit()] == [f"0{n}" for n in range(1, 9)]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_committed_clean_and_keeps_its_parameters_cell(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    tagged = [cell for cell in cells if "parameters" in cell["metadata"].get("tags", [])]
    assert len(tagged) == 1
    assert "".join(tagged[0]["source"]).strip() == 'params_file = "params/demo.yaml"'
    for cell in cells:
        if cell["cell_type"] == "code":
            marked = "nbval-check-output" in cell["metadata"].get("tags", [])
            assert bool(cell["outputs"]) is marked, "only cells that nbval checks keep their output"
            assert cell["execution_count"] is None
            assert len("".join(cell["source"]).splitlines()) <= 12, "logic belongs to the library"


def test_cleaning_a_notebook_keeps_the_parameters_tag(tmp_path: Path) -> None:
    copy = tmp_path / NOTEBOOKS[0].name
    copy.write_bytes(NOTEBOOKS[0].read_bytes())
    done = _run(sys.executable, "-m", "nbstripout", "--keep-id", str(copy))
    assert done.returncode == 0, done.stderr
    assert json.loads(copy.read_text(encoding="utf-8")) == json.loads(NOTEBOOKS[0].read_text(encoding="utf-8"))
    cells = json.loads(copy.read_text(encoding="utf-8"))["cells"]
    assert sum("parameters" in cell["metadata"].get("tags", []) for cell in cells) == 1


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda page: page.name
)
def test_every_relative_link_of_a_document_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    lost = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert lost == []
