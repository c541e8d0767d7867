"""The two documents, held without Quarto: labels, references, citations, headings, bare figures, executed cells."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stimfid_lib.analysis.planning import ANALYSES
from stimfid_lib.base.files import write_text
from tests.study.conftest import ROOT
from tests.study.qmd import Qmd, shown

DOCUMENTS = ("prereg.qmd", "report.qmd")
TYPST_MARKUP = re.compile(r">\s*(?:[/+=-] |\d+\. )")
"""A text that begins so in a table's cell is a list or a heading to typst, or no valid document at all."""


@pytest.fixture(params=DOCUMENTS)
def document(request: pytest.FixtureRequest) -> Qmd:
    return Qmd.read(ROOT / request.param)


def test_every_reference_leads_to_a_label_and_no_label_stands_twice(document: Qmd) -> None:
    labels = [*document.labels]
    for cell in document.cells:  # figures bear their label in what the cell shows
        if "figure_on_paper" in cell:
            name = "anatomy" if "ANATOMY" in cell else "curves" if "CURVES" in cell else "tiers"
            labels.append(f"fig-{name}")
    assert len(labels) == len(set(labels))
    assert Qmd.references(document.prose) <= set(labels)


def test_every_citation_is_in_the_bibliography(document: Qmd) -> None:
    library = (ROOT / "references.bib").read_text(encoding="utf-8")
    cited = Qmd.citations(document.prose)
    assert cited
    assert cited <= set(re.findall(r"^@\w+\{(\w+),", library, flags=re.MULTILINE))


def test_every_entry_of_the_bibliography_is_cited() -> None:
    library = (ROOT / "references.bib").read_text(encoding="utf-8")
    cited = set().union(*(Qmd.citations(Qmd.read(ROOT / name).prose) for name in DOCUMENTS))
    assert set(re.findall(r"^@\w+\{(\w+),", library, flags=re.MULTILINE)) == cited


def test_headings_are_plain_words_and_each_its_own(document: Qmd) -> None:
    headings = [re.sub(r"\s*\{#[^}]*\}$", "", heading) for heading in document.headings]
    assert len(headings) == len(set(headings)), "two headings with one label"
    for heading in headings:
        assert re.fullmatch(r"[A-Z][A-Za-z ,-]+", heading), f"{heading!r} is more than plain words"


def test_no_figure_is_typed_by_hand(document: Qmd) -> None:
    """A number in the prose belongs to a file; years of licences and names (CC BY 4.0, Apache-2.0) are names."""
    prose = re.sub(r"\[?@[^\]\s]+\]?|Apache-2\.0|CC BY 4\.0|\{#[^}]*\}", "", document.prose)
    assert re.findall(r"\d+(?:\.\d+)?", prose) == []


def test_a_planted_figure_would_be_found() -> None:
    with pytest.raises(AssertionError):
        test_no_figure_is_typed_by_hand(Qmd("---\ntitle: x\n---\nSatisfaction was 0.81 in all.\n"))


def test_every_table_has_a_label_and_a_caption(document: Qmd) -> None:
    tables = [cell for cell in document.cells if "on_paper(" in cell and "label" in cell]
    assert len(tables) >= 9
    for cell in tables:
        options = document.options(cell)
        assert options["label"].startswith("tbl-"), cell
        assert options["tbl-cap"].strip('"').endswith("."), cell


def test_prereg_has_the_four_sections_in_their_order() -> None:
    top = re.findall(r"^# (.*)$", Qmd.read(ROOT / "prereg.qmd").prose, flags=re.MULTILINE)
    assert top == ["Hypotheses", "Operationalisations", "Exclusions", "Analysis"]


def test_each_analysis_of_the_report_stands_under_its_flag() -> None:
    flagged = set(re.findall(r'analysis_status\(study, "([^"]+)"\)', (ROOT / "report.qmd").read_text(encoding="utf-8")))
    assert flagged == {analysis.name for analysis in ANALYSES if analysis.table}


def test_the_notebook_shows_every_part_that_the_paper_has() -> None:
    called = re.compile(r"views\.(\w+)\(")
    paper = set(called.findall((ROOT / "report.qmd").read_text(encoding="utf-8")))
    notebook = set(called.findall((ROOT / "notebooks/08_report.ipynb").read_text(encoding="utf-8")))
    figures = {"figure", "difficulty_curves", "error_anatomy"}
    assert figures <= notebook
    assert paper - {"figure_on_paper"} <= notebook


@pytest.mark.lexicon
@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_code_cell_runs_and_shows_something(made: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("STIMFID_HOME", str(made))
    monkeypatch.setenv("STIMFID_PARAMS", "params/tiny.yaml")
    for page in (ROOT / "docs/simulation").glob("*.json"):
        write_text(made / "docs/simulation" / page.name, page.read_text(encoding="utf-8"))
    notebook = Qmd.read(ROOT / name).executed()
    assert all(cell.outputs for cell in notebook.cells), "a cell shows nothing"
    text = shown(notebook)
    tables = "\n".join(re.findall(r"<table.*?</table>", text, flags=re.DOTALL))
    assert tables
    assert TYPST_MARKUP.findall(tables) == []
    assert "&#x27;" not in tables
    assert "<script" not in text
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)\{([^}]*)\}", text):
        assert (made / picture[0]).is_file()
        assert re.search(r'fig-alt="[^"]{40,}"', picture[1]), "a figure without words"
