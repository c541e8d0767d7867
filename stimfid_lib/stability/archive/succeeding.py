"""The day's part of succession: looks at every source, raises alarms, and does what `succession.decide` says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta

from stimfid_lib.stability.archive.acts import act_entry
from stimfid_lib.stability.archive.bridge import BridgeRuns, bridge_protocols, find_runs
from stimfid_lib.stability.archive.comparison import from_measurement
from stimfid_lib.stability.archive.keeper import Keeper, model_record
from stimfid_lib.stability.archive.succession import WHAT_TO_DO, Candidate, Facts, Step, decide
from stimfid_lib.stability.archive.sweeping import review_record
from stimfid_lib.stability.archive.tenure import Tenure
from stimfid_lib.stability.archive.watch import observed_entry, of_family
from stimfid_lib.stability.archive.world import Attempt, World


@dataclass
class Succeeding:
    """One day's succession."""

    keeper: Keeper
    world: World
    day: date

    def look(self) -> set[str]:
        """Look at every source's listing, write it down, and return the sources that could not be reached."""
        keeper, silent = self.keeper, set[str]()
        for source in self.world.sources():
            ids = self.world.listing(source, self.day)
            keeper.books.append(observed_entry(self.day, source, ids, keeper.state.watch.listed(source)))
            if ids is None:
                silent.add(source)
            self._tell_degraded(source, reached=ids is not None)
        return silent

    def follow(self) -> None:
        """Raise alarms for new ids, decide about candidates, close series whose model is gone."""
        state = self.keeper.state
        news = state.watch.news()
        for tenure in self._latest():
            source = self.world.source_of(tenure.subject_model_id)
            for name in of_family(news, source, tenure.model_family) if source is not None else ():
                self._first_alarm(tenure, name)
        for candidate in list(state.candidates.values()):
            self._decide(candidate)
        for tenure in self._latest():
            if tenure.until is None and self._gone(tenure.subject_model_id):
                self._close(tenure)

    def runs_of(self, candidate: Candidate) -> BridgeRuns:
        """What was found of a candidate's bridge."""
        one = candidate
        return find_runs(self.keeper.state.runs, one.old_model_id, one.new_model_id, one.protocol_ids, one.seen_on)

    def bridge(self, candidate: Candidate, by: str) -> list[Attempt]:
        """Run what is missing of a bridge, started by a person, from its own reserve; its sweep gives way from now on.

        Raises:
            Refused: nobody is named.
        """
        keeper = self.keeper
        entry = act_entry("bridge_run", self.day, by, model_family=candidate.model_family)
        keeper.books.append({**entry, "new_model_id": candidate.new_model_id})
        found: list[Attempt] = []
        since = max(candidate.seen_on, self.day - timedelta(days=self.day.weekday()))
        for protocol_id in candidate.protocol_ids:
            for model in (candidate.old_model_id, candidate.new_model_id):
                missing = find_runs(keeper.state.runs, model, model, (protocol_id,), since).missing
                why = self.world.why_not_registered(protocol_id, model, self.day) if missing else None
                if why is not None:
                    found.append(Attempt("protocol_confounded", why))
                elif missing:
                    found.append(self.world.run(protocol_id, model, self.day, "bridge", since=since))
                    keeper.take(*found[-1].records)
        return found

    def _latest(self) -> list[Tenure]:
        state = self.keeper.state
        families = dict.fromkeys((one.series, one.model_family) for one in state.tenures)
        return [found for name in families if (found := state.latest(*name)) is not None]

    def _first_alarm(self, tenure: Tenure, new: str) -> None:
        keeper = self.keeper
        note = f"new in the listing; may succeed {tenure.subject_model_id}"
        keeper.write(model_record(new, tenure.model_family, tenure.series, self.day, "observed", note))
        old = tenure.subject_model_id
        self._ring(Candidate(tenure.series, tenure.model_family, old, new, self.day, ()))

    def _ring(self, one: Candidate) -> None:
        """Write the alarm down; where no protocol was admitted when it first rang, those of today make the bridge."""
        keeper = self.keeper
        if not one.protocol_ids:
            one = replace(one, protocol_ids=bridge_protocols(keeper.protocols, keeper.state.lengths))
        keeper.books.append(
            {
                "kind": "bridge_alarm",
                "day": self.day.isoformat(),
                "series": one.series,
                "model_family": one.model_family,
                "old_model_id": one.old_model_id,
                "new_model_id": one.new_model_id,
                "seen_on": one.seen_on.isoformat(),
                "protocol_ids": list(one.protocol_ids),
                "missing": list(self.runs_of(one).missing),
            }
        )

    def _decide(self, candidate: Candidate) -> None:
        state = self.keeper.state
        facts = Facts(
            state.declared.get(candidate.old_model_id),
            candidate.new_model_id in state.rejected,
            self._gone(candidate.old_model_id),
            self.runs_of(candidate),
        )
        for step in decide(candidate, facts):
            self._do(step, candidate, facts)

    def _do(self, step: Step, one: Candidate, facts: Facts) -> None:
        day, write = self.day.isoformat(), self.keeper.write
        whose = {"model_family": one.model_family, "series": one.series}
        pair = {"old_model_id": one.old_model_id, "new_model_id": one.new_model_id}
        match step:
            case "alarm":
                if self.keeper.state.rung_on.get(one.new_model_id) != self.day:
                    self._ring(one)
            case "bridge_found":
                runs = {"week": facts.runs.week, "protocol_ids": list(one.protocol_ids)}
                found = {**whose, **pair, **runs, "run_ids": list(facts.runs.run_ids), "decided_on": day}
                write({"record_type": "generation_bridge", **found})
            case "bridge_incomplete":
                missing = list(facts.runs.missing)
                write({"record_type": "bridge_incomplete", **whose, **pair, "as_of": day, "missing": missing})
            case "needs_review":
                reason = "the provider has declared no successor: the active model is not changed"
                detail = {**whose, **pair, "what_to_do": WHAT_TO_DO["needs_review"]}
                write(review_record(one.new_model_id, self.day, reason, detail))
            case "switch":
                bridged = one.bridged or facts.runs.complete
                note = f"succeeds {one.old_model_id}" + ("" if bridged else ", without a bridge: the curve begins anew")
                self.keeper.adopt(one.series, one.model_family, one.new_model_id, self.day, note)
            case "no_successor":
                measured = self.keeper.state.unadopted[one.new_model_id]
                note = f"succeeds nobody; {len(measured)} measurements became comparison points"
                told = model_record(one.new_model_id, one.model_family, one.series, self.day, "not_successor", note)
                write(*(from_measurement(record, self.day) for record in measured), told)

    def _gone(self, model_id: str) -> bool:
        source = self.world.source_of(model_id)
        days = self.keeper.cadence.periods.source_degraded_after.days
        return source is not None and self.keeper.state.watch.missed(source, model_id) >= days

    def _close(self, tenure: Tenure) -> None:
        days = self.keeper.cadence.periods.source_degraded_after.days
        model, day = tenure.subject_model_id, self.day.isoformat()
        closed = {
            "record_type": "series_closed",
            "model_family": tenure.model_family,
            "series": tenure.series,
            "subject_model_id": model,
            "closed_on": day,
            "reason": f"not listed for {days} days, and no successor is declared",
        }
        retired = model_record(model, tenure.model_family, tenure.series, self.day, "retired", "not listed any more")
        self.keeper.write(closed, retired)

    def _tell_degraded(self, source: str, *, reached: bool) -> None:
        keeper = self.keeper
        days = keeper.cadence.periods.source_degraded_after.days
        silent = keeper.state.watch.silent_days(source, self.day)
        last = keeper.state.statuses.get(f"source_degraded:{source}")
        if silent >= days and not self._is_degraded(source):
            keeper.status("source_degraded", self.day, {"source": source, "silent_days": silent})
        elif reached and last is not None and self._is_degraded(source):
            keeper.status("source_restored", self.day, {"source": source})

    def _is_degraded(self, source: str) -> bool:
        state = self.keeper.state
        down, up = (state.statuses.get(f"{name}:{source}") for name in ("source_degraded", "source_restored"))
        return down is not None and (up is None or up["as_of"] < down["as_of"])
