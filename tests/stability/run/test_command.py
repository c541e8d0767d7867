"""`stimfid stability run` and `verify` as a lab uses them, on the small instrument of a private folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from stimfid_lib.base.errors import MissingInput, Refused, StimfidError
from stimfid_lib.cli import app
from stimfid_lib.cli.stability.run import _leave
from stimfid_lib.models.live import Leave
from stimfid_lib.models.roster import Roster
from stimfid_lib.stability.panels.catalogue import load_protocol
from stimfid_lib.stability.panels.prereg import NotPreregistered, write_manifest
from stimfid_lib.stability.records.archive import Archive
from stimfid_lib.stability.run.begin import begin
from tests.loopback.openai_wire import Answer, Json, chat, serving
from tests.stability.run.protocols import private_folder

PROTOCOL = "sunk_cost_fallacy__wording__v0"


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a private instrument."""
    monkeypatch.setenv("STIMFID_PRIVATE_PANELS", str(private_folder(tmp_path / "private")))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _stability(*arguments: str) -> Result:
    result = CliRunner().invoke(app, ["stability", *arguments])
    if result.exception is not None and not isinstance(result.exception, (SystemExit, StimfidError)):
        raise result.exception
    return result


def _run(*arguments: str) -> Result:
    return _stability("run", "--protocol", PROTOCOL, *arguments)


def _roster(lab: Path, url: str, **more: object) -> list[str]:
    entry = {"kind": "endpoint", "base_url": url, "model_id": "org/Tiny-1b:x", "seed": "run", "temperature": "run"}
    (lab / "models.yaml").write_text(json.dumps({"models": {"tiny": entry | more}}))
    return ["--roster", str(lab / "models.yaml"), "--model", "tiny"]


def test_a_responder_runs_the_whole_path_once(lab: Path) -> None:
    first = _run("--model", "responder:wording_sensitive", "--date", "2026-12-01")
    assert first.exit_code == 0
    assert "responder-wording-sensitive: 120 of 120 answered" in first.stdout
    assert f"{PROTOCOL}--responder-wording-sensitive--synthetic--2026-12-01--1: stability " in first.stdout
    again = _run("--model", "responder:wording_sensitive", "--date", "2026-12-01")
    assert "answered" not in again.stdout, "nobody was asked"
    assert again.stdout.strip() == first.stdout.strip().splitlines()[-1]
    archive = Archive(lab / "runs" / "stability" / "archive")
    assert len(list(archive.records("measurement"))) == 1
    checked = _stability("verify")
    assert checked.exit_code == 0
    assert checked.stdout.splitlines()[-1].startswith("whole: 1 experiment_run, 1 measurement,")


def test_verify_tells_what_is_wrong_and_exits_with_1(lab: Path) -> None:
    assert isinstance(_stability("verify", str(lab / "nowhere")).exception, MissingInput)
    _run("--model", "responder:random", "--date", "2026-12-01")
    path = lab / "runs" / "stability" / "archive" / "records.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"outcome":"A"', b'"outcome":"B"', 1))
    checked = _stability("verify")
    assert checked.exit_code == 1
    assert checked.stdout.startswith("WRONG  records.jsonl, line ")


def test_no_paid_run_without_a_registered_protocol(lab: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "planted-Secret-123abc")
    result = _run("--model", "claude_free")
    assert isinstance(result.exception, NotPreregistered)
    assert str(result.exception).startswith("not_preregistered")
    assert "nothing spent" in str(result.exception)
    assert not (lab / "runs").exists(), "not even a journal was begun"


def _registered(protocol_id: str) -> None:
    """Write a manifest with one protocol, and the head of a proof that is about it."""
    manifest = write_manifest([load_protocol(protocol_id)], "0" * 40)
    head = bytes.fromhex("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294") + b"\x01\x08"
    manifest.proof.write_bytes(head + bytes.fromhex(manifest.sha256) + b"\xf0\x01a")


def test_leave_for_a_paid_run_takes_a_registered_protocol_that_passes_its_preflight(lab: Path) -> None:
    roster = Roster.model_validate(
        {"models": {"paid": {"kind": "endpoint", "base_url": "https://elsewhere.example/v1", "model_id": "m"}}}
    )
    small, shipped = (
        begin(name, "paid", roster, lab / "runs", run_date="2026-12-01")
        for name in (PROTOCOL, "risky_choice_framing__wording__v0")
    )
    _registered(PROTOCOL)
    with pytest.raises(Refused, match="nothing was asked"):  # the small instrument passes no gate
        _leave(small)
    with pytest.raises(NotPreregistered):
        _leave(shipped)
    _registered("risky_choice_framing__wording__v0")
    assert _leave(shipped) == Leave(frozenset({"paid"}), shipped.schedule.sha256)


def test_a_server_on_this_machine_is_not_gated_and_what_it_is_sent_is_recorded(lab: Path) -> None:
    def script(body: Json) -> Answer:
        return Answer(chat("DECISION: B" if "told as C" in body["messages"][0]["content"] else "**decision: a**."))

    with serving(script) as server:
        result = _run(*_roster(lab, f"{server.root}/v1"), "--date", "2026-12-01")
        assert result.exit_code == 0, result.exception
        assert len(server.requests) == 120
        assert {tuple(message["role"] for message in body["messages"]) for body in server.requests} == {("user",)}
    archive = Archive(lab / "runs" / "stability" / "archive")
    (measured,) = archive.records("measurement")
    assert measured["subject_model_id"] == "org/Tiny-1b:x"
    assert (measured["series"], measured["model_family"]) == ("open_weights", "tiny")
    assert (measured["condition_profile"], measured["returned_model_id"]) == ("default", ["loopback-1"])
    assert measured["gap_positive_pct"] == 100
    trial = next(archive.records("trial"))
    assert trial["explicitly_set"] == ["model", "seed", "temperature"]


def test_a_server_that_fails_leaves_calls_open_and_the_same_command_goes_on(lab: Path) -> None:
    failing = True

    def script(body: Json) -> Answer:
        if failing and "told as B" in body["messages"][0]["content"]:
            return Answer({"error": {"message": "no"}}, 400)
        return Answer(chat("DECISION: A"))

    with serving(script) as server:
        first = _run(*_roster(lab, f"{server.root}/v1"), "--date", "2026-12-01")
        assert first.exit_code == 1
        assert "still owed: the same command goes on" in first.stdout
        assert not (lab / "runs" / "stability" / "archive").exists()
        failing = False
        asked = len(server.requests)
        second = _run(*_roster(lab, f"{server.root}/v1"))  # no date: the begun run goes on, whatever day it is
        assert second.exit_code == 0
        assert len(server.requests) - asked == 30
    (told,) = Archive(lab / "runs" / "stability" / "archive").records("experiment_run")
    assert (told["run_date"], told["errors_replaced"], told["calls"]) == ("2026-12-01", asked - 90, 120)


def test_another_api_surface_is_another_digest(lab: Path) -> None:
    with serving(lambda _: Answer(chat("DECISION: A"))) as server:
        _run(*_roster(lab, f"{server.root}/v1"), "--date", "2026-12-01")
        _run(*_roster(lab, f"{server.root}/v1", max_tokens=99), "--date", "2026-12-02")
        _run(*_roster(lab, f"{server.root}/v1"), "--date", "2026-12-03")
    one, other, third = (
        record["api_surface_sha"] for record in Archive(lab / "runs/stability/archive").records("measurement")
    )
    assert one == third != other


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--model", "nobody"), "no model 'nobody' in the roster"),
        (("--model", "lexicon"), "generator of word lists and decides nothing"),
        (("--model", "responder:stable"), "no responder 'stable' .*perfectly_stable"),
        (("--model", "responder:random", "--profile", "free"), "has no condition profile 'free': it has 'synthetic'"),
        (("--model", "smollm2_135m", "--profile", "tight"), "condition profile 'tight'.*free, constrained"),
        (("--model", "responder:random", "--date", "yesterday"), "run_date = 'yesterday'"),
        (("--model", "responder:random", "--replicate", "0"), "replicate_index = 0"),
    ],
)
def test_what_cannot_be_run_is_refused_with_what_is_allowed(lab: Path, arguments: tuple[str, ...], told: str) -> None:
    with pytest.raises(Refused, match=told):
        raise _run(*arguments).exception or AssertionError("accepted")
    assert not (lab / "runs" / "stability" / "archive").exists()
