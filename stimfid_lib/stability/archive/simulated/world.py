"""The simulated world: providers that list, answer and fail as the script says, on a virtual clock."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any

from stimfid_lib.base.files import canonical_json, sha256_text
from stimfid_lib.base.seed import SEED
from stimfid_lib.models.completion import requested_and_sent, settings_of
from stimfid_lib.models.costs import Budget
from stimfid_lib.stability.archive.keeper import Keeper
from stimfid_lib.stability.archive.ledger import Purse
from stimfid_lib.stability.archive.purse import PurseBudget
from stimfid_lib.stability.archive.simulated import script
from stimfid_lib.stability.archive.simulated.models import SimulatedModel
from stimfid_lib.stability.archive.world import Attempt
from stimfid_lib.stability.instrument.daily import guard_of_day
from stimfid_lib.stability.instrument.state import RUNTIME, alarm_entries
from stimfid_lib.stability.instrument.subject import facts, subject_entry
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.records.trial import Reply, trial_record
from stimfid_lib.stability.records.whole_run import run_records
from stimfid_lib.stability.run.identity import RunIdentity
from stimfid_lib.stability.run.profiles import DEFAULT_PROFILE, TEMPERATURE, Profile
from stimfid_lib.stability.run.schedule import Call, Schedule
from stimfid_lib.stability.run.subject import Subject

RESAMPLES = 500
"""Of each bootstrap: twenty times quicker than the 10,000 of a real archive, and good to about half a point."""

BREAK_AFTER = 40
"""Calls after which a source that breaks off has answered its last."""


@dataclass
class SimulatedWorld:
    """Implements `world.World`; everything is a function of the script, the day and the seed.

    Attributes:
        keeper: whose archive, books and ledger are written.
        schedules: the calls of each protocol.
        resamples: see `RESAMPLES`.
        models: by id.
        begun: trials of runs that are not complete, with the day on which they began.
    """

    keeper: Keeper
    schedules: dict[str, Schedule]
    resamples: int = RESAMPLES
    models: dict[str, SimulatedModel] = field(default_factory=lambda: {one.model_id: one for one in script.MODELS})
    begun: dict[tuple[str, str], tuple[date, list[dict[str, Any]]]] = field(default_factory=dict)

    def sources(self) -> Sequence[str]:
        """Both providers."""
        return (script.NORTH, script.SOUTH)

    def source_of(self, subject_model_id: str) -> str | None:
        """Where a model is listed."""
        return self.models[subject_model_id].source

    def listing(self, source: str, day: date) -> Sequence[str] | None:
        """What a source lists on a day."""
        if any(name == source and first <= day <= last for name, first, last in script.OUTAGES):
            return None
        return [
            name
            for name, (first, gone) in script.LISTED.items()
            if self.source_of(name) == source and first <= day and (gone is None or day < gone)
        ]

    def why_not_registered(self, protocol_id: str, subject_model_id: str, day: date) -> str | None:
        """A protocol that was registered late; runs on weights that lie here are not gated."""
        late = script.REGISTERED_ON.get(protocol_id)
        if late is None or day >= late or self.source_of(subject_model_id) is None:
            return None
        return "not_preregistered: no stamped manifest lists it"

    def run(self, protocol_id: str, subject_model_id: str, day: date, purse: Purse, *, since: date) -> Attempt:
        """Ask what was not asked yet; the run is in the archive when the last call has its answer."""
        model, schedule = self.models[subject_model_id], self.schedules[protocol_id]
        key = (subject_model_id, protocol_id)
        if key in self.begun and self.begun[key][0] < since:
            del self.begun[key]
        first_day, trials = self.begun.setdefault(key, (day, []))
        identity = RunIdentity.of(schedule, _subject(model), first_day.isoformat())
        budget = self._budget(model, purse, day)
        breaks = (model.source, day) in script.BREAKS_OFF
        for call in schedule.calls[len(trials) :]:
            if breaks and len(trials) >= BREAK_AFTER:
                return Attempt("provider_outage", "the source broke off: in the middle of a run")
            price = budget.price_of_next(model.model_id, call.task.prompt)
            if not budget.reserve(price):
                return Attempt("budget_halted", "the money of the month: it ended in the middle of a run")
            reply = self._reply(model, schedule.protocol, call, identity.run_id, first_day)
            budget.charge(_answered(model, call, reply), call.task.prompt)
            budget.release(price)
            trials.append(self._trial(reply, call, schedule.protocol, identity.run_id))
        del self.begun[key]
        return Attempt(records=self._enter(schedule, identity, trials, self.keeper.suspect(first_day, day)))

    def check_runtime(self, day: date) -> Attempt:
        """The instrument's fingerprint, which differs on one day."""
        told = ["question 7: top-5 log probabilities differ"] if day == script.ALARM else []
        taken = {"kind": RUNTIME, "day": day.isoformat(), "sha256": sha256_text(f"simulated:{bool(told)}")}
        entry = {**taken, "equal": not told, "architecture": "simulated"}
        self.keeper.books.append(entry, *alarm_entries(day.isoformat(), RUNTIME, told))
        return Attempt()

    def check_guard(self, day: date) -> Attempt:
        """The day's guard protocol in rotation, flat against its baseline."""
        guards = [one.protocol_id for one in self.keeper.protocols if one.lane == "guard"]
        name = guard_of_day(guards, day.isoformat())
        flat = {"verdict": "flat", "delta_pct": 0.0, "bound_pct": 12.0, "cap_pct": 0.0}
        self.keeper.books.append({"kind": "guard_margin", "day": day.isoformat(), "protocol_id": name, **flat})
        return Attempt()

    def check_subject(self, subject_model_id: str, day: date) -> Attempt:
        """24 facts, all known, paid for call by call."""
        model = self.models[subject_model_id]
        budget = self._budget(model, "heartbeat", day)
        for fact in facts():
            price = budget.price_of_next(model.model_id, fact.prompt)
            if not budget.reserve(price):
                return Attempt("budget_halted", "the money of the month: the heartbeat's is gone")
            answer = {"usage": {"input_tokens": len(fact.prompt) // 4, "output_tokens": 6}}
            budget.charge({"model_key": model.model_id, "error": None, **answer}, fact.prompt)
            budget.release(price)
        answers = {fact.item_id: fact.accepted[0] for fact in facts()}
        entry = subject_entry(
            answers, model_id=model.model_id, returned_model_ids=[model.model_id], day=day.isoformat()
        )
        self.keeper.books.append(entry)
        return Attempt()

    def _budget(self, model: SimulatedModel, purse: Purse, day: date) -> Budget:
        if model.source is None:
            return Budget({})
        tariffs = {model.model_id: script.TARIFF}
        return PurseBudget(tariffs, self.keeper.ledger, self.keeper.budget, purse, lambda: day)

    def _reply(self, model: SimulatedModel, protocol: Protocol, call: Call, run_id: str, day: date) -> Reply:
        draw = random.Random(f"{SEED}:{run_id}:{call.index}")
        text, finish_reason = model.reply(protocol, call.item_id, call.version, day, draw)
        wishes = {"temperature": TEMPERATURE, "seed": call.task.seed}
        request = requested_and_sent(wishes, wishes)
        return Reply(text, finish_reason, model.model_id, request, call.task.seed)

    def _trial(self, reply: Reply, call: Call, protocol: Protocol, run_id: str) -> dict[str, Any]:
        return trial_record(
            reply,
            run_id=run_id,
            protocol=protocol,
            item_id=call.item_id,
            version=call.version,
            trial_index=call.trial_index,
            call_index=call.index,
            prompt_sha256=call.prompt_sha256,
        )

    def _enter(
        self, schedule: Schedule, identity: RunIdentity, trials: list[dict[str, Any]], suspect: bool
    ) -> tuple[dict[str, Any], ...]:
        wishes = {"temperature": TEMPERATURE, "seed": 0}
        settings = {**settings_of(requested_and_sent(wishes, wishes)), "simulated": True}
        run = {
            **asdict(identity),
            "api_surface_sha": sha256_text(canonical_json({"kind": "simulated", "settings": settings})),
            "request": settings,
            "errors_replaced": 0,
        }
        known = self.keeper.state.protocols.get(identity.protocol_id)
        records = run_records(
            schedule.protocol,
            run,
            trials,
            [] if known is None else [known],
            instrument_suspect=suspect,
            resamples=self.resamples,
        )
        self.keeper.archive.extend(records)
        return tuple(record for record in records if record["record_type"] != "trial")


def _subject(model: SimulatedModel) -> Subject:
    return Subject(_key(model), model.model_id, model.series, model.model_family, Profile(DEFAULT_PROFILE))


def _key(model: SimulatedModel) -> str:
    return model.model_id.replace(".", "-")


def _answered(model: SimulatedModel, call: Call, reply: Reply) -> dict[str, Any]:
    """An attempt as the ledger's tariff reads it."""
    usage = {"input_tokens": len(call.task.prompt) // 4, "output_tokens": len(reply.text) // 3}
    return {"model_key": model.model_id, "usage": usage, "error": None}
