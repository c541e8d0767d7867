"""The script's two years through the code that works each day; expected are the script's own days, worked out by hand.

Sweeps begin on day 0, 30, 60 … of the epoch and are open for seven days.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.stability.archive.keeper import Keeper
from stimfid_lib.stability.archive.series import curves
from stimfid_lib.stability.archive.simulated import script
from tests.stability.archive.light import LightWorld, live_through

pytestmark = pytest.mark.slow

ALDER, ALDER_3, ALDER_4 = "alder-2.1-20261104", "alder-3.0-20271012", "alder-4.0-20281105"
BIRCH, SMALL = "birch-large-20260812", "birch-small-20280301"


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Keeper, LightWorld, list[dict[str, Any]]]]:
    """Two years, with the disk's forced writes left out: they cost half a minute and decide nothing here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        keeper, world = live_through(tmp_path_factory.mktemp("years"), script.END)
        yield keeper, world, list(keeper.archive.records())


def _of(records: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [record for record in records if record["record_type"] == kind]


def _gaps(records: list[dict[str, Any]], job: str) -> Counter[tuple[str, str, str]]:
    gaps = [gap for gap in _of(records, "coverage_gap") if gap["job"] == job]
    return Counter((gap["scheduled_on"], gap["subject_model_id"] or "", gap["cause"]) for gap in gaps)


def test_every_job_ran_or_has_exactly_one_cause(lived: tuple[Keeper, LightWorld, list[dict[str, Any]]]) -> None:
    keeper, _, _ = lived
    found = keeper.coverage(script.END)
    assert found.faults == []
    assert found.open.keys() <= {"release_publish", "strategy_review", "full_sweep", "coverage_publish"} | {
        *("human_review", "checkpoint_sign", "self_revision", "integrity_declaration")
    }
    assert set(found.by_cause()) == {
        *("before_archive_start", "budget_halted", "dormant", "provider_outage", "protocol_confounded"),
        *("human_absent", "generation_retired_early", "generation_bridge"),
    }, "all eight happen"


def test_each_sweep_that_is_missing_has_the_cause_of_what_happened(
    lived: tuple[Keeper, LightWorld, list[dict[str, Any]]],
) -> None:
    both = {ALDER: 12, BIRCH: 12}
    expected = {
        ("2027-01-01", "before_archive_start"): both,
        ("2027-03-02", "provider_outage"): {ALDER: 1},  # not registered either; the outage of its days comes first
        ("2027-03-02", "protocol_confounded"): {BIRCH: 1},
        ("2027-04-01", "budget_halted"): both,
        ("2027-06-30", "provider_outage"): {BIRCH: 12},
        ("2027-11-27", "protocol_confounded"): {BIRCH: 1},
        ("2027-11-27", "generation_bridge"): {ALDER: 8},
        ("2027-12-27", "protocol_confounded"): {BIRCH: 1},
        ("2028-03-26", "generation_bridge"): {BIRCH: 8},
        **{(day, "human_absent"): {ALDER_3: 12, BIRCH: 12} for day in ("2028-06-24", "2028-07-24", "2028-08-23")},
        ("2028-09-22", "dormant"): {ALDER_3: 12, BIRCH: 12},
        ("2028-11-21", "generation_retired_early"): {BIRCH: 12},
    }
    found = _gaps(lived[2], "full_sweep")
    january = {key: count for key, count in found.items() if key[0] == "2027-01-31"}
    assert set(january.values()) == {1}, "the unregistered protocol alone"
    assert {cause for _, _, cause in january} <= {"budget_halted", "protocol_confounded"}, "the ladder may be first"
    assert {key: count for key, count in found.items() if key not in january} == {
        (day, model, cause): count for (day, cause), models in expected.items() for model, count in models.items()
    }


def test_fingerprints_are_missing_on_the_days_of_the_script(
    lived: tuple[Keeper, LightWorld, list[dict[str, Any]]],
) -> None:
    by_cause: dict[str, set[str]] = {}
    for (day, model, cause), count in _gaps(lived[2], "subject_fingerprint").items():
        assert count == 1
        by_cause.setdefault(f"{cause} {model}", set()).add(day)

    def days(first: str, last: str) -> set[str]:
        begin, end = date.fromisoformat(first), date.fromisoformat(last)
        return {(begin + timedelta(days=number)).isoformat() for number in range((end - begin).days + 1)}

    assert by_cause == {
        f"before_archive_start {ALDER}": days("2027-01-01", "2027-01-11"),
        f"before_archive_start {BIRCH}": days("2027-01-01", "2027-01-11"),
        f"provider_outage {ALDER}": days("2027-03-02", "2027-03-04"),
        f"provider_outage {BIRCH}": days("2027-06-28", "2027-07-10"),
        f"human_absent {ALDER}": days("2027-12-20", "2027-12-22"),
        f"human_absent {BIRCH}": days("2027-12-20", "2027-12-22"),
        f"dormant {ALDER_3}": days("2028-09-11", "2028-10-01"),
        f"dormant {BIRCH}": days("2028-09-11", "2028-10-01"),
        f"generation_retired_early {BIRCH}": days("2028-11-20", "2028-11-25"),
        f"generation_retired_early {ALDER_3}": days("2028-11-28", "2028-12-03"),
    }


def test_the_ladder_s_every_rung_was_reached_and_no_ceiling_passed(
    lived: tuple[Keeper, LightWorld, list[dict[str, Any]]],
) -> None:
    keeper, world, _ = lived
    assert {entry["rung"] for entry in keeper.books.entries("budget_decision")} == {0, 1, 2, 3}
    for month, purses in keeper.ledger.months().items():
        assert (
            purses.get("sweep", 0) + purses["heartbeat"]
            <= keeper.budget.ceiling(date.fromisoformat(f"{month}-01")) + 1e-9
        )
    assert keeper.ledger.spent_ever("bridge") <= keeper.budget.bridge_reserve
    april = [run for run in world.asked if f"{run[0]:%Y-%m}" == "2027-04"]
    assert april == [], "a month without money"


def test_succession(lived: tuple[Keeper, LightWorld, list[dict[str, Any]]]) -> None:
    keeper, world, records = lived
    models = [(m["observed_on"], m["subject_model_id"], m["state"]) for m in _of(records, "subject_model")]
    assert [found for found in models if found[1] in (ALDER_3, ALDER_4, SMALL)] == [
        ("2027-10-12", ALDER_3, "observed"),
        ("2028-01-15", ALDER_3, "active"),
        ("2028-03-01", SMALL, "observed"),
        ("2028-03-15", SMALL, "not_successor"),
        ("2028-11-05", ALDER_4, "observed"),
        ("2028-12-04", ALDER_3, "superseded"),
        ("2028-12-04", ALDER_4, "active"),
    ]
    bridges = _of(records, "generation_bridge")
    assert [(b["decided_on"], b["new_model_id"], b["week"], len(b["run_ids"])) for b in bridges] == [
        ("2027-11-22", ALDER_3, "2027-W47", 8),
        ("2028-03-06", SMALL, "2028-W10", 8),
    ]
    assert sum(purse == "bridge" for *_, purse in world.asked) == 16
    assert [(r["as_of"], r["new_model_id"]) for r in _of(records, "bridge_incomplete")] == [("2028-12-04", ALDER_4)]
    assert [(r["closed_on"], r["subject_model_id"]) for r in _of(records, "series_closed")] == [("2028-11-26", BIRCH)]
    points = _of(records, "comparison_point")
    assert [(point["received_on"], point["subject_model_id"]) for point in points] == [("2028-03-15", SMALL)] * 4
    reviews = {review["subject"]: review["as_of"] for review in _of(records, "needs_review")}
    assert reviews[ALDER_3] == "2027-11-22"
    assert reviews[SMALL] == "2028-03-06"
    assert ALDER_4 not in reviews, "it was declared before its bridge failed"
    alarms = Counter(entry["new_model_id"] for entry in keeper.books.entries("bridge_alarm"))
    assert alarms == {ALDER_3: 41, SMALL: 5, ALDER_4: 29}, "every day from the first listing until both runs were found"


def test_no_run_asked_a_model_that_is_not_active_but_for_bridges(
    lived: tuple[Keeper, LightWorld, list[dict[str, Any]]],
) -> None:
    keeper, world, _ = lived
    for day, protocol_id, model, purse in world.asked:
        holds = [one for one in keeper.state.tenures if one.subject_model_id == model and one.holds_on(day)]
        assert holds or purse == "bridge", (day, protocol_id, model)


def test_absence_and_alarms_are_told(lived: tuple[Keeper, LightWorld, list[dict[str, Any]]]) -> None:
    told = [(record["state"], record["as_of"]) for record in _of(lived[2], "status")]
    assert [found for found in told if found[0] != "coverage_publish"] == [
        ("begun", "2027-01-12"),
        ("source_degraded", "2027-07-04"),
        ("source_restored", "2027-07-11"),
        ("unattended", "2027-12-23"),
        ("vacation", "2028-05-29"),
        ("dormant", "2028-09-11"),
        ("attended", "2028-10-02"),
    ]
    published = {day for state, day in told if state == "coverage_publish"}
    assert "2027-08-03" in published, "held back by the alarm of 2027-07-28 until a person decided"
    assert not published & {f"2027-07-{day}" for day in (28, 29, 30, 31)}
    suspect = {m["run_date"] for m in _of(lived[2], "measurement") if "instrument_suspect" in m["flags"]}
    assert suspect == {"2027-07-30"}


def test_curves_cross_nothing_and_break_where_no_bridge_stands(
    lived: tuple[Keeper, LightWorld, list[dict[str, Any]]],
) -> None:
    found = curves(lived[2])
    assert {(name[0], name[1]) for name in found} == {
        ("commercial", "alder"),
        ("commercial", "birch"),
        ("open_weights", "cedar"),
    }
    assert all(point.subject_model_id != SMALL for points in found.values() for point in points)


def test_made_anew_from_its_files_on_any_day_it_goes_on_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    last = date(2027, 3, 12)
    one, _ = live_through(tmp_path / "one", last)
    stops = frozenset(date(2027, 1, 12) + timedelta(days=number) for number in range(1, 60, 3))
    other, _ = live_through(tmp_path / "other", last, anew_on=stops)
    assert (tmp_path / "one/archive/records.jsonl").read_bytes() == (
        tmp_path / "other/archive/records.jsonl"
    ).read_bytes()
    assert (tmp_path / "one/state/books.jsonl").read_bytes() == (tmp_path / "other/state/books.jsonl").read_bytes()
    assert one.coverage(last) == other.coverage(last)
