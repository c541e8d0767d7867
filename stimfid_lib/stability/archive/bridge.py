"""The bridge between two generations: which protocols, and whether both models' runs stand in one week."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from stimfid_lib.stability.archive.days import week_of
from stimfid_lib.stability.archive.ladder import in_order
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.panels.scenario import TYPES


@dataclass(frozen=True, slots=True)
class Ran:
    """One measurement, as far as a bridge asks."""

    subject_model_id: str
    protocol_id: str
    day: date
    run_id: str

    @classmethod
    def of(cls, measurement: Mapping[str, Any]) -> Ran:
        """Read it from a measurement's record."""
        names = ("subject_model_id", "protocol_id", "run_date", "run_id")
        model, protocol, day, run_id = (str(measurement[name]) for name in names)
        return cls(model, protocol, date.fromisoformat(day), run_id)


@dataclass(frozen=True, slots=True)
class BridgeRuns:
    """What was found of a bridge: its week and runs, and what is missing of it (nothing: it is complete)."""

    week: str | None
    run_ids: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Tell whether every protocol was asked of both models in one week; a bridge of no protocol is none."""
        return self.week is not None and not self.missing


def bridge_protocols(protocols: Sequence[Protocol], lengths: Mapping[str, int]) -> tuple[str, ...]:
    """One protocol a type: that with the longest series; of equally long ones the first in a sweep's order."""
    ordered = in_order(protocols)
    kinds = {protocol.protocol_id: protocol.rewording_type for protocol in protocols}
    chosen = []
    for kind in TYPES:
        of_type = [name for name in ordered if kinds[name] == kind]
        if of_type:
            chosen.append(min(of_type, key=lambda name: (-lengths.get(name, 0), ordered.index(name))))
    return tuple(chosen)


def find_runs(runs: Iterable[Ran], old: str, new: str, protocol_ids: Sequence[str], since: date) -> BridgeRuns:
    """Look for a bridge's runs: the ISO week since the new model was seen that holds most of them, the earliest first.

    Both models have to be asked in one week, or a difference between them might be one between two weeks.
    """
    wanted = [(model, name) for model in (old, new) for name in protocol_ids]
    weeks: defaultdict[str, dict[tuple[str, str], str]] = defaultdict(dict)
    for run in runs:
        key = (run.subject_model_id, run.protocol_id)
        if run.day >= since and key in wanted:
            weeks[week_of(run.day)].setdefault(key, run.run_id)
    best = min(weeks, key=lambda week: (-len(weeks[week]), week), default=None)
    found = weeks[best] if best is not None else {}
    missing = tuple(f"{model} {name}" for model, name in wanted if (model, name) not in found)
    return BridgeRuns(best, tuple(found[key] for key in wanted if key in found), missing)
