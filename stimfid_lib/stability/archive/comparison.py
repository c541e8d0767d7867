"""Comparison points: a third party's run, accepted or refused with every failed condition; never on a curve."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.measure.grammar import INVALID
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.panels.scenario import VERSIONS

OWN = "this archive: a model that turned out to succeed nobody"
"""The source of points that were measured here."""

FIELDS = (
    *("source", "subject_model_id", "model_family", "protocol_id", "panel_sha256", "grammar_version", "n"),
    "outcomes",
)

_ALIAS = re.compile(r"(^|[-:@/_.])(latest|default|stable|preview|current)$|[*?\s]", re.IGNORECASE)


def accept(point: Mapping[str, Any], protocol: Protocol | None, received_on: date) -> dict[str, Any]:
    """A comparison point as its record.

    Args:
        point: `FIELDS`, and `detail` if any; outcomes are counts by version and outcome.
        protocol: the one that it names; None if there is none.
        received_on: the day.

    Raises:
        Refused: every condition that it fails, at once.
    """
    failed = failures(point, protocol)
    if failed:
        raise Refused("the comparison point is refused:\n  " + "\n  ".join(failed))
    return {
        "record_type": "comparison_point",
        "received_on": received_on.isoformat(),
        **{name: point[name] for name in FIELDS},
        "detail": dict(point.get("detail", {})),
    }


def failures(point: Mapping[str, Any], protocol: Protocol | None) -> list[str]:
    """Every condition that a point fails; none if it is accepted."""
    failed = [f"{name} is missing" for name in FIELDS if name not in point]
    unknown = sorted(set(point) - {*FIELDS, "detail"})
    failed += [f"{name} is no field of a comparison point" for name in unknown]
    if protocol is None:
        return [*failed, f"protocol_id {point.get('protocol_id')!r}: no such protocol here"]
    for name in ("panel_sha256", "grammar_version", "n"):
        wanted = getattr(protocol, name)
        if name in point and point[name] != wanted:
            failed.append(f"{name} is {point[name]!r}, must be {wanted!r} as in {protocol.protocol_id}")
    failed += _of_model(point.get("subject_model_id"))
    for name in ("source", "model_family"):
        if name in point and (not isinstance(point[name], str) or not point[name].strip()):
            failed.append(f"{name} is empty: say whose run it is, of which family")
    if "outcomes" in point:
        failed += _of_outcomes(point["outcomes"], protocol)
    return failed


def from_measurement(measurement: Mapping[str, Any], day: date) -> dict[str, Any]:
    """The comparison point that the measurement of a model becomes which succeeds nobody."""
    return {
        "record_type": "comparison_point",
        "received_on": day.isoformat(),
        "source": OWN,
        **{name: measurement[name] for name in FIELDS if name != "source"},
        "detail": {"run_id": measurement["run_id"], "run_date": measurement["run_date"]},
    }


def _of_model(model_id: Any) -> list[str]:
    if model_id is None:
        return []
    if not isinstance(model_id, str) or not model_id or _ALIAS.search(model_id):
        return [
            f"subject_model_id {model_id!r} is no exact id: a name that may mean another model tomorrow is an alias"
        ]
    return []


def _of_outcomes(outcomes: Any, protocol: Protocol) -> list[str]:
    if not isinstance(outcomes, Mapping):
        return ["outcomes are no counts by version and outcome"]
    failed = [f"outcomes of version {version} are missing" for version in VERSIONS if version not in outcomes]
    failed += [
        f"version {version!r} is none of {', '.join(VERSIONS)}" for version in outcomes if version not in VERSIONS
    ]
    known = (*protocol.options, *INVALID)
    for version in VERSIONS:
        counts = outcomes.get(version)
        if counts is None:
            continue
        if not isinstance(counts, Mapping) or not all(type(count) is int and count >= 0 for count in counts.values()):
            failed.append(f"outcomes of version {version} are no counts")
            continue
        failed += [f"version {version} lacks the outcome {name!r} (write 0)" for name in known if name not in counts]
        failed += [f"version {version} has the unknown outcome {name!r}" for name in counts if name not in known]
        if sum(counts.values()) != protocol.n:
            failed.append(f"version {version} has {sum(counts.values())} outcomes, must have n = {protocol.n}")
    return failed
