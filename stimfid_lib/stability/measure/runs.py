"""One run's records together: whole, read by the grammar again, and measured again."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .chain import canonical, sha256_of
from .grammar import classify
from .measurement import measure

VERSIONS = ("A", "A_prime", "B", "C")
SHARED = (
    *("run_date", "protocol_id", "subject_model_id", "series", "model_family", "condition_profile", "replicate_index"),
    *("api_surface_sha", "extractor_sha", "analysis_code_sha", "panel_sha256", "protocol_sha256", "n"),
    *("grammar_version", "returned_model_id"),
)
"""What a run and its measurement must say alike."""

_OF_TRIAL = ("protocol_id", "item_id", "version", "trial_index", "call_index", "prompt_sha256", "seed", "outcome")

_OF_PROTOCOL = ("panel_sha256", "protocol_sha256", "n", "grammar_version")

Numbered = tuple[int, dict[str, Any]]


class RunParts:
    """The records of one run as they stand in a chain, each with its line.

    Of a trial its text is not kept, which would fill the memory: the grammar reads it when it comes, and `read` says
    what it read, None where the text is not told.
    """

    def __init__(self, run_id: str) -> None:
        self.run_id = run_id
        self.first_line = 0
        self.withheld = 0
        self.runs: list[Numbered] = []
        self.trials: list[Numbered] = []
        self.measurements: list[Numbered] = []

    def add(self, number: int, record: dict[str, Any], protocol: Mapping[str, Any] | None) -> None:
        """Take the next record in the chain's order; `protocol` is the last record of its protocol before it."""
        self.first_line = self.first_line or number
        if record["record_type"] == "trial":
            kept = {name: record[name] for name in _OF_TRIAL}
            self.trials.append((number, {**kept, "read": _read(record, protocol)}))
        else:
            kinds = {"experiment_run": self.runs, "measurement": self.measurements}
            kinds[record["record_type"]].append((number, record))

    @property
    def unread(self) -> int:
        """How many trials tell no text, so that their outcome cannot be read again."""
        return sum(trial["read"] is None for _, trial in self.trials)

    def withhold(self, number: int) -> None:
        """Take note of a trial that stands in the chain by its hash alone."""
        self.first_line = self.first_line or number
        self.withheld += 1

    @property
    def protocol_id(self) -> str:
        """Which protocol was asked; empty where no record says so."""
        kept = self.runs or self.trials or self.measurements
        return str(kept[0][1]["protocol_id"]) if kept else ""

    @property
    def panel_sha256(self) -> str:
        """Which texts were asked; empty where no record says so."""
        return str(self.runs[0][1]["panel_sha256"]) if self.runs else ""


def schedule_sha256(protocol_sha256: str, replicate_index: int, calls: Iterable[Sequence[Any]]) -> str:
    """Digest of what was asked in which order.

    Args:
        protocol_sha256: of the protocol.
        replicate_index: which run of it on the same day.
        calls: item_id, version, trial_index and seed of every call, in the order of asking.
    """
    told = [protocol_sha256, replicate_index, [list(call) for call in calls]]
    return sha256_of(canonical(told).encode("utf-8"))


def run_faults(run: RunParts, protocol: Mapping[str, Any] | None) -> list[str]:
    """Everything that is not right with a run.

    Where its trials are withheld, as in the published chain of a protocol that is not open, the statistics are computed
    again from the decisions that the measurement itself lists.

    Args:
        run: its records.
        protocol: the last record of its protocol before the run; None if the chain holds none.
    """
    where = f"line {run.first_line}: run {run.run_id}"
    if len(run.runs) != 1 or len(run.measurements) != 1:
        return [f"{where}: it has {len(run.runs)} experiment_run and {len(run.measurements)} measurement, not one each"]
    if protocol is None:
        return [f"{where}: no record of the protocol {run.protocol_id} stands before it"]
    (_, told), (line, measured) = run.runs[0], run.measurements[0]
    faults = [
        f"{where}: {name} is {told[name]!r}, the protocol says {protocol[name]!r}"
        for name in _OF_PROTOCOL
        if told[name] != protocol[name]
    ]
    faults += [
        f"line {line}: run {run.run_id}: {name} is {measured[name]!r}, the run says {told[name]!r}"
        for name in SHARED
        if measured[name] != told[name]
    ]
    return faults + _trial_faults(run, told) + _measured_faults(run, protocol)


def _trial_faults(run: RunParts, told: Mapping[str, Any]) -> list[str]:
    if run.withheld:
        return _withheld_faults(run, told)
    faults: list[str] = []
    items = sorted({trial["item_id"] for _, trial in run.trials})
    repetitions = told["n"] // len(items) if items else 0
    wanted = {(item, version, index) for item in items for version in VERSIONS for index in range(1, repetitions + 1)}
    found: dict[tuple[str, str, int], int] = {}
    for place, (number, trial) in enumerate(run.trials, start=1):
        key = (trial["item_id"], trial["version"], trial["trial_index"])
        where = f"line {number}: run {run.run_id}: trial {'/'.join(map(str, key))}"
        if key in found:
            faults.append(f"{where} stands in line {found[key]} already")
        found.setdefault(key, number)
        if trial["call_index"] != place:
            faults.append(f"{where} is call {trial['call_index']}, expected {place}: a trial was moved or taken out")
        if trial["protocol_id"] != told["protocol_id"]:
            faults.append(f"{where} is of {trial['protocol_id']}")
        if trial["read"] not in (None, trial["outcome"]):
            faults.append(f"{where}: outcome {trial['outcome']!r}, the grammar reads {trial['read']!r} in its text")
    asked = ([trial[name] for name in ("item_id", "version", "trial_index", "seed")] for _, trial in run.trials)
    if schedule_sha256(told["protocol_sha256"], told["replicate_index"], asked) != told["schedule_sha256"]:
        faults.append(f"line {run.first_line}: run {run.run_id}: its schedule_sha256 is not that of its trials' order")
    missing = sorted(wanted - set(found))
    if missing or told["calls"] != len(run.trials) or repetitions * len(items) != told["n"]:
        first = f", the first is {'/'.join(map(str, missing[0]))}" if missing else ""
        faults.append(
            f"line {run.first_line}: run {run.run_id}: {len(run.trials)} trials stand here, {told['calls']} were made; "
            f"{len(missing)} are missing{first}"
        )
    return faults


def _read(trial: Mapping[str, Any], protocol: Mapping[str, Any] | None) -> str | None:
    """What the grammar reads in a trial's text; None where there is no text, or no protocol to read it by."""
    if trial["text"] is None or protocol is None:
        return None
    try:
        return classify(trial["text"], trial["ending"], protocol["options"], protocol["grammar_version"])
    except ValueError as error:
        return f"nothing ({error})"


def _withheld_faults(run: RunParts, told: Mapping[str, Any]) -> list[str]:
    decided = sum(len(decisions) for decisions in run.measurements[0][1]["decisions"].values())
    if not run.trials and run.withheld == told["calls"] == decided:
        return []
    return [
        f"line {run.first_line}: run {run.run_id}: {told['calls']} calls were made; {run.withheld} trials are "
        f"withheld, {len(run.trials)} stand here, {decided} are measured"
    ]


def _measured_faults(run: RunParts, protocol: Mapping[str, Any]) -> list[str]:
    line, measured = run.measurements[0]
    where = f"line {line}: run {run.run_id}"
    decisions: dict[str, list[list[str]]] = {version: [] for version in VERSIONS}
    for _, trial in run.trials:
        decisions[trial["version"]].append([trial["item_id"], trial["outcome"]])
    if run.withheld:
        decisions = measured["decisions"]
    elif measured["decisions"] != decisions:
        return [f"{where}: its decisions are not those of its trials"]
    try:
        again = _measured_again(decisions, measured, protocol)
    except ValueError as error:
        return [f"{where}: it cannot be measured: {error}"]
    beside = [
        f"{where}: {name} is {measured[name]!r}, the protocol says {protocol[name]!r}"
        for name in ("rewording_type", "lane", "twin_id")
        if measured[name] != protocol[name]
    ]
    return beside + [
        f"{where}: {name} is {_short(measured.get(name))}, computed again from its trials {_short(value)}"
        for name, value in again.items()
        if not same(measured.get(name), value)
    ]


def _measured_again(
    decisions: Mapping[str, list[list[str]]], measured: Mapping[str, Any], protocol: Mapping[str, Any]
) -> dict[str, Any]:
    """The statistics anew; the flags `exploratory` and `instrument_suspect`, which no trial shows, are taken over."""
    return measure(
        decisions,
        options=tuple(protocol["options"]),
        n=protocol["n"],
        theta_positive_pct=protocol["theta_positive_pct"],
        scenario_dominated_share_pct=protocol["scenario_dominated_share_pct"],
        protocol_id=protocol["protocol_id"],
        run_date=measured["run_date"],
        subject_model_id=measured["subject_model_id"],
        exploratory="exploratory" in measured["flags"],
        instrument_suspect="instrument_suspect" in measured["flags"],
        resamples=measured["resamples"],
    )


def same(one: Any, other: Any) -> bool:
    """Equal as JSON; numbers within a relative 1e-9, since logarithms differ in the last bit between machines."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def _short(value: Any) -> str:
    told = repr(value)
    return told if len(told) <= 80 else f"{told[:77]}…"
