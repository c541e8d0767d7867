"""A series' curve: measurements of one protocol on one family in one series; anything that would cross is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.archive.tenure import SERIES

ONE_OF_EACH = ("series", "model_family", "protocol_id", "protocol_sha256", "condition_profile")
"""What all points of a curve say alike."""

Name = tuple[str, ...]
"""Values of `ONE_OF_EACH`: which curve."""


@dataclass(frozen=True, slots=True)
class Point:
    """One point.

    Attributes:
        run_id, day, subject_model_id: which measurement.
        stability_pct, ci_low_pct, ci_high_pct: 0 to 100; None where there is none.
        entropy_a, entropy_b: 0 to 1; never drawn apart from stability.
        hollow: a flag takes it off the curve: it is drawn beside it, and joined to nothing.
        joined: it continues the point on the curve before it: the same model, or a bridge stands between the two.
    """

    run_id: str
    day: str
    subject_model_id: str
    stability_pct: float | None
    ci_low_pct: float | None
    ci_high_pct: float | None
    entropy_a: float | None
    entropy_b: float | None
    hollow: bool
    joined: bool


def curve(
    measurements: Iterable[Mapping[str, Any]],
    subject_models: Iterable[Mapping[str, Any]],
    bridges: Iterable[Mapping[str, Any]] = (),
) -> tuple[Point, ...]:
    """The points of a curve in the order of their days.

    Args:
        measurements: records of one protocol, series, family and profile.
        subject_models: `subject_model` records; a model that never was active in the series stands on no curve.
        bridges: `generation_bridge` records; without one, a new model begins anew.

    Raises:
        Refused: they are of more than one series, family, protocol or profile, of a series that has no curve, of a
            model that was never active, or not measurements (a comparison point stands in a table of its own).
    """
    found = list(measurements)
    for record in found:
        if record.get("record_type") != "measurement":
            raise Refused(f"a {record.get('record_type')} stands on no curve; comparison points have their own table")
    for name in ONE_OF_EACH:
        values = sorted({str(record[name]) for record in found})
        if len(values) > 1:
            raise Refused(f"a curve does not cross {name}: these are of {', '.join(values)}; draw one curve for each")
    if found and found[0]["series"] not in SERIES:
        raise Refused(f"series {found[0]['series']!r} has no curve: allowed are {', '.join(SERIES)}")
    active = _active(subject_models)
    for record in found:
        if _place(record) not in active:
            raise Refused(f"{record['subject_model_id']} was never active in its series: it stands on no curve")
    bridged = {(bridge["old_model_id"], bridge["new_model_id"]) for bridge in bridges}
    points: list[Point] = []
    before: str | None = None
    for record in sorted(found, key=lambda one: (one["run_date"], one["replicate_index"], one["run_id"])):
        model, hollow = record["subject_model_id"], not record["on_curve"]
        joined = not hollow and before is not None and (before == model or (before, model) in bridged)
        points.append(_point(record, hollow=hollow, joined=joined))
        before = before if hollow else model
    return tuple(points)


def curves(records: Iterable[Mapping[str, Any]]) -> dict[Name, tuple[Point, ...]]:
    """Every curve of an archive, by the values of `ONE_OF_EACH`; models that were never active are left out."""
    kept = [record for record in records if record["record_type"] in _NEEDED]
    models = [record for record in kept if record["record_type"] == "subject_model"]
    bridges = [record for record in kept if record["record_type"] == "generation_bridge"]
    active = _active(models)
    by_name: dict[Name, list[Mapping[str, Any]]] = {}
    for record in kept:
        if record["record_type"] == "measurement" and _place(record) in active:
            by_name.setdefault(tuple(str(record[name]) for name in ONE_OF_EACH), []).append(record)
    return {name: curve(found, models, bridges) for name, found in sorted(by_name.items())}


_NEEDED = ("measurement", "subject_model", "generation_bridge")


def _active(subject_models: Iterable[Mapping[str, Any]]) -> set[tuple[str, str, str]]:
    return {_place(record) for record in subject_models if record["state"] == "active"}


def _place(record: Mapping[str, Any]) -> tuple[str, str, str]:
    return record["series"], record["model_family"], record["subject_model_id"]


def _point(record: Mapping[str, Any], *, hollow: bool, joined: bool) -> Point:
    return Point(
        record["run_id"],
        record["run_date"],
        record["subject_model_id"],
        record["stability_pct"],
        record["ci_low_pct"],
        record["ci_high_pct"],
        record["entropy_a"],
        record["entropy_b"],
        hollow,
        joined,
    )
