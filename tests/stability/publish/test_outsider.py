"""A second implementation, written from the publication alone, finds every published statistic again."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.models.roster import load_roster
from stimfid_lib.stability.publish.leaks import Private
from stimfid_lib.stability.publish.publication import publish
from stimfid_lib.stability.records.archive import Archive
from stimfid_lib.stability.records.whole_run import run_records
from stimfid_lib.stability.run.begin import begin
from stimfid_lib.stability.run.subject import client_of
from tests.stability.publish.made import DAY, GUARD, OPEN, SOUND

OUTSIDER = Path(__file__).with_name("outsider")
RESAMPLES = 37
"""Few, so that the percentiles stand between ranks and one draw out of order shows."""

LOST: dict[str, list[dict[str, Any]]] = {
    "B": [
        {"text": "I take either.", "outcome": "unparseable"},
        {"text": "DECISION: A\nDECISION: B", "outcome": "unparseable"},
        {"text": "DECISION: A", "ending": "cut", "finish_reason": "length", "outcome": "truncated"},
        {"text": "", "outcome": "empty"},
    ],
    "A": [{"text": "No.", "ending": "refused", "finish_reason": "refusal", "outcome": "refused"}],
    "A_prime": [
        {"text": "DECISION: A", "ending": "blocked", "finish_reason": "content_filter", "outcome": "blocked_upstream"}
    ],
    "C": [{"text": "DECISION: B", "ending": "other", "finish_reason": "tool_calls", "outcome": "off_format"}],
}
"""What becomes of the first answers of each version; the outcomes are stated by hand."""

TOLD = ("decisions", "run_id", "resamples", "protocol_id", "run_date", "subject_model_id")
"""Columns that the others are computed from."""


def measured(protocol_id: str, law: str, day: str, runs: Path, *, lose: bool = False) -> list[dict[str, Any]]:
    roster = load_roster()
    run = begin(protocol_id, f"responder:{law}", roster, runs, run_date=day)
    run.ask(client_of(run.subject, run.schedule, roster))
    records = run.records()
    told = next(record for record in records if record["record_type"] == "experiment_run")
    trials = [record for record in records if record["record_type"] == "trial"]
    lost = {version: list(changes) for version, changes in LOST.items()} if lose else {}
    changed = [{**trial, **(lost[trial["version"]].pop(0) if lost.get(trial["version"]) else {})} for trial in trials]
    return run_records(run.schedule.protocol, told, changed, (), resamples=RESAMPLES)


@pytest.fixture(scope="module")
def varied(admitted: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Real gaps, no gap at all, lost answers, a version without any, and a run whose texts are withheld."""
    folder = tmp_path_factory.mktemp("varied")
    archive = Archive(folder / "archive")
    laws = ("wording_sensitive", "perfectly_stable", "collapsed", "refuses_b")
    for place, law in enumerate(laws, start=1):
        day = f"2027-02-{place:02}"
        archive.extend(measured(OPEN, law, day, folder / "runs", lose=law == "wording_sensitive"))
    archive.extend(measured(GUARD, "wording_sensitive", "2027-02-05", folder / "runs", lose=True))
    publish(archive, folder / "published", day=DAY, instrument=SOUND, private=Private())
    return folder / "published"


def outsider(folder: Path) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(OUTSIDER), str(folder)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def table(folder: Path) -> list[dict[str, str]]:
    with (folder / "stability.csv").open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def moved(text: str) -> str:
    """Another value of the same kind, as near as is told."""
    if text == "":
        return "1.0"
    if text in ("true", "false"):
        return "false" if text == "true" else "true"
    try:
        value = json.loads(text)
    except ValueError:
        return f"{text}x"
    if isinstance(value, list):
        return json.dumps([*value, "planted"])
    if isinstance(value, dict):
        return json.dumps({**value, next(iter(value)): "planted"})
    return repr(value + 1e-6)


def test_it_imports_nothing_of_ours() -> None:
    files = list(OUTSIDER.glob("*.py"))
    assert len(files) == 3
    for path in files:
        assert "stimfid_lib" not in path.read_text(encoding="utf-8"), path.name


def test_every_statistic_comes_out_the_same(varied: Path) -> None:
    code, lines = outsider(varied)
    assert [line for line in lines if line.startswith("DIFFERS")] == []
    assert code == 0
    rows = table(varied)
    assert len(rows) == 5
    for name in rows[0]:
        assert f"agrees: {name} (5)" in lines, name
    assert "agrees: decisions and trials (4)" in lines
    assert "agrees: outcome (480)" in lines
    assert "note: analysis_code_sha is that of this folder's code (5)" in lines
    assert any(float(row["drop_asymmetry_pct_ab"] or 0) == 10 for row in rows), "three more of 30 were lost in B"


def test_the_small_archive_with_its_sealed_run_agrees(original: Path) -> None:
    code, lines = outsider(original)
    assert (code, [line for line in lines if line.startswith("DIFFERS")]) == (0, [])


@pytest.mark.parametrize("law", ["wording-sensitive", "refuses-b"])
def test_a_planted_change_of_each_column_is_told(varied: Path, tmp_path: Path, law: str) -> None:
    folder = Path(shutil.copytree(varied, tmp_path / "published"))
    rows = table(folder)
    row = next(row for row in rows if law in row["run_id"])
    names = [name for name in row if name not in TOLD]
    for name in names:
        row[name] = moved(row[name])
    with (folder / "stability.csv").open("w", encoding="utf-8", newline="") as handle:
        writer = csv.DictWriter(handle, list(row), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    code, lines = outsider(folder)
    assert code == 1
    where = row["run_id"]
    silent = [name for name in names if not any(line.startswith(f"DIFFERS: {name} of {where}") for line in lines)]
    assert silent == []
    others = [line for line in lines if line.startswith("DIFFERS") and where not in line]
    assert [line.split(":")[1].strip() for line in others] == ["file hash of stability.csv"]


def test_a_changed_answer_is_told(varied: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(varied, tmp_path / "published"))
    path = folder / "open-lane" / "2027.jsonl"
    first, rest = path.read_text(encoding="utf-8").split("\n", 1)
    trial = json.loads(first)
    assert trial["outcome"] == "refused"
    changed = json.dumps({**trial, "ending": "complete", "text": "DECISION: B"}, sort_keys=True, separators=(",", ":"))
    path.write_text(f"{changed}\n{rest}", encoding="utf-8")
    code, lines = outsider(folder)
    told = "\n".join(lines)
    assert code == 1
    assert "DIFFERS: outcome of 2027.jsonl, line 1" in told
    assert "DIFFERS: trial's place of 2027.jsonl, line 1" in told
    assert "DIFFERS: decisions and trials of " in told
