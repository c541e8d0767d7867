"""The study end to end on the reference generators: twice the same, then nothing to do, and its refusals."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import polars as pl
import pytest

from tests.study.conftest import ROOT, make_home, stimfid

pytestmark = [pytest.mark.lexicon, pytest.mark.slow]

STAGES = ("grid", "suite", "run", "extract", "score", "analyze")


def _tables(home: Path) -> dict[str, str]:
    digests: dict[str, str] = {}
    for stage in STAGES:
        digests |= json.loads((home / f"build/tiny/{stage}.meta.json").read_text(encoding="utf-8"))["tables"]
    return digests


def test_two_runs_give_the_same_tables(made: Path, tmp_path: Path, open_lexicon_dir: Path) -> None:
    other = make_home(tmp_path / "checkout")
    for stage in STAGES:
        done = stimfid(other, stage, "--params", "params/tiny.yaml")
        assert done.returncode == 0, done.stdout + done.stderr
    assert _tables(made) == _tables(other)
    assert len(_tables(made)) >= len(STAGES)


def test_a_second_run_says_that_nothing_changed(made: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (made / "build").rglob("*") if path.is_file()}
    done = stimfid(made, "study", "--params", "params/tiny.yaml")
    assert done.returncode == 0, done.stderr
    assert "Nothing changed" in done.stdout
    assert {path: path.stat().st_mtime_ns for path in (made / "build").rglob("*") if path.is_file()} == before


def test_the_ceiling_is_exactly_one_and_every_list_passes(made: Path) -> None:
    metrics = pl.read_parquet(made / "build/tiny/metrics.parquet").filter(pl.col("model_key") == "lexicon")
    assert metrics.height >= 5 * 2 * 3
    for rate, wanted in (("constraint_satisfaction", 1.0), ("list_pass_rate", 1.0), ("dup_rate", 0.0)):
        assert metrics[rate].unique().to_list() == [wanted], rate


def test_the_report_is_one_file_that_asks_nothing_of_the_network(made: Path) -> None:
    html = (made / "build/tiny/report.html").read_text(encoding="utf-8")
    assert "data:image/png;base64" in html or "<svg" in html
    assert "<script src=" not in html
    assert 'rel="stylesheet" href="http' not in html


def test_a_touched_prompt_makes_the_builder_exit_with_status_1(made: Path, tmp_path: Path) -> None:
    manifest = made / "build/tiny/suite_manifest.json"
    kept, record = manifest.read_bytes(), made / "build/tiny/suite.meta.json"
    suite = (made / "build/tiny/suite.parquet").read_bytes()
    sidecar = record.read_bytes()
    try:
        frozen = json.loads(kept)
        frozen["suite_sha256"] = "0" * 64  # as if another wording had been frozen under this name
        manifest.write_text(json.dumps(frozen), encoding="utf-8")
        done = stimfid(made, "suite", "--params", "params/tiny.yaml")
        assert done.returncode == 1
        assert "bump the version" in done.stderr
        assert json.loads(manifest.read_text(encoding="utf-8")) == frozen, "nothing is overwritten"
        assert (made / "build/tiny/suite.parquet").read_bytes() == suite
    finally:
        manifest.write_bytes(kept)
        record.write_bytes(sidecar)


@pytest.mark.parametrize("stage", ["run", "extract", "score", "analyze"])
def test_a_suite_that_was_edited_by_hand_is_neither_asked_nor_scored(made: Path, stage: str) -> None:
    path = made / "build/tiny/suite.parquet"
    kept, edited = path.read_bytes(), pl.read_parquet(path)
    try:
        edited.with_columns(pl.col("prompt_text") + "!").write_parquet(path)
        done = stimfid(made, stage, "--params", "params/tiny.yaml")
        assert done.returncode == 1
        assert "stimfid suite" in done.stderr
    finally:
        path.write_bytes(kept)


def test_a_grid_that_was_edited_by_hand_makes_no_suite(made: Path) -> None:
    path = made / "build/tiny/grid.parquet"
    kept = path.read_bytes()
    try:
        pl.read_parquet(path).slice(1).write_parquet(path)
        done = stimfid(made, "suite", "--params", "params/tiny.yaml")
        assert done.returncode == 1
        assert "stimfid grid" in done.stderr
    finally:
        path.write_bytes(kept)


@pytest.mark.parametrize("name", ["suite.parquet", "suite_manifest.json"])
def test_a_torn_stage_file_is_refused_by_name(made: Path, name: str) -> None:
    path = made / "build/tiny" / name
    kept, record = path.read_bytes(), made / "build/tiny/run.meta.json"
    sidecar = record.read_bytes()
    try:
        path.write_bytes(kept[: len(kept) // 2])
        record.unlink()
        done = stimfid(made, "run", "--params", "params/tiny.yaml")
        assert done.returncode == 1
        assert name in done.stderr
        assert "Traceback" not in done.stderr
    finally:
        path.write_bytes(kept)
        record.write_bytes(sidecar)


def test_scoring_refuses_a_suite_frozen_with_another_lexicon(made: Path) -> None:
    manifest, record = made / "build/tiny/suite_manifest.json", made / "build/tiny/score.meta.json"
    kept, sidecar = manifest.read_bytes(), record.read_bytes()
    try:
        frozen = json.loads(kept) | {"lexicon_words_sha256": "f" * 64}
        manifest.write_text(json.dumps(frozen), encoding="utf-8")
        record.unlink()
        done = stimfid(made, "score", "--params", "params/tiny.yaml")
        assert done.returncode == 1
        assert "ffffffffffff" in done.stderr
        assert "PHONOLEX_RUNTIME_DIR" in done.stderr
    finally:
        manifest.write_bytes(kept)
        record.write_bytes(sidecar)


def test_the_notebooks_run_from_any_working_directory(made: Path, tmp_path: Path) -> None:
    done = stimfid(made, "report", "--params", "params/tiny.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("quarto") is None, reason="Quarto is not installed: see `make paper`")
def test_quarto_renders_the_paper(made: Path) -> None:
    for name in ("report.qmd", "prereg.qmd", "_quarto.yml", "references.bib"):
        shutil.copy(ROOT / name, made / name)
    shutil.copytree(ROOT / "docs/simulation", made / "docs/simulation", dirs_exist_ok=True)
    done = stimfid(made, "paper", "--params", "params/tiny.yaml")
    assert done.returncode == 0, done.stderr
    for name in ("report.html", "report.pdf", "prereg.html", "prereg.pdf"):
        assert (made / "build/paper" / name).is_file(), name
