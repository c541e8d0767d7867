"""`stimfid stability begin … work … coverage`, as a person uses them, against a real server on this machine."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner, Result

from stimfid_lib.base.errors import MissingInput, Refused, StimfidError
from stimfid_lib.cli import app
from stimfid_lib.models.build import KEY_OF
from stimfid_lib.stability.bookkeeping import BOOKS, Bookkeeping
from stimfid_lib.stability.measure.grammar import INVALID
from stimfid_lib.stability.panels.catalogue import PRIVATE
from stimfid_lib.stability.records.archive import Archive
from tests.loopback.server import Answer, serving
from tests.stability.run.protocols import private_folder, small_protocol

TODAY = datetime.now(UTC).date().isoformat()
MODEL, NEWER = "alder-1-2026", "alder-2-2027"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A private folder with a candidate only, and a roster with one vendor's model."""
    for name in KEY_OF.values():
        monkeypatch.setenv(name, "planted-key")
    monkeypatch.setenv(PRIVATE, str(private_folder(tmp_path / "panels")))
    return tmp_path


def call(folder: Path, *arguments: str, archive: bool = True, state: bool = True) -> Result:
    places = [*(["--archive", str(folder / "archive")] if archive else [])]
    places += ["--state", str(folder / "state")] if state else []
    result = CliRunner().invoke(app, ["stability", *arguments, *places])
    if result.exception is not None and not isinstance(result.exception, (SystemExit, StimfidError)):
        raise result.exception
    return result


def told(result: Result) -> str:
    assert result.exception is None, (result.exception, result.stdout)
    return " ".join(result.stdout.split())


def _roster(folder: Path, url: str) -> str:
    path = folder / "models.yaml"
    entry = {"provider": "openai", "model_id": MODEL, "access": "paid", "base_url": url, "max_tokens": 50}
    own = {"kind": "endpoint", "model_id": "cedar-1", "base_url": url}
    path.write_text(yaml.safe_dump({"models": {"alder": entry, "cedar": own}}))
    return str(path)


def _listing(*ids: str) -> Answer:
    return Answer({"object": "list", "data": [{"id": name, "object": "model", "created": 1} for name in ids]})


def test_nothing_goes_before_the_beginning(folder: Path) -> None:
    assert "has not begun" in told(call(folder, "status"))
    for command in ("due", "coverage"):
        assert isinstance(call(folder, command).exception, MissingInput)
    assert isinstance(call(folder, "budget").exception, MissingInput)


def test_a_day_of_an_archive(folder: Path) -> None:
    listed = [MODEL]
    with serving([], lambda _: _listing(*listed)) as server:
        roster = _roster(folder, server.url)
        work = ("work", "--roster", roster, "--runs", str(folder / "runs"), "--reference", "alder")
        assert "begun on" in told(call(folder, "begin", "--date", TODAY))
        assert "in the series commercial" in told(
            call(folder, "adopt", "alder", "--by", "A. Person", "--roster", roster)
        )
        assert "open_weights" in told(call(folder, "adopt", "cedar", "--by", "A. Person", "--roster", roster))
        again = call(folder, "adopt", "alder", "--by", "A. Person", "--roster", roster)
        assert "declaration alone" in str(again.exception)
        done = told(call(folder, *work))
        assert "attended" in done
        assert f"commercial alder: {MODEL} since {TODAY}" in done
        listed.append(NEWER)
        done = told(call(folder, *work))
        assert f"alarm: {NEWER} may succeed {MODEL}" in done
        assert server.requests == [], "no protocol is admitted and there is no money: no model was asked"
        bridge = ("--by", "A. Person", "--roster", roster)
        assert "no bridge is open" in str(call(folder, "bridge", "alder-9", *bridge).exception)
    due = told(call(folder, "due"))
    assert "human_review" in due
    assert "no protocol is admitted" in due
    assert told(call(folder, "act", "human_review", "--by", "A. Person", archive=False)).startswith("human_review")
    assert "human_review of" not in told(call(folder, "due"))
    coverage = told(call(folder, "coverage"))
    assert "human_review: 1 ran, 0 open, no gap" in coverage
    assert "runtime_fingerprint: 0 ran, 0 open, 1 human_absent" in coverage, "its reference is no embedded model"
    assert "subject_fingerprint: 0 ran, 0 open, 1 human_absent" in coverage, "its roster holds no prices"


def test_a_hole_ends_with_status_1(folder: Path) -> None:
    told(call(folder, "begin", "--date", "2027-01-01"))
    found = call(folder, "coverage", "--date", "2027-03-01")
    assert found.exit_code == 1
    assert "FAULT runtime_fingerprint of 2027-01-01: it did not run and has no cause" in " ".join(found.stdout.split())


def test_budget(folder: Path) -> None:
    (folder / "state").mkdir()
    (folder / "state/budget.yaml").write_text("monthly_ceiling: 40\nheartbeat_reserve: 2\nbridge_reserve: 25\n")
    found = told(call(folder, "budget", "--date", "2028-02-29"))
    assert "2028-02: 0.0 % of 40 USD is spent; rung 0 of 3" in found
    assert "sweep: 38.0000 USD left" in found
    assert "bridge: 25.0000 USD left" in found


def test_acts_that_are_commands_of_their_own(folder: Path) -> None:
    assert "stimfid stability adopt" in str(
        call(folder, "act", "generation", "--by", "A. Person", archive=False).exception
    )
    said = ("act", "not_successor", "--by", "A. Person", "--model", NEWER)
    assert "note is missing" in str(call(folder, *said, archive=False).exception)
    told(call(folder, *said, "--note", "a smaller product", archive=False))
    (entry,) = Bookkeeping(folder / "state" / BOOKS).entries("human_act")
    assert (entry["act"], entry["model_id"]) == ("not_successor", NEWER)


def test_a_declaration_is_kept(folder: Path) -> None:
    page = folder / "models.json"
    page.write_text(json.dumps([{"id": MODEL, "successor": NEWER}]))
    said = ("declare", str(page), "--old", MODEL, "--new", NEWER, "--by", "A. Person", "--date", "2028-02-29")
    assert f"{NEWER} succeeds {MODEL} (machine_readable, 2028-02-29)" in told(call(folder, *said, archive=False))
    (entry,) = Bookkeeping(folder / "state" / BOOKS).entries("declaration")
    assert (folder / f"state/declarations/{entry['sha256']}.json").read_bytes() == page.read_bytes()


def test_a_comparison_point(folder: Path) -> None:
    protocol = small_protocol()
    counts = {"A": 20, "B": 10, **dict.fromkeys(INVALID, 0)}
    point = {
        "source": "another lab",
        "subject_model_id": "elm-9-2027",
        "model_family": "elm",
        "protocol_id": protocol.protocol_id,
        "panel_sha256": protocol.panel_sha256,
        "grammar_version": 1,
        "n": 30,
        "outcomes": dict.fromkeys(("A", "A_prime", "B", "C"), counts),
    }
    path = folder / "point.json"
    path.write_text(json.dumps({**point, "n": 31, "panel_sha256": "0" * 64}))
    refused = call(folder, "compare", str(path), state=False)
    assert isinstance(refused.exception, Refused)
    assert "n is 31" in str(refused.exception)
    assert "panel_sha256 is" in str(refused.exception)
    path.write_text(json.dumps(point))
    assert "accepted: elm-9-2027" in told(call(folder, "compare", str(path), state=False))
    assert len(list(Archive(folder / "archive").records("comparison_point"))) == 1
    path.write_text("[]")
    assert "expected an object" in str(call(folder, "compare", str(path), state=False).exception)


def test_simulate_says_what_came_of_it(folder: Path) -> None:
    said = ("simulate", "--to", str(folder / "sim"), "--until", "2027-01-14", "--resamples", "10")
    found = told(call(folder, *said, archive=False, state=False))
    assert "full_sweep: before_archive_start: 24" in found
    assert "FAULT" not in found
    looked = CliRunner().invoke(
        app,
        ["stability", "coverage", "--archive", str(folder / "sim/archive"), "--state", str(folder / "sim/state")],
    )
    assert looked.exit_code == 1, "the fixtures of a simulation are not the protocols that are admitted here"
