"""The real world against a real server on this machine: listings, a sweep that is paid for, a server that is silent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.models.build import KEY_OF
from stimfid_lib.models.roster import Roster
from stimfid_lib.stability.archive.budget import BudgetFile, no_money
from stimfid_lib.stability.archive.cadence import load_cadence
from stimfid_lib.stability.archive.keeper import Keeper
from stimfid_lib.stability.archive.live import LiveWorld
from stimfid_lib.stability.archive.succeeding import Succeeding
from stimfid_lib.stability.archive.sweeping import Sweeping
from stimfid_lib.stability.measure.checking import verify
from stimfid_lib.stability.panels.catalogue import PRIVATE
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.records.archive import Archive
from tests.loopback.openai_wire import Answer, LoopbackServer, chat, serving
from tests.stability.run.protocols import private_folder, small_protocol
from tests.stability.run.runs import QUICK

TODAY = datetime.now(UTC).date()
MODEL, NEWER = "alder-1-2026", "alder-2-2027"
PRICES = {"input": 1.0, "output": 1.0, "as_of": "2026-11-30"}
MONEY = BudgetFile(monthly_ceiling=10, heartbeat_reserve=1, bridge_reserve=0)


def _listing(*ids: str) -> Answer:
    return Answer({"object": "list", "data": [{"id": name, "object": "model", "created": 1} for name in ids]})


def _reply(body: dict[str, Any]) -> Answer:
    """Takes the dominating option of C, and A otherwise."""
    prompt = body["messages"][-1]["content"]
    return Answer(chat("DECISION: B" if "told as C" in prompt else "DECISION: A", model=body["model"]))


@pytest.fixture
def protocol(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Protocol:
    """A small protocol, admitted, in a private folder."""
    for name in KEY_OF.values():
        monkeypatch.setenv(name, "planted-key")
    folder = private_folder(tmp_path / "panels")
    monkeypatch.setenv(PRIVATE, str(folder))
    admitted = replace(small_protocol(), status="admitted", lane="guard", review={"admitted_on": "2026-01-01"})
    (folder / "protocols" / f"{admitted.protocol_id}.json").write_text(json.dumps(admitted.as_json()))
    return admitted


@contextmanager
def _open(folder: Path, protocol: Protocol, server: LoopbackServer, budget: BudgetFile = MONEY) -> Iterator[LiveWorld]:
    entry = {"provider": "openai", "model_id": MODEL, "access": "paid", "base_url": server.url}
    more = {"max_tokens": 50, "prices": PRICES}
    roster = Roster.model_validate({"models": {"alder": {**entry, **more}}})
    keeper = Keeper.of(Archive(folder / "archive"), folder / "state", budget, load_cadence(), (protocol,), forced=False)
    with keeper.ledger.writing():
        if keeper.state.start is None:
            keeper.begin(TODAY, TODAY)
            keeper.adopt("commercial", "alder", MODEL, TODAY)
        yield LiveWorld(keeper, roster, folder / "state", folder / "runs", "smollm2_135m", QUICK)


def _sweep(world: LiveWorld) -> Sweeping:
    """Today's sweep, tried once."""
    keeper = world.keeper
    for job in keeper.jobs_on(TODAY):
        keeper.open.setdefault(job.key, job)
    sweeping = Sweeping(keeper, world, TODAY, "attended")
    sweeping.run_all()
    return sweeping


def test_a_sweep_is_asked_paid_for_call_by_call_and_entered(tmp_path: Path, protocol: Protocol) -> None:
    with serving(_reply, lambda _: _listing(MODEL)) as server, _open(tmp_path, protocol, server) as world:
        assert world.sources() == ("openai",)
        assert world.listing("openai", TODAY) == [MODEL]
        assert _sweep(world).hindered == []
        assert len(server.requests) == 120
        spent = world.keeper.ledger.spent(TODAY, "sweep")
        assert spent == pytest.approx(120 * 18 / 1_000_000), (
            "11 tokens read and 7 written a call, as the server counted"
        )
        assert _sweep(world).hindered == []
        assert len(server.requests) == 120, "a second start asks nothing twice"
        assert world.keeper.state.lengths == {protocol.protocol_id: 1}
    assert verify(tmp_path / "archive", [tmp_path / "panels"]).faults == []
    (measured,) = Archive(tmp_path / "archive").records("measurement")
    assert (measured["series"], measured["model_family"], measured["subject_model_id"]) == (
        "commercial",
        "alder",
        MODEL,
    )


def test_a_purse_that_runs_empty_stops_the_run_and_the_run_goes_on_with_new_money(
    tmp_path: Path, protocol: Protocol
) -> None:
    cost = 18 / 1_000_000
    most = (70 + 64 + 50) / 1_000_000  # what is reserved a call, near enough: bytes, frame and cap
    little = BudgetFile(monthly_ceiling=30 * cost + 2 * most, heartbeat_reserve=cost, bridge_reserve=0)
    with serving(_reply, lambda _: _listing(MODEL)) as server:
        with _open(tmp_path, protocol, server, little) as world:
            ((_, cause, _),) = _sweep(world).hindered
            assert cause == "budget_halted"
            asked = len(server.requests)
            assert 10 < asked < 60
            assert world.keeper.ledger.spent(TODAY, "sweep") <= little.monthly_ceiling - little.heartbeat_reserve
        with _open(tmp_path, protocol, server) as world:
            assert _sweep(world).hindered == []
        assert len(server.requests) == 120


def test_nothing_is_sent_without_money(tmp_path: Path, protocol: Protocol) -> None:
    with (
        serving(_reply, lambda _: _listing(MODEL)) as server,
        _open(tmp_path, protocol, server, no_money()) as world,
    ):
        ((_, cause, note),) = _sweep(world).hindered
        assert (cause, note) == ("budget_halted", "the ladder stands on rung 3")
        assert server.requests == []


def test_a_run_of_an_earlier_job_is_not_gone_on_with(tmp_path: Path, protocol: Protocol) -> None:
    with serving(_reply, lambda _: _listing(MODEL)) as server, _open(tmp_path, protocol, server) as world:
        earlier = TODAY - timedelta(days=20)
        done = world.run(protocol.protocol_id, MODEL, earlier, "sweep", since=earlier)
        assert done.records[0]["run_date"] == earlier.isoformat()
        again = world.run(protocol.protocol_id, MODEL, TODAY, "sweep", since=TODAY - timedelta(days=3))
        assert again.records[0]["run_date"] == TODAY.isoformat()
        assert len(server.requests) == 240


def test_a_silent_server_is_an_outage(tmp_path: Path, protocol: Protocol) -> None:
    refusal = Answer({"error": {"message": "down", "code": None}}, 400)
    with serving(lambda _: refusal) as server, _open(tmp_path, protocol, server) as world:
        assert world.listing("openai", TODAY) is None
        ((_, cause, _),) = _sweep(world).hindered
        assert cause == "provider_outage"
        assert world.keeper.ledger.spent(TODAY, "sweep") == 0, "a refused call cost nothing"


def test_a_new_model_rings_at_once_and_a_bridge_needs_it_in_the_roster(tmp_path: Path, protocol: Protocol) -> None:
    listed = [MODEL]
    with serving(_reply, lambda _: _listing(*listed)) as server, _open(tmp_path, protocol, server) as world:
        succeeding = Succeeding(world.keeper, world, TODAY)
        for _ in range(2):
            assert succeeding.look() == set()
            succeeding.follow()
            listed.append(NEWER)
        candidate = world.keeper.state.candidates[NEWER]
        assert candidate.protocol_ids == (protocol.protocol_id,)
        assert world.source_of(NEWER) == "openai", "looked for where its family is"
        old, new = succeeding.bridge(candidate, "A. Person")
        assert old.cause == "budget_halted", "there is no reserve for bridges"
        assert new.cause == "human_absent"
        assert "not in models.yaml" in new.note
    (alarm,) = world.keeper.books.entries("bridge_alarm")
    assert (alarm["new_model_id"], alarm["day"]) == (NEWER, TODAY.isoformat())


def test_a_panel_that_was_changed_is_not_asked(tmp_path: Path, protocol: Protocol) -> None:
    path = tmp_path / "panels" / f"{protocol.panel_name}.json"
    path.write_text(path.read_text().replace("Bridge s01", "Bridge s01 indeed"))
    with serving(_reply, lambda _: _listing(MODEL)) as server, _open(tmp_path, protocol, server) as world:
        ((_, cause, note),) = _sweep(world).hindered
        assert cause == "protocol_confounded"
        assert "sha256" in note
        assert server.requests == []


def test_the_instrument_s_checks_wait_for_a_person_where_there_is_no_reference(
    tmp_path: Path, protocol: Protocol
) -> None:
    with serving(_reply, lambda _: _listing(MODEL)) as server, _open(tmp_path, protocol, server) as world:
        for attempt in (replace_reference(world).check_runtime(TODAY), replace_reference(world).check_guard(TODAY)):
            assert attempt.cause == "human_absent"
            assert "'alder' is no embedded model" in attempt.note


def replace_reference(world: LiveWorld) -> LiveWorld:
    return replace(world, reference="alder")


def test_the_heartbeat_is_paid_for_from_its_own_purse(tmp_path: Path, protocol: Protocol) -> None:
    with serving(_reply, lambda _: _listing(MODEL)) as server, _open(tmp_path, protocol, server) as world:
        assert world.check_subject(MODEL, TODAY).cause is None
        assert world.keeper.ledger.spent(TODAY, "heartbeat") == pytest.approx(24 * 18 / 1_000_000)
        assert world.keeper.ledger.spent(TODAY, "sweep") == 0
        assert world.check_subject(NEWER, date(2027, 1, 1)).cause == "human_absent"
    (entry,) = world.keeper.books.entries("subject_fingerprint")
    assert entry["subject_model_id"] == MODEL
