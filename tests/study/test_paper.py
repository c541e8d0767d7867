"""report.qmd: every code cell runs and shows something; every citation is in the bibliography."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import v4

from tests.study.conftest import ROOT, stimfid

CHUNK = re.compile(r"^```\{python\}\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
PAPER = (ROOT / "report.qmd").read_text(encoding="utf-8")


@pytest.mark.lexicon
@pytest.mark.slow
@pytest.mark.xdist_group("study")
def test_every_code_cell_of_the_paper_runs(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STIMFID_HOME", str(made))
    monkeypatch.setenv("STIMFID_PARAMS", "params/tiny.yaml")
    cells = [v4.new_code_cell(code) for code in CHUNK.findall(PAPER)]
    paper: nbformat.NotebookNode = v4.new_notebook(cells=cells)
    NotebookClient(paper, kernel_name="python3", extra_arguments=["--log-level=CRITICAL"]).execute()
    assert len(cells) > 5
    assert all(cell.outputs for cell in paper.cells), "a cell shows nothing"


def test_every_citation_is_in_the_bibliography() -> None:
    cited = set(re.findall(r"@([a-z]+\d{4})", PAPER))
    known = set(re.findall(r"^@\w+\{(\w+),", (ROOT / "references.bib").read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert cited
    assert cited <= known


@pytest.mark.skipif(shutil.which("quarto") is None, reason="Quarto is not installed: see `make paper`")
@pytest.mark.xdist_group("study")
def test_quarto_renders_the_paper(made: Path) -> None:
    for name in ("report.qmd", "_quarto.yml", "references.bib"):
        shutil.copy(ROOT / name, made / name)
    done = stimfid(made, "paper", "--params", "params/tiny.yaml")
    assert done.returncode == 0, done.stderr
    assert (made / "build/paper/report.html").is_file()
