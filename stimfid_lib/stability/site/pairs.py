"""What is set side by side: the three families of a type, and an open protocol with its guard twin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

from stimfid_lib.stability.panels.scenario import FAMILIES, TYPES
from stimfid_lib.stability.site.history import Latest, Measured, order_of
from stimfid_lib.stability.site.reading import Published


@dataclass(frozen=True)
class OfType:
    """The latest measurements of one type of rewording and one model family, one a scenario family."""

    kind: str
    model_family: str
    measured: tuple[Measured, ...]
    simulated: bool


def side_by_side(found: Iterable[Latest]) -> list[OfType]:
    """The families of each type; families that were never measured are left out."""
    kept = list(found)
    groups = sorted({(one.measured["model_family"], one.measured["condition_profile"]) for one in kept})
    told = []
    for model_family, profile in groups:
        for kind in TYPES:
            of_type = [
                one
                for one in kept
                if one.measured["model_family"] == model_family
                and one.measured["condition_profile"] == profile
                and one.measured["rewording_type"] == kind
            ]
            of_type.sort(key=lambda one: FAMILIES.index(one.measured["protocol_id"].split("__")[0]))
            if of_type:
                told.append(
                    OfType(
                        kind, model_family, tuple(one.measured for one in of_type), any(o.simulated for o in of_type)
                    )
                )
    return told


@dataclass(frozen=True)
class Difference:
    """Stability of an open protocol minus that of its guard twin, measured on one day by one model.

    Attributes:
        opened, guarded: the measurements.
        delta_pct: percentage points.
        bound_pct: root of the summed squares of the intervals' half-widths.
    """

    opened: Measured
    guarded: Measured
    delta_pct: float
    bound_pct: float


@dataclass(frozen=True)
class Twins:
    """The differences of one pair of twins by one model family, in the order of days."""

    open_id: str
    guard_id: str
    model_family: str
    differences: tuple[Difference, ...]
    simulated: bool


def twins_of(folders: Iterable[Published], series: str) -> list[Twins]:
    """Every pair of twins of which both were measured on one day by one model."""
    told = []
    for folder in folders:
        measured = [one for one in folder.of_type("measurement") if one["series"] == series]
        pairs = {(one["protocol_id"], one["twin_id"]) for one in measured if one["lane"] == "open" and one["twin_id"]}
        for open_id, guard_id in sorted(pairs, key=lambda pair: order_of(pair[0])):
            for family in sorted({one["model_family"] for one in measured}):
                found = _differences([one for one in measured if one["model_family"] == family], open_id, guard_id)
                if found:
                    told.append(Twins(open_id, guard_id, family, tuple(found), folder.simulated))
    return told


def _differences(measured: Sequence[Measured], open_id: str, guard_id: str) -> list[Difference]:
    names = ("run_date", "subject_model_id", "condition_profile", "replicate_index")
    guards = {tuple(one[name] for name in names): one for one in measured if one["protocol_id"] == guard_id}
    told = []
    for opened in measured:
        guarded = guards.get(tuple(opened[name] for name in names)) if opened["protocol_id"] == open_id else None
        if guarded is None or opened["stability_pct"] is None or guarded["stability_pct"] is None:
            continue
        bound = hypot(_half_width(opened), _half_width(guarded))
        told.append(Difference(opened, guarded, opened["stability_pct"] - guarded["stability_pct"], bound))
    return sorted(told, key=lambda one: (one.opened["run_date"], one.opened["run_id"]))


def _half_width(measured: Measured) -> float:
    return float(measured["ci_high_pct"] - measured["ci_low_pct"]) / 2
