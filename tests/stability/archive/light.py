"""The simulated world without its trials: a run is one measurement and one payment, so that two years take seconds.

Everything else is the real thing: script, person, keeper, work, books, ledger and chain.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from stimfid_lib.base.files import write_text
from stimfid_lib.stability.archive.budget import load_budget
from stimfid_lib.stability.archive.cadence import load_cadence
from stimfid_lib.stability.archive.days import each_day
from stimfid_lib.stability.archive.keeper import Keeper
from stimfid_lib.stability.archive.ledger import Purse
from stimfid_lib.stability.archive.purse import room
from stimfid_lib.stability.archive.simulated import script
from stimfid_lib.stability.archive.simulated.person import Person
from stimfid_lib.stability.archive.simulated.world import SimulatedWorld
from stimfid_lib.stability.archive.work import Work
from stimfid_lib.stability.archive.world import Attempt
from stimfid_lib.stability.measure.measurement import measure
from stimfid_lib.stability.panels.scenario import ITEMS
from stimfid_lib.stability.records.archive import Archive
from tests.stability.archive.instrument import all_schedules, protocols

COST = 0.1538
"""What a run of 120 calls costs in the real simulation, near enough."""


HEARTBEAT = 0.00425
"""What 24 facts cost there."""


@cache
def _statistics(protocol_id: str, lost: bool) -> dict[str, Any]:
    shares = {"A": "AB", "A_prime": "AB", "B": "BB", "C": "BB"}
    decisions = {
        version: [[item, pair[i % 2]] for i, item in enumerate((*ITEMS, *ITEMS))] for version, pair in shares.items()
    }
    if lost:
        decisions["B"] = [[item, "truncated"] for item, _ in decisions["B"]]
    return measure(
        decisions,
        options=("A", "B"),
        n=30,
        theta_positive_pct=15,
        scenario_dominated_share_pct=40,
        protocol_id=protocol_id,
        run_date="2027-01-01",
        subject_model_id="m",
        resamples=1,
    )


@dataclass
class LightWorld(SimulatedWorld):
    """Runs as one measurement each, fingerprints as one payment; `asked` lists the runs."""

    asked: list[tuple[date, str, str, Purse]] = field(default_factory=list)

    def run(self, protocol_id: str, subject_model_id: str, day: date, purse: Purse, *, since: date) -> Attempt:  # noqa: ARG002 - runs are whole here
        model = self.models[subject_model_id]
        if (model.source, day) in script.BREAKS_OFF:
            return Attempt("provider_outage", "the source broke off")
        keeper = self.keeper
        if model.source is not None:
            if room(keeper.ledger, keeper.budget, purse, day) < COST:
                return Attempt("budget_halted", "the purse might have been passed")
            keeper.ledger.bill(purse, day, COST, model.model_id)
        self.asked.append((day, protocol_id, subject_model_id, purse))
        lost = any(name == protocol_id and begin <= day < end for name, begin, end in model.loses)
        protocol = self.schedules[protocol_id].protocol
        statistics = dict(_statistics(protocol_id, lost))
        if keeper.suspect(day, day):
            statistics = {**statistics, "flags": [*statistics["flags"], "instrument_suspect"], "on_curve": False}
        record = {
            "record_type": "measurement",
            "run_id": f"{protocol_id}--{subject_model_id}--{day}",
            "run_date": day.isoformat(),
            "protocol_id": protocol_id,
            "subject_model_id": subject_model_id,
            "series": model.series,
            "model_family": model.model_family,
            "condition_profile": "default",
            "replicate_index": 1,
            **dict.fromkeys(("api_surface_sha", "extractor_sha", "analysis_code_sha"), "0" * 64),
            "panel_sha256": protocol.panel_sha256,
            "protocol_sha256": protocol.protocol_sha256,
            "n": 30,
            "grammar_version": 1,
            "returned_model_id": [subject_model_id],
            "rewording_type": protocol.rewording_type,
            "lane": protocol.lane,
            "twin_id": protocol.twin_id,
            **statistics,
        }
        keeper.archive.append(record)
        return Attempt(records=(record,))

    def check_subject(self, subject_model_id: str, day: date) -> Attempt:
        self.keeper.ledger.bill("heartbeat", day, HEARTBEAT, subject_model_id)
        told = {"kind": "subject_fingerprint", "day": day.isoformat(), "subject_model_id": subject_model_id}
        self.keeper.books.append({**told, "outcomes": {}, "known": 24})
        return Attempt()


def keeper_in(folder: Path, budget: dict[str, Any] | None = None) -> Keeper:
    """The keeper of an archive in a folder, read from what stands there."""
    state = folder / "state"
    if not (state / "budget.yaml").exists():
        write_text(state / "budget.yaml", yaml.safe_dump(budget or script.BUDGET))
    archive = Archive(folder / "archive")
    return Keeper.of(archive, state, load_budget(state), load_cadence(), protocols(), forced=False)


def worlds(keeper: Keeper, folder: Path) -> tuple[LightWorld, Person, Work]:
    """World, person and work around a keeper."""
    world = LightWorld(keeper, all_schedules())
    return world, Person(keeper, world, folder / "state"), Work(keeper, world)


def live_through(folder: Path, last: date, *, anew_on: frozenset[date] = frozenset()) -> tuple[Keeper, LightWorld]:
    """The script up to a day; on some days keeper and world are made anew from the files, as after a kill."""
    keeper = keeper_in(folder)
    world, person, work = worlds(keeper, folder)
    first = script.START
    for stop in (*sorted(day for day in anew_on if day <= last), None):
        with keeper.archive, keeper.books, keeper.ledger.writing():
            if keeper.state.start is None:
                keeper.begin(script.EPOCH, script.START, simulated=True)
            for day in each_day(first, last):
                if day == stop:
                    break
                if not any(begin <= day <= end for begin, end in script.MACHINE_DOWN):
                    person.day(day)
                    work.day(day)
        if stop is not None:
            asked, first = world.asked, stop
            keeper = keeper_in(folder)
            keeper.take_up(stop)
            world, person, work = worlds(keeper, folder)
            world.asked = asked
    return keeper, world
