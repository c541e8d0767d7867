"""Runs: errors are no outcomes, endings become outcomes, a complete run enters the archive once and only once."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import sha256_text
from stimfid_lib.models.completion import Completion, requested_and_sent
from stimfid_lib.stability.measure.checking import verify
from stimfid_lib.stability.records.archive import Archive
from tests.stability.run.protocols import small_panel, small_protocol
from tests.stability.run.runs import DAY, QUICK, client, small_run


def test_a_complete_run_becomes_protocol_run_trials_and_measurement(tmp_path: Path) -> None:
    run = small_run(tmp_path)
    assert run.open_calls == 120
    report = run.ask(client(run))
    assert (report.open, run.open_calls) == (0, 0)
    archive = Archive(tmp_path / "archive")
    measured = run.enter(archive, resamples=QUICK)
    assert Counter(record["record_type"] for record in archive.records()) == {
        "protocol": 1,
        "experiment_run": 1,
        "trial": 120,
        "measurement": 1,
    }
    (told,) = archive.records("experiment_run")
    assert told["run_id"] == measured["run_id"] == f"sunk_cost_fallacy__wording__v0--fake--synthetic--{DAY}--1"
    assert (told["calls"], told["errors_replaced"], told["returned_model_id"]) == (120, 0, ["fake-fake"])
    assert told["schedule_sha256"] == run.schedule.sha256
    assert told["explicitly_set"] == ["seed", "temperature"]
    assert told["request"] == {"seed": "run", "temperature": 1.0}
    trials = list(archive.records("trial"))
    assert [trial["call_index"] for trial in trials] == list(range(1, 121))
    texts = {scenario.item_id: scenario.texts for scenario in small_panel().scenarios}
    for trial, call in zip(trials, run.schedule.calls, strict=True):
        assert trial["prompt_sha256"] == sha256_text(texts[trial["item_id"]][trial["version"]])
        assert trial["outcome"] == ("B" if trial["version"] == "C" or trial["seed"] % 5 == 0 else "A")
        assert (trial["seed"], trial["trial_index"]) == (call.task.seed, call.trial_index)
    counted = {version: Counter(t["outcome"] for t in trials if t["version"] == version) for version in ("A", "B")}
    wanted = 100 * abs(counted["A"]["A"] / 30 - counted["B"]["A"] / 30)
    assert measured["gap_pct"] == pytest.approx(wanted)
    assert measured["decisions"]["B"] == [[t["item_id"], t["outcome"]] for t in trials if t["version"] == "B"]
    assert verify(tmp_path / "archive").faults == []


def test_an_error_is_no_outcome_and_is_asked_again(tmp_path: Path) -> None:
    run, failed = small_run(tmp_path), set[int | None]()

    def sometimes(prompt: str, seed: int | None) -> str | Exception:
        if (seed or 0) % 3 == 0 and seed not in failed:
            failed.add(seed)
            return ConnectionError("lost")
        return "DECISION: A"

    asked = client(run, sometimes)
    report = run.ask(asked)
    assert report.open == len(failed) == run.open_calls > 20
    with pytest.raises(Refused, match=rf"{len(failed)} of 120 calls have no answer yet.*the same command goes on"):
        run.enter(Archive(tmp_path / "archive"), resamples=QUICK)
    assert not (tmp_path / "archive" / "records.jsonl").exists()
    run.ask(asked)
    assert len(asked.calls) == 120 + len(failed), "what had an answer was not asked again"
    archive = Archive(tmp_path / "archive")
    measured = run.enter(archive, resamples=QUICK)
    assert measured["outcomes"]["A"]["A"] == 30
    (told,) = archive.records("experiment_run")
    assert (told["calls"], told["errors_replaced"]) == (120, len(failed))


@pytest.mark.parametrize(
    ("text", "finish", "ending", "outcome"),
    [
        ("DECISION: A", "stop", "complete", "A"),
        ("DECISION: A", "length", "cut", "truncated"),
        ("", "length", "cut", "empty"),
        ("DECISION: A", "refusal", "refused", "refused"),
        ("I cannot decide this.", "stop", "complete", "unparseable"),
        ("DECISION: A", "content_filter", "blocked", "blocked_upstream"),
        ("", "SAFETY", "blocked", "blocked_upstream"),
        ("", "stop", "empty", "empty"),
        ("DECISION: A", "tool_calls", "other", "off_format"),
    ],
)
def test_endings_become_outcomes(tmp_path: Path, text: str, finish: str, ending: str, outcome: str) -> None:
    run = small_run(tmp_path)
    run.ask(client(run, lambda _, seed: Completion(text, "m-2", finish_reason=finish, request=_sent(seed))))
    archive = Archive(tmp_path / "archive")
    measured = run.enter(archive, resamples=QUICK)
    trial = next(archive.records("trial"))
    assert (trial["finish_reason"], trial["ending"], trial["outcome"]) == (finish, ending, outcome)
    assert measured["outcomes"]["C"][outcome] == 30
    assert measured["returned_model_id"] == ["m-2"]
    if outcome != "A":
        assert measured["stability_pct"] is None
        assert measured["u_a"] == 1
        assert "drop_confounded" in measured["flags"]
    assert verify(tmp_path / "archive").faults == []


def _sent(seed: int | None) -> dict[str, object]:
    return requested_and_sent({"temperature": 1.0, "seed": seed}, {"model": "m", "seed": seed})


def test_entered_once_and_only_once(tmp_path: Path) -> None:
    run = small_run(tmp_path)
    run.ask(client(run))
    archive = Archive(tmp_path / "archive")
    first = run.enter(archive, resamples=QUICK)
    before = (tmp_path / "archive" / "records.jsonl").read_bytes()
    assert small_run(tmp_path).enter(archive, resamples=QUICK) == first
    assert (tmp_path / "archive" / "records.jsonl").read_bytes() == before


def test_killed_between_journal_and_chain(tmp_path: Path) -> None:
    """Whatever part of the unit is on the disk when the process dies, the next `enter` makes it whole, once."""
    run = small_run(tmp_path)
    run.ask(client(run))
    whole = Archive(tmp_path / "whole")
    run.enter(whole, resamples=QUICK)
    data = (whole.path).read_bytes()
    seal = json.loads((tmp_path / "whole" / "seal.json").read_text())
    begun = {"lines": 0, "last_sha256": "0" * 64, "next": {name: seal[name] for name in ("lines", "last_sha256")}}
    for cut in (0, 1, 700, data.index(b"\n") + 1, len(data) // 2, len(data) - 1, len(data)):
        folder = tmp_path / "killed"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "records.jsonl").write_bytes(data[:cut])
        (folder / "seal.json").write_text(json.dumps(begun))
        run.enter(Archive(folder), resamples=QUICK)
        assert (folder / "records.jsonl").read_bytes() == data
        assert json.loads((folder / "seal.json").read_text()) == seal


def test_a_protocol_is_written_again_only_where_it_changed(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive")
    for day in ("2026-12-01", "2027-01-01"):
        run = small_run(tmp_path, day=day)
        run.ask(client(run))
        run.enter(archive, resamples=QUICK)
    assert len(list(archive.records("protocol"))) == 1
    assert len({record["run_id"] for record in archive.records("measurement")}) == 2
    assert verify(tmp_path / "archive").faults == []


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    run = small_run(tmp_path)
    run.ask(client(run))
    path = run.folder / "run.json"
    path.write_text(path.read_text().replace('"n": 30', '"n": 31'))
    with pytest.raises(Refused, match=r"belongs to another run \(n: 31, now 30\): nothing was asked"):
        run.ask(client(run))
    path.write_text("{")
    with pytest.raises(Refused, match="is damaged"):
        run.ask(client(run))
    with pytest.raises(Refused, match=r"run_date = '2026-02-30'"):
        small_run(tmp_path, day="2026-02-30")


def test_another_series_is_another_run(tmp_path: Path) -> None:
    run = small_run(tmp_path, small_protocol("v1"))
    run.ask(client(run))
    measured = run.enter(Archive(tmp_path / "archive"), resamples=QUICK)
    assert (measured["n"], measured["grammar_version"]) == (120, 2)
    assert measured["n_valid"] == dict.fromkeys(("A", "A_prime", "B", "C"), 120)


def test_a_run_on_a_day_of_an_alarm_is_suspect_and_off_the_curve(tmp_path: Path) -> None:
    run = small_run(tmp_path / "runs")
    run.ask(client(run))
    measured = run.enter(Archive(tmp_path / "archive"), instrument_suspect=True, resamples=QUICK)
    assert "instrument_suspect" in measured["flags"]
    assert not measured["on_curve"]
