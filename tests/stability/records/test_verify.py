"""`verify` against an attacker who makes the chain anew after every change."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.paths import repo_root
from stimfid_lib.stability.measure.chain import START, canonical, sha256_of
from stimfid_lib.stability.measure.checking import verify
from stimfid_lib.stability.measure.runs import same
from stimfid_lib.stability.records.archive import Archive
from tests.stability.run.protocols import private_folder
from tests.stability.run.runs import QUICK, client, small_run

Records = list[dict[str, Any]]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with one run, and the folder of its panel beside it."""
    root = tmp_path_factory.mktemp("sound")
    run = small_run(root)
    run.ask(client(run))
    run.enter(Archive(root / "archive"), resamples=QUICK)
    private_folder(root / "panels")
    return root


def _remade(sound: Path, folder: Path, change: Callable[[Records], object]) -> Path:
    """Copy the archive, change its records, and make chain and seal anew, as somebody who knows the format would."""
    records: Records = [json.loads(line) for line in (sound / "archive" / "records.jsonl").read_text().splitlines()]
    change(records)
    last, lines = START, list[str]()
    for record in records:
        lines.append(canonical({**record, "prev_sha256": last}))
        last = sha256_of(lines[-1].encode())
    (folder / "archive").mkdir()
    (folder / "archive" / "records.jsonl").write_text("".join(f"{line}\n" for line in lines))
    (folder / "archive" / "seal.json").write_text(json.dumps({"lines": len(lines), "last_sha256": last, "next": None}))
    return folder / "archive"


def _first(records: Records, kind: str) -> dict[str, Any]:
    return next(record for record in records if record["record_type"] == kind)


def _set(kind: str, **values: Any) -> Callable[[Records], object]:
    return lambda records: _first(records, kind).update(values)


def _swap(records: Records) -> None:
    records[10], records[11] = records[11], records[10]


def _another_reply(records: Records) -> None:
    """Text, outcome and decisions changed alike; the statistics stay."""
    trial = _first(records, "trial")
    other = "A" if trial["outcome"] == "B" else "B"
    trial.update(text=f"DECISION: {other}", outcome=other)
    _first(records, "measurement")["decisions"][trial["version"]][0][1] = other


def _with_another_flag(records: Records) -> None:
    _first(records, "measurement").update(flags=["not_reading"], on_curve=False)


def _one_sided(records: Records) -> None:
    for kind in ("protocol", "measurement"):
        _first(records, kind).update(lane="open", twin_id="sunk_cost_fallacy__anchoring__v0")
    other = {**_first(records, "protocol"), "protocol_id": "sunk_cost_fallacy__anchoring__v0", "twin_id": None}
    other |= {"rewording_type": "anchoring", "lane": "guard"}
    hashed = {name: other[name] for name in sorted(other) if name not in NOT_HASHED}
    records.append(other | {"protocol_sha256": sha256_of(canonical(hashed).encode())})


NOT_HASHED = {
    *("record_type", "schema_version", "schema_sha256", "prev_sha256", "protocol_sha256"),
    *("status", "lane", "twin_id"),
}


def test_a_sound_archive_is_whole(sound: Path, tmp_path: Path) -> None:
    report = verify(sound / "archive", [sound / "panels"])
    assert report.faults == []
    assert report.notes == ["1 measurements have other than 10,000 resamples, as tests and simulations do"]
    assert report.counted["trial"] == 120
    assert report.counted["measurements computed again"] == 1
    remade = _remade(sound, tmp_path, len)
    assert (remade / "records.jsonl").read_bytes() == (sound / "archive" / "records.jsonl").read_bytes()


def test_without_the_panel_s_texts_prompts_are_not_compared_and_it_is_said(sound: Path) -> None:
    report = verify(sound / "archive")
    assert report.faults == []
    assert any("the texts of their panel are not here" in note for note in report.notes)


@pytest.mark.parametrize(
    "field",
    [
        *("stability_pct", "ci_low_pct", "ci_high_pct", "gap_pct", "gap_null_pct", "gap_positive_pct"),
        *("null_floor_pct", "entropy_a", "entropy_b", "u_a", "u_c", "drop_bound_pct_ab", "scenario_concentration_pct"),
    ],
)
def test_each_edited_statistic_is_found(sound: Path, tmp_path: Path, field: str) -> None:
    def nudge(records: Records) -> None:
        measured = _first(records, "measurement")
        measured[field] = measured[field] * 0.999 + 0.0005

    report = verify(_remade(sound, tmp_path, nudge), [sound / "panels"])
    assert len(report.faults) == 1
    assert "line 123: run sunk_cost_fallacy__wording__v0--fake" in report.faults[0]
    assert f": {field} is " in report.faults[0]
    assert "computed again from its trials" in report.faults[0]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_with_another_flag, "flags is ['not_reading'], computed again"),
        (_another_reply, "computed again from its trials"),
        (_set("trial", outcome="unparseable"), "the grammar reads"),
        (_set("trial", text="DECISION: B and A"), "the grammar reads 'unparseable' in its text"),
        (_set("trial", seed=1), "its schedule_sha256 is not that of its trials' order"),
        (_set("trial", prompt_sha256="0" * 64), "1 prompts are not those of sunk_cost_fallacy__wording.json"),
        (_set("protocol", theta_positive_pct=1), "its protocol_sha256 is not that of what it says"),
        (_set("protocol", n=120), "its protocol_sha256 is not that of what it says"),
        (_set("protocol", n=120), "it cannot be measured: version A: 30 decisions, wanted are n = 120"),
        (
            _set("experiment_run", subject_model_id="better-model"),
            "subject_model_id is 'fake-1', the run says 'better-",
        ),
        (_set("experiment_run", calls=121), "121 were made"),
        (_set("measurement", run_date="2026-12-02"), "run_date is '2026-12-02', the run says '2026-12-01'"),
        (_set("measurement", lane="open"), "lane is 'open', the protocol says None"),
        (_set("measurement", beauty=1), "unknown field 'beauty'"),
        (_set("trial", schema_sha256="0" * 64), "schema_sha256 is 000000000000…"),
        (_swap, "a trial was moved or taken out"),
        (lambda records: records.pop(10), "119 trials stand here, 120 were made; 1 are missing"),
        (lambda records: records.insert(11, dict(records[10])), "stands in line 11 already"),
        (lambda records: records.pop(1), "it has 0 experiment_run and 1 measurement, not one each"),
        (lambda records: records.pop(), "0 measurement, not one each"),
        (lambda records: records.append(dict(records[-1])), "2 measurement, not one each"),
        (lambda records: records.pop(0), "no record of the protocol sunk_cost_fallacy__wording__v0 stands before it"),
        (lambda records: records.append(records.pop(0)), "no record of the protocol"),
        (_one_sided, "names sunk_cost_fallacy__anchoring__v0 as its twin, which names None"),
    ],
)
def test_what_an_attacker_changed_is_found(
    sound: Path, tmp_path: Path, change: Callable[[Records], object], told: str
) -> None:
    report = verify(_remade(sound, tmp_path, change), [sound / "panels"])
    assert any(told in fault for fault in report.faults), report.faults


def test_trials_without_a_text_are_told(sound: Path, tmp_path: Path) -> None:
    report = verify(_remade(sound, tmp_path, _set("trial", text=None)), [sound / "panels"])
    assert report.faults == []
    assert "1 trials tell no text, so that their outcomes could not be read again" in report.notes


def test_a_changed_panel_is_found(sound: Path, tmp_path: Path) -> None:
    shutil.copytree(sound / "panels", tmp_path / "panels")
    path = tmp_path / "panels" / "sunk_cost_fallacy__wording.json"
    path.write_text(path.read_text().replace("Bridge s07, told as B", "Bridge s07, told as  B"))
    faults = verify(sound / "archive", [tmp_path / "panels"]).faults
    assert len(faults) == 1
    assert faults[0].endswith("the panel was changed")
    assert verify(sound / "archive", [sound / "panels", tmp_path / "panels"]).faults == [], "the right one is there too"
    path.write_text("{}")
    assert "is no panel file" in verify(sound / "archive", [tmp_path / "panels"]).faults[0]


def test_bytes_that_were_changed_are_told_with_their_line(sound: Path, tmp_path: Path) -> None:
    shutil.copytree(sound / "archive", tmp_path / "archive")
    path = tmp_path / "archive" / "records.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for number in (1, 60, 123):
        changed = lines[number - 1].replace(b'"protocol_id":"sunk', b'"protocol_id":"sunK')
        path.write_bytes(b"".join([*lines[: number - 1], changed, *lines[number:]]))
        (fault,) = verify(tmp_path / "archive").faults
        assert fault.startswith(f"records.jsonl, line {number}: ")
    path.write_bytes(b"".join(lines) + lines[3][:40])
    (fault,) = verify(tmp_path / "archive").faults
    assert "line 124: a write was killed before it was whole" in fault


def test_an_outsider_runs_it_without_installing_anything(sound: Path, tmp_path: Path) -> None:
    shutil.copytree(repo_root() / "stimfid_lib" / "stability" / "measure", tmp_path / "measure")
    command = [sys.executable, "-I", "-S", str(tmp_path / "measure" / "verify.py")]
    arguments = [str(sound / "archive"), "--panels", str(sound / "panels")]
    told = subprocess.run([*command, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines()[-1].startswith("whole: 1 experiment_run, 1 measurement,")
    edited = _remade(sound, tmp_path, _set("measurement", gap_pct=0))
    told = subprocess.run([*command, str(edited)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert "gap_pct is 0, computed again" in told.stdout
    told = subprocess.run([*command, str(tmp_path)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (2, "")


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (1.0, 1, True),
        (True, 1, False),
        (None, 0, False),
        (90.0, 90.0 + 1e-9, True),
        (90.0, 90.00001, False),
        ({"a": [1.5]}, {"a": [1.5]}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ([1, 2], [1], False),
        ("x", "x", True),
    ],
)
def test_equal_within_the_last_digits(one: object, other: object, equal: bool) -> None:
    assert same(one, other) is equal
