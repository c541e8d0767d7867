"""What the archive and its books say together, folded one record and one entry at a time; nothing is stored twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any, Self

from stimfid_lib.stability.archive.bridge import Ran
from stimfid_lib.stability.archive.coverage import key_of
from stimfid_lib.stability.archive.days import parse_day
from stimfid_lib.stability.archive.evidence import Evidence
from stimfid_lib.stability.archive.jobs import Key
from stimfid_lib.stability.archive.succession import Candidate
from stimfid_lib.stability.archive.tenure import Tenure
from stimfid_lib.stability.archive.watch import Watch

CONFOUNDED_AFTER = 2
"""So many measurements in a row with lost responses beyond the bound, and a protocol waits for a person."""

_INSTRUMENT = ("runtime_fingerprint", "instrument_alarm", "instrument_recovery")


class State:
    """The archive as it stands; see `Keeper` for what is done with it."""

    def __init__(self) -> None:
        self.epoch: date | None = None
        self.start: date | None = None
        self.concluded_on: date | None = None
        self.tenures: list[Tenure] = []
        self._alarms: dict[str, Candidate] = {}
        self._bridged: set[str] = set()
        self._incomplete: set[str] = set()
        self._decided: set[str] = set()
        self.rung_on: dict[str, date] = {}
        self.gaps: dict[Key, str] = {}
        self.lengths: Counter[str] = Counter()
        self.runs: list[Ran] = []
        self.unadopted: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
        self.protocols: dict[str, Mapping[str, Any]] = {}
        self.statuses: dict[str, Mapping[str, Any]] = {}
        self.reviews: set[str] = set()
        self.evidence = Evidence()
        self.watch = Watch()
        self.declared: dict[str, str] = {}
        self.rejected: set[str] = set()
        self.hindered: defaultdict[Key, dict[str, str]] = defaultdict(dict)
        self._confounded: defaultdict[tuple[str, str], list[tuple[date, bool]]] = defaultdict(list)
        self._readmitted: dict[str, date] = {}
        self.last_act: date | None = None
        self.last_worked: date | None = None
        self.last_moment: datetime | None = None
        self.instrument: list[Mapping[str, Any]] = []
        self.rungs: dict[str, int] = {}
        self.rung_now: tuple[str, int] | None = None

    @classmethod
    def of(cls, records: Iterable[Mapping[str, Any]], entries: Iterable[Mapping[str, Any]]) -> Self:
        """Fold everything; in which order records and entries come does not matter."""
        state = cls()
        for record in records:
            state.take_record(record)
        for entry in entries:
            state.take_entry(entry)
        state.watch.news()
        return state

    def take_record(self, record: Mapping[str, Any]) -> None:
        """Take the next record of the archive."""
        self.evidence.take_record(record)
        match record["record_type"]:
            case "measurement":
                self._take_measurement(record)
            case "coverage_gap":
                self.gaps[key_of(record)] = record["cause"]
            case "protocol":
                self.protocols[record["protocol_id"]] = record
            case "subject_model":
                self._take_model(record)
            case "generation_bridge":
                self._bridged.add(record["new_model_id"])
            case "bridge_incomplete":
                self._incomplete.add(record["new_model_id"])
            case "needs_review":
                self.reviews.add(record["subject"])
            case "series_closed":
                self._end(record["subject_model_id"], parse_day(record["closed_on"]))
            case "status":
                self._take_status(record)

    def take_entry(self, entry: Mapping[str, Any]) -> None:
        """Take the next entry of the books."""
        self.evidence.take_entry(entry)
        self.watch.take(entry)
        day, kind = parse_day(str(entry["day"])), entry["kind"]
        match kind:
            case "human_act":
                self.last_act = day if self.last_act is None else max(self.last_act, day)
                if entry["act"] == "not_successor":
                    self.rejected.add(entry["model_id"])
                elif entry["act"] == "protocol_readmitted":
                    self._readmitted[entry["protocol_id"]] = day
            case "instrument_recovery":
                self.last_act = day if self.last_act is None else max(self.last_act, day)
            case "declaration":
                self.declared[entry["old_model_id"]] = entry["new_model_id"]
            case "worked":
                self.last_worked = day
                told = entry.get("at")
                self.last_moment = datetime.fromisoformat(told) if told else datetime.combine(day, time(), UTC)
                for *key, cause, note in entry["hindered"]:
                    self.hindered[key[0], key[1], key[2], key[3], key[4]].setdefault(cause, note)
            case "bridge_alarm":
                before = self._alarms.get(entry["new_model_id"])
                if before is None or not before.protocol_ids:  # fixed by the first alarm that could name any
                    self._alarms[entry["new_model_id"]] = candidate_of(entry)
                self.rung_on[entry["new_model_id"]] = day
            case "budget_decision":
                self.rungs[entry["month"]] = max(self.rungs.get(entry["month"], 0), entry["rung"])
                self.rung_now = (entry["month"], entry["rung"])
        if kind in _INSTRUMENT:
            self.instrument.append(entry)

    @property
    def candidates(self) -> dict[str, Candidate]:
        """New models about which nothing is decided yet, by id, in the order in which they were seen."""
        return {
            name: replace(
                found,
                bridged=name in self._bridged,
                incomplete=name in self._incomplete,
                under_review=name in self.reviews,
            )
            for name, found in self._alarms.items()
            if name not in self._decided
        }

    def suspended(self, model_id: str, protocol_id: str) -> bool:
        """Tell whether a protocol waits for a person: the last measurements all lost too many responses.

        Only those count that were made after a person last admitted it again.
        """
        since = self._readmitted.get(protocol_id)
        judged = [lost for day, lost in self._confounded[model_id, protocol_id] if since is None or day > since]
        return len(judged) >= CONFOUNDED_AFTER and all(judged[-CONFOUNDED_AFTER:])

    def adopted(self, model_id: str) -> bool:
        """Tell whether a model is, or was, active in a series."""
        return any(tenure.subject_model_id == model_id for tenure in self.tenures)

    def latest(self, series: str, model_family: str) -> Tenure | None:
        """The last model of a family, whether it is still asked or not."""
        found = [one for one in self.tenures if (one.series, one.model_family) == (series, model_family)]
        return found[-1] if found else None

    def _take_measurement(self, record: Mapping[str, Any]) -> None:
        model, protocol_id = record["subject_model_id"], record["protocol_id"]
        self.runs.append(Ran.of(record))
        if record["series"] == "commercial" and self.adopted(model):
            self.lengths[protocol_id] += 1
        if not self.adopted(model):
            self.unadopted[model].append(record)
        lost = "drop_confounded" in record["flags"]
        self._confounded[model, protocol_id].append((parse_day(record["run_date"]), lost))

    def _take_model(self, record: Mapping[str, Any]) -> None:
        model, day = record["subject_model_id"], parse_day(record["observed_on"])
        if record["state"] == "active":
            self.tenures.append(Tenure(record["series"], record["model_family"], model, day))
            self._decided.add(model)
        elif record["state"] in ("superseded", "retired"):
            self._end(model, day)
        elif record["state"] == "not_successor":
            self._decided.add(model)

    def _take_status(self, record: Mapping[str, Any]) -> None:
        source = record.get("detail", {}).get("source")
        self.statuses[f"{record['state']}:{source}" if source else record["state"]] = record
        if record["state"] == "begun":
            self.epoch = parse_day(record["detail"]["epoch"])
            self.start = parse_day(record["as_of"])
        elif record["state"] == "concluded":
            self.concluded_on = parse_day(record["as_of"])

    def _end(self, model: str, day: date) -> None:
        self.tenures = [
            replace(one, until=day) if one.subject_model_id == model and one.until is None else one
            for one in self.tenures
        ]


def candidate_of(alarm: Mapping[str, Any]) -> Candidate:
    """The candidate that an alarm is about."""
    return Candidate(
        alarm["series"],
        alarm["model_family"],
        alarm["old_model_id"],
        alarm["new_model_id"],
        parse_day(alarm["seen_on"]),
        tuple(alarm["protocol_ids"]),
    )
