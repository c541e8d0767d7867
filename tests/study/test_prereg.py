"""The plan is written once, holds only when committed and equal to the frozen suite, and is never overwritten."""

from __future__ import annotations

import json
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.analysis.plan import Plan
from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_json, write_parquet
from stimfid_lib.study import prereg
from stimfid_lib.study.committed import committed_problem
from stimfid_lib.study.prereg import (
    MANIFEST,
    PLAN,
    draft_plan,
    freeze_plan,
    plan_in_force,
    preregistration_problems,
    registered_plan,
    superseded_plans,
)
from stimfid_lib.study.registration import registration_faults, replaced_plans
from stimfid_lib.study.snapshots import write_snapshot
from stimfid_lib.study.workspace import Study
from stimfid_lib.suite.manifest import suite_sha256
from tests.study.conftest import ROOT
from tests.study.plans import MANIFEST as NUMBERS
from tests.study.plans import SUITE

PARAMS = "snapshot: own\nmodels: [lexicon, spelling]\nreplicates: 2\n"


def git(home: Path, *arguments: str) -> None:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(home), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Study:
    """A repository of its own with a frozen suite of two prompts; nothing of it is committed but the parameters."""
    home = tmp_path / "checkout"
    for name in ("models.yaml", "prereg.qmd"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes((ROOT / name).read_bytes())
    (home / "params").mkdir()
    (home / "params/own.yaml").write_text(PARAMS, encoding="utf-8")
    git(home, "init", "-q")
    git(home, "add", "params", "models.yaml")
    git(home, "commit", "-qm", "parameters")
    monkeypatch.setenv("STIMFID_HOME", str(home))
    opened = Study.open("params/own.yaml")
    suite = SUITE.with_columns(prompt_id=SUITE["arm"])
    write_parquet(opened.path("suite.parquet"), suite)
    write_json(opened.manifest_path, {**NUMBERS, "suite_sha256": suite_sha256(suite)})
    return opened


def commit_all(study: Study) -> None:
    git(study.root, "add", "-f", "prereg.qmd", "prereg")
    git(study.root, "commit", "-qm", "registered")


def test_a_committed_plan_of_this_suite_has_no_problem(study: Study) -> None:
    frozen = freeze_plan(study, "2026-12-01")
    assert (frozen.written, frozen.superseded) == (True, None)
    commit_all(study)
    assert preregistration_problems(study) == []


def test_before_the_freeze_every_missing_file_is_named(study: Study) -> None:
    told = preregistration_problems(study)
    assert [line.split()[0] for line in told] == ["prereg.qmd", PLAN, MANIFEST]
    assert "not committed" in told[0]
    assert "does not exist" in told[1]


def test_a_staged_plan_is_not_a_committed_one(study: Study) -> None:
    freeze_plan(study, "2026-12-01")
    git(study.root, "add", "-f", "prereg.qmd", "prereg")
    assert [line for line in preregistration_problems(study) if "is not committed" in line] != []


@pytest.mark.parametrize("name", ["prereg.qmd", PLAN, MANIFEST])
def test_a_changed_file_is_named_even_when_git_is_told_to_look_away(study: Study, name: str) -> None:
    freeze_plan(study, "2026-12-01")
    commit_all(study)
    git(study.root, "update-index", "--assume-unchanged", name)
    path = study.root / name
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    (told,) = preregistration_problems(study)
    assert f"{name} was changed since the last commit" in told


def test_a_hooks_git_variables_do_not_answer_for_another_repository(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    freeze_plan(study, "2026-12-01")
    (tmp_path / "other").mkdir()
    git(tmp_path / "other", "init", "-q")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))
    assert "is not committed" in str(committed_problem(study.root, PLAN))


def test_without_git_the_registration_is_told_to_be_unknown(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    freeze_plan(study, "2026-12-01")
    commit_all(study)
    monkeypatch.setenv("PATH", "")
    assert {name: "git is not installed" in told for name, told in registration_faults(study.root, None).items()} == {
        "prereg.qmd": True,
        PLAN: True,
        MANIFEST: True,
    }
    assert replaced_plans(study.root) == ()


def test_a_registered_plan_has_no_fault(study: Study) -> None:
    freeze_plan(study, "2026-12-01")
    commit_all(study)
    assert registration_faults(study.root, datetime.now(UTC) + timedelta(minutes=1)) == {}
    assert replaced_plans(study.root) == ()


def test_a_plan_that_is_not_committed_or_came_after_the_answers_is_told(study: Study) -> None:
    answered = datetime.now(UTC) - timedelta(hours=1)
    freeze_plan(study, "2020-01-01")
    assert set(registration_faults(study.root, answered)) == {"prereg.qmd", PLAN, MANIFEST}
    commit_all(study)
    told = registration_faults(study.root, answered)
    assert set(told) == {"moment"}, "the date in the plan is its own word, the commit is the history's"
    assert f"{answered:%Y-%m-%d %H:%M}" in told["moment"]


def test_a_plan_edited_in_its_place_is_told_by_the_history(study: Study) -> None:
    freeze_plan(study, "2026-12-01")
    commit_all(study)
    path = study.root / PLAN
    path.write_text(path.read_text(encoding="utf-8").replace('"replicates": 2', '"replicates": 1'), encoding="utf-8")
    commit_all(study)
    assert registration_faults(study.root, None) == {}
    (replaced,) = replaced_plans(study.root)
    assert replaced.startswith("commit ")


def test_a_former_plan_is_told_once_and_also_when_its_folder_is_gone(study: Study) -> None:
    freeze_plan(study, "2026-12-01")
    commit_all(study)
    (study.root / "params/own.yaml").write_text(PARAMS.replace("2", "5"), encoding="utf-8")
    freeze_plan(Study.open("params/own.yaml"), "2026-12-02", new_version=True)
    commit_all(study)
    (kept,) = replaced_plans(study.root)
    assert kept.startswith("2026-12-01-")
    shutil.rmtree(study.root / "prereg/superseded")
    commit_all(study)
    (told,) = replaced_plans(study.root)
    assert told.startswith("commit ")


def test_a_document_changed_after_the_registration_is_told(study: Study) -> None:
    freeze_plan(study, "2026-12-01")
    commit_all(study)
    (study.root / "prereg.qmd").write_text("Another promise.\n", encoding="utf-8")
    commit_all(study)
    assert preregistration_problems(study) == [], "a later commit holds it"
    (told,) = registration_faults(study.root, None).items()
    assert told[0] == "prereg.qmd"
    assert "read otherwise in commit " in told[1]


def test_a_shallow_clone_cannot_vouch_for_the_past(study: Study, tmp_path: Path) -> None:
    freeze_plan(study, "2026-12-01")
    commit_all(study)
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{study.root}", "shallow")
    assert set(registration_faults(tmp_path / "shallow", None)) == {"history"}


def test_outside_a_repository_nothing_is_committed(study: Study, tmp_path: Path) -> None:
    (tmp_path / "lone").mkdir()
    (tmp_path / "lone/a.txt").write_text("a")
    told = str(committed_problem(tmp_path / "lone", "a.txt"))
    assert "no git history can be read here" in told
    assert "work in a clone" in told


PLANTED: list[tuple[str, Any]] = [
    ("suite_sha256", "f" * 64),
    ("wordlist_sha256", None),
    ("feature_distance_threshold", 5.5),
    ("tertiles", {"aoa": [5.0, 9.5]}),
    ("density_tertiles", {"1": [10.0, 20.0]}),
]


@pytest.mark.parametrize(("name", "value"), PLANTED, ids=[name for name, _ in PLANTED])
def test_a_number_that_is_not_the_manifests_is_named(study: Study, name: str, value: Any) -> None:
    freeze_plan(study, "2026-12-01")
    commit_all(study)
    write_json(study.manifest_path, {**study.manifest(), name: value})
    (told,) = preregistration_problems(study)
    assert name in told


def test_other_refusal_phrases_in_force_are_a_problem(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    freeze_plan(study, "2026-12-01")
    commit_all(study)
    monkeypatch.setattr(prereg, "REFUSAL_PHRASES", ("no",))
    (told,) = preregistration_problems(study)
    assert "refusal phrases" in told


def test_a_draft_in_the_plans_place_is_a_problem(study: Study) -> None:
    (study.root / "prereg").mkdir()
    (study.root / PLAN).write_text(draft_plan(study).to_json(), encoding="utf-8")
    write_json(study.root / MANIFEST, study.manifest())
    commit_all(study)
    (told,) = preregistration_problems(study)
    assert "draft without a date" in told


def test_the_same_plan_is_written_once_and_keeps_its_date(study: Study) -> None:
    freeze_plan(study, "2026-12-01")
    assert not freeze_plan(study, "2027-01-15").written
    plan = registered_plan(study)
    assert plan is not None
    assert plan.frozen_on == "2026-12-01"


def test_another_plan_is_refused_and_a_new_version_keeps_the_former(study: Study) -> None:
    freeze_plan(study, "2026-12-01")
    before = (study.root / PLAN).read_bytes()
    (study.root / "params/own.yaml").write_text(PARAMS.replace("2", "5"), encoding="utf-8")
    changed = Study.open("params/own.yaml")
    with pytest.raises(Refused, match="differing replicates") as caught:
        freeze_plan(changed, "2026-12-02")
    assert "--new-version" in str(caught.value)
    assert (study.root / PLAN).read_bytes() == before

    frozen = freeze_plan(changed, "2026-12-02", new_version=True)
    assert frozen.superseded is not None
    assert frozen.superseded.read_bytes() == before
    assert superseded_plans(study.root) == [frozen.superseded]
    plan = registered_plan(study)
    assert plan is not None
    assert (plan.frozen_on, plan.replicates) == ("2026-12-02", 5)


def test_without_a_plan_a_draft_is_in_force_and_promises_nothing(study: Study) -> None:
    assert registered_plan(study) is None
    assert plan_in_force(study).frozen_on is None


def test_a_damaged_plan_is_refused_and_told(study: Study) -> None:
    (study.root / "prereg").mkdir()
    (study.root / PLAN).write_text("{", encoding="utf-8")
    with pytest.raises(Refused, match="is not JSON"):
        registered_plan(study)
    assert any("is not JSON" in line for line in preregistration_problems(study))


def test_the_plan_reads_back_as_it_was_written(study: Study) -> None:
    freeze_plan(study, "2026-12-01")
    text = (study.root / PLAN).read_text(encoding="utf-8")
    assert Plan.from_json(text).to_json() == text
    assert json.loads(text)["models"][0]["key"] == "lexicon"


def test_a_snapshot_asks_the_registered_suite(study: Study) -> None:
    freeze_plan(study, "2026-12-01")
    path = write_snapshot(study.root, "2027-02-01", ["spelling"])
    assert path == study.root / "params/snapshots/2027-02-01.yaml"
    later = Study.open("params/snapshots/2027-02-01.yaml")
    assert later.params.models == ("lexicon", "spelling")
    assert (later.params.replicates, later.params.suite_manifest) == (2, MANIFEST)
    assert later.registered_manifest == study.root / MANIFEST
    assert later.manifest_path == study.root / "build/2027-02-01/suite_manifest.json"
    with pytest.raises(Refused, match="stands already"):
        write_snapshot(study.root, "2027-02-01")


def test_a_snapshot_of_a_suite_with_observed_prompts_needs_their_sheet(study: Study) -> None:
    write_json(study.manifest_path, {**study.manifest(), "wild": {"n_prompts": 3}})
    freeze_plan(study, "2026-12-01")
    with pytest.raises(Refused, match="--wild"):
        write_snapshot(study.root, "2027-02-01")
    write_snapshot(study.root, "2027-02-01", wild="wild/track.csv")
    assert Study.open("params/snapshots/2027-02-01.yaml").params.wild == "wild/track.csv"


def test_a_snapshot_without_a_plan_or_with_a_bad_name_or_model_is_refused(study: Study) -> None:
    with pytest.raises(MissingInput, match="prereg freeze"):
        write_snapshot(study.root, "2027-02-01")
    freeze_plan(study, "2026-12-01")
    with pytest.raises(Refused, match="small letters"):
        write_snapshot(study.root, "Feb 2027")
    with pytest.raises(Refused, match="did you mean 'spelling'"):
        write_snapshot(study.root, "2027-02-01", ["speling"])
    assert not (study.root / "params/snapshots").exists()


def test_a_snapshot_of_a_registered_suite_that_is_gone_is_missing_input(study: Study) -> None:
    freeze_plan(study, "2026-12-01")
    write_snapshot(study.root, "2027-02-01")
    (study.root / MANIFEST).unlink()
    with pytest.raises(MissingInput, match="no suite is registered"):
        _ = Study.open("params/snapshots/2027-02-01.yaml").registered_manifest
