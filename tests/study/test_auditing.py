"""From a snapshot's replies to its sheet, and from the filled sheet to the table that the report reads."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_parquet, write_text
from stimfid_lib.scoring.audit_sheet import read_sheet, write_sheet
from stimfid_lib.scoring.audit_table import AUDIT_SCHEMA
from stimfid_lib.study.auditing import audit_of, make_sheet
from stimfid_lib.study.stages import recipe_of, stage_named
from stimfid_lib.study.workspace import Study
from tests.scoring.audits import right
from tests.study.conftest import stimfid
from tests.study.test_reading import SUITE

N = 40


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fixture_lexicon_dir: Path) -> Study:
    from stimfid_lib.scoring.extract import extract_runs

    home = tmp_path / "home"
    write_text(home / "pyproject.toml", "")
    write_text(
        home / "models.yaml",
        "models:\n  lexicon: {kind: reference, generator: lexicon}\n"
        "  own: {kind: endpoint, base_url: 'http://127.0.0.1:9/v1', model_id: m}\n",
    )
    write_text(home / "params/own.yaml", "snapshot: own\nmodels: [lexicon, own]\n")
    monkeypatch.setenv("STIMFID_HOME", str(home))
    monkeypatch.setenv("PHONOLEX_RUNTIME_DIR", str(fixture_lexicon_dir))
    monkeypatch.setattr(Study, "suite", lambda _self: SUITE)
    opened = Study.open("params/own.yaml")
    replies = [
        ("p1", model, n, f"1. ring\n2. rope\n3. rug{n}") for model in ("lexicon", "own") for n in range(1, N + 1)
    ]
    runs = pl.DataFrame(replies, schema=["prompt_id", "model_key", "replicate", "text"], orient="row")
    write_parquet(opened.path("runs.parquet"), runs)
    write_parquet(opened.path("extracted.parquet"), extract_runs(runs, SUITE))
    return opened


def test_the_sample_is_drawn_from_models_and_is_the_same_again(study: Study) -> None:
    sheet, page = make_sheet(study)
    rows = read_sheet(sheet)
    assert len(rows) == 2, "five per cent of forty"
    assert {row.key[1] for row in rows} == {"own"}
    assert rows[0].asked == "one"
    assert rows[0].entries[:2] == (("ring",), ("rope",))
    assert rows[0].reply in page.read_text(encoding="utf-8").replace("\\n", "\n")
    make_sheet(study)
    assert read_sheet(sheet) == rows
    assert len(read_sheet(make_sheet(study, 1.0)[0])) == N


def test_reference_generators_are_audited_where_nobody_else_answered(study: Study) -> None:
    kept = study.table("extracted").filter(pl.col("model_key") == "lexicon")
    study.write_table("extracted", kept)
    assert {row.key[1] for row in read_sheet(make_sheet(study)[0])} == {"lexicon"}


def test_a_sheet_with_verdicts_is_not_written_over(study: Study) -> None:
    sheet, _ = make_sheet(study)
    write_sheet(sheet, [right(row) for row in read_sheet(sheet)])
    with pytest.raises(Refused, match=r"audit/own\.csv"):
        make_sheet(study)
    make_sheet(study, overwrite=True)
    assert not any(row.verdict for row in read_sheet(sheet))


def test_no_sheet_is_a_table_without_rows(study: Study) -> None:
    table = audit_of(study)
    assert (table.height, table.schema) == (0, AUDIT_SCHEMA)


def test_a_filled_sheet_flows_into_the_table_and_into_the_recipe(study: Study) -> None:
    before = recipe_of(study, stage_named("analyze"))["audit"]
    assert before == [None, None]
    rows = read_sheet(make_sheet(study, 0.25)[0])
    write_sheet(study.filled_sheet, [right(row) for row in rows])
    once = audit_of(study).row(0, named=True)
    assert (once["model_key"], once["n_judged"], once["n_right"], once["kappa"]) == ("all", 10, 10, None)
    assert recipe_of(study, stage_named("analyze"))["audit"] != before

    changed = replace(rows[0], verdict="wrong", gold=(("ring",),), gold_refusal=False)
    write_sheet(study.second_sheet, [changed, *map(right, rows[1:])])
    twice = audit_of(study).row(0, named=True)
    assert (twice["n_right"], twice["n_both"], twice["kappa"]) == (10, 10, 0.0)
    assert recipe_of(study, stage_named("grid"))["audit"] is None


def test_the_command_tells_faults_by_row_and_figures_else(study: Study) -> None:
    arguments = ("audit", "read", "--params", "params/own.yaml")
    absent = stimfid(study.root, *arguments)
    assert (absent.returncode, "stimfid audit sheet" in absent.stderr) == (2, True)
    rows = read_sheet(make_sheet(study, 0.25)[0])
    write_sheet(study.filled_sheet, [right(row) for row in rows])
    done = stimfid(study.root, *arguments)
    assert done.returncode == 0, done.stderr
    assert "10 of 10 judged replies read exactly right: 1.000 (95 % 0.722 to 1.000)" in done.stdout
    text = study.filled_sheet.read_text(encoding="utf-8").replace('"right"', '"rigth"', 1)
    write_text(study.filled_sheet, text)
    faulty = stimfid(study.root, *arguments)
    assert (faulty.returncode, "row 2 (p1, own" in faulty.stderr) == (1, True)
