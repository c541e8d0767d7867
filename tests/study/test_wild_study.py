"""From planted posts to the public export: a study with a wild track and pasted answers, through the command line."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.corpus.sheet import read_sheet, write_sheet
from stimfid_lib.study.params import load_params
from tests.study.conftest import ROOT, make_home, stimfid

pytestmark = [pytest.mark.lexicon, pytest.mark.slow]

USER, POST_ID = "quokka_slp_1987", "t3_zzplanted42"
PROMPT = "give me 10 marsupial friendly words with the k sound at the start"
POST = f'u/{USER} here, long time lurker from Wagga Wagga. I asked ChatGPT "{PROMPT}" and cried a little'
PARAPHRASE = "Ten animal-themed items whose onset is the back stop"

PARAMS = """snapshot: wild
models: [lexicon, spelling]
wild: observed/track.csv
replicates: 1
n_boot: 100
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, open_lexicon_dir: Path) -> Path:
    """Mine planted posts, annotate the sheet by hand, run the study, paste answers, run it again, export."""
    home = make_home(tmp_path_factory.mktemp("wild") / "checkout")
    for name in ("CITATION.cff", "LICENSE-CC-BY-4.0"):
        shutil.copy(ROOT / name, home / name)
    (home / "posts/interim").mkdir(parents=True)
    schema = {"post_id": pl.String, "subreddit": pl.String, "created_utc": pl.Int64, "text": pl.String}
    pl.DataFrame([(POST_ID, "slp", 1_704_067_200, POST)], schema=schema, orient="row").write_parquet(
        home / "posts/interim/threads_1.parquet"
    )
    run(home, "corpus", "mine", "--data-root", "posts")
    sheet = read_sheet(home / "data/corpus/wild_track_candidates.csv")
    by_hand = {"constraints_json": "k initial", "list_length": "10", "provenance": "observed", "paraphrase": PARAPHRASE}
    rows = [{**row.cells, **by_hand} for row in sheet.rows]
    write_sheet(home / "observed/track.csv", (*sheet.columns, "paraphrase"), rows)
    run(home, "wild", "check", "observed/track.csv")
    (home / "params/wild.yaml").write_text(PARAMS, encoding="utf-8")
    stages(home, "run")
    run(home, "ui", "sheet", "--product", "spelling", "--params", "params/wild.yaml")
    paste(home)
    run(home, "ui", "read", "filled.csv", "--params", "params/wild.yaml")
    stages(home, "analyze")
    run(home, "public", "export", "public", "--params", "params/wild.yaml")
    return home


def run(home: Path, *arguments: str) -> str:
    done = stimfid(home, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def stages(home: Path, last: str) -> None:
    """Make every stage up to one, in a single process: a command a stage would load the lexicon six times."""
    code = f"from stimfid_lib.study.stages import run_up_to; run_up_to(Study.open('params/wild.yaml'), {last!r})"
    command = [sys.executable, "-c", f"from stimfid_lib.study.workspace import Study; {code}"]
    environment = {**os.environ, "STIMFID_HOME": str(home)}
    done = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def paste(home: Path) -> None:
    """Fill the sheet with the ceiling's answers, as if an interface had given them."""
    runs = pl.read_parquet(home / "build/wild/runs.parquet").filter(pl.col("model_key") == "lexicon")
    answers = dict(runs.select("prompt_id", "text").iter_rows())
    sheet = read_sheet(home / "build/wild/ui_sheet.csv")
    rows = [{**row.cells, "date": "2026-11-30", "raw_text": answers[row.cells["prompt_id"]]} for row in sheet.rows]
    write_sheet(home / "filled.csv", sheet.columns, rows)


def test_nothing_planted_reaches_the_public_export(home: Path) -> None:
    files = [path for path in (home / "public").rglob("*") if path.is_file()]
    assert {path.name for path in files} >= {"suite.csv", "croissant.json", "suite_manifest.json", "README.md"}
    words = PROMPT.split()
    planted = [
        USER,
        POST_ID,
        "Wagga",
        "marsupial",
        PROMPT,
        POST,
        *(" ".join(words[n : n + 4]) for n in range(len(words) - 3)),
    ]
    for path in files:
        data = path.read_bytes().lower()
        for text in planted:
            assert text.lower().encode() not in data, f"{text!r} in {path.name}"


def test_the_export_holds_the_paraphrase_in_its_place(home: Path) -> None:
    rows = list(csv.DictReader(io.StringIO((home / "public/suite.csv").read_text(encoding="utf-8"))))
    (observed,) = [row for row in rows if row["provenance"] == "observed"]
    assert (observed["prompt_id"], observed["tier"], observed["prompt_text"]) == ("WILD-000:naive", "0", PARAPHRASE)


def test_models_are_asked_the_original_and_scored_apart(home: Path) -> None:
    folder = home / "build/wild"
    suite = pl.read_parquet(folder / "suite.parquet")
    assert suite.filter(pl.col("tier") == 0)["prompt_text"].to_list() == [PROMPT]
    metrics = pl.read_parquet(folder / "metrics.parquet")
    ceiling = metrics.filter((pl.col("tier") == 0) & (pl.col("model_key") == "lexicon"))
    assert ceiling.select("family", "arm", "n_items", "constraint_satisfaction").rows() == [("A1", "naive", 10, 1.0)]
    for table in ("curves", "contrasts", "sensitivity", "hypotheses"):
        assert "WILD" not in pl.read_parquet(folder / f"{table}.parquet").write_json()


def test_pasted_answers_are_one_more_source_compared_by_family(home: Path) -> None:
    contrasts = pl.read_parquet(home / "build/wild/contrasts.parquet").filter(pl.col("comparison") == "interface")
    assert contrasts["family"].to_list() == ["A1", "A2", "A3", "B1", "B2", "all"]
    assert contrasts["n_cells"].to_list() == [5, 5, 5, 5, 5, 25]
    assert contrasts["after"].to_list() == [1.0] * 6  # what was pasted was the ceiling's
    assert (contrasts["low"] <= contrasts["difference"]).all()
    assert (contrasts["difference"] <= contrasts["high"]).all()


def test_the_table_and_the_agreement_on_the_command_line(home: Path) -> None:
    told = run(home, "ui", "compare", "--params", "params/wild.yaml").splitlines()
    assert [line.split(",")[1].split(":")[0].strip() for line in told] == ["A1", "A2", "A3", "B1", "B2", "all"]
    assert "few cells" in told[0]
    told = run(
        home, "wild", "agreement", "observed/track.csv", "observed/track.csv", "--column", "list_length"
    ).splitlines()
    assert "1 of 1 alike" in told[0]


def test_an_edited_sheet_is_another_suite(home: Path) -> None:
    track = home / "observed/track.csv"
    before = track.read_bytes()
    try:
        track.write_text(
            track.read_text(encoding="utf-8-sig").replace("with the k sound", "with a k sound"), encoding="utf-8"
        )
        done = stimfid(home, "suite", "--params", "params/wild.yaml")
        assert done.returncode == 1
        assert "bump the version" in done.stderr
    finally:
        track.write_bytes(before)


def test_a_sheet_that_is_not_there_is_missing_input(home: Path) -> None:
    (home / "params/lost.yaml").write_text(PARAMS.replace("track.csv", "lost.csv"), encoding="utf-8")
    done = stimfid(home, "suite", "--params", "params/lost.yaml")
    assert done.returncode == 2
    assert "observed/lost.csv" in done.stderr


def test_the_parameter_names_a_sheet(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("snapshot: a\nmodels: [lexicon]\nwild: observed/track.xlsx\n", encoding="utf-8")
    with pytest.raises(ValueError, match="wild"):
        load_params(tmp_path / "p.yaml")
    with pytest.raises(MissingInput):
        load_params(tmp_path / "none.yaml")
