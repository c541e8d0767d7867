"""A curve crosses nothing."""

from __future__ import annotations

from typing import Any

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.archive.series import ONE_OF_EACH, curve, curves

ACTIVE = [
    {
        "record_type": "subject_model",
        "series": series,
        "model_family": family,
        "subject_model_id": model,
        "state": state,
    }
    for series, family, model, state in (
        ("commercial", "alder", "alder-1", "active"),
        ("commercial", "alder", "alder-2", "active"),
        ("commercial", "alder", "alder-3", "observed"),
        ("open_weights", "cedar", "cedar-1", "active"),
    )
]
BRIDGE = {"record_type": "generation_bridge", "old_model_id": "alder-1", "new_model_id": "alder-2"}


def _measured(day: str, model: str = "alder-1", **changed: Any) -> dict[str, Any]:
    return {
        "record_type": "measurement",
        "run_id": f"{model}/{day}",
        "run_date": day,
        "replicate_index": 1,
        "subject_model_id": model,
        "series": "commercial",
        "model_family": "alder",
        "protocol_id": "risky_choice_framing__wording__v0",
        "protocol_sha256": "a" * 64,
        "condition_profile": "default",
        "stability_pct": 80.0,
        "ci_low_pct": 70.0,
        "ci_high_pct": 90.0,
        "entropy_a": 0.9,
        "entropy_b": 0.8,
        "on_curve": True,
        **changed,
    }


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_curve_that_crosses_is_refused(name: str) -> None:
    with pytest.raises(Refused, match=f"does not cross {name}"):
        curve([_measured("2027-01-01"), _measured("2027-02-01", **{name: "other"})], ACTIVE)


def test_points_stand_by_day_and_flagged_ones_are_hollow_and_joined_to_nothing() -> None:
    days = ("2027-03-01", "2027-01-01", "2027-02-01")
    points = curve([_measured(day, on_curve=day != "2027-02-01") for day in days], ACTIVE)
    assert [(point.day, point.hollow, point.joined) for point in points] == [
        ("2027-01-01", False, False),
        ("2027-02-01", True, False),
        ("2027-03-01", False, True),
    ]


@pytest.mark.parametrize(("bridges", "joined"), [([], False), ([BRIDGE], True)])
def test_two_generations_are_joined_by_a_bridge_only(bridges: list[dict[str, Any]], joined: bool) -> None:
    points = curve([_measured("2027-01-01"), _measured("2027-02-01", "alder-2")], ACTIVE, bridges)
    assert [point.joined for point in points] == [False, joined]


def test_what_belongs_on_no_curve_is_refused() -> None:
    with pytest.raises(Refused, match="never active"):
        curve([_measured("2027-01-01", "alder-3")], ACTIVE)
    with pytest.raises(Refused, match="comparison_point stands on no curve"):
        curve([{"record_type": "comparison_point"}], ACTIVE)
    with pytest.raises(Refused, match="has no curve"):
        curve([_measured("2027-01-01", series="synthetic")], ACTIVE)
    assert curve([], ACTIVE) == ()


def test_all_curves_of_an_archive_leave_out_what_was_never_active() -> None:
    cedar = {"series": "open_weights", "model_family": "cedar"}
    records = [
        *ACTIVE,
        _measured("2027-01-01"),
        _measured("2027-02-01", "alder-3"),
        _measured("2027-02-02", "cedar-1", **cedar),
        {"record_type": "comparison_point"},
        {"record_type": "trial"},
        BRIDGE,
    ]
    found = curves(records)
    assert {(name[0], name[1]): len(points) for name, points in found.items()} == {
        ("commercial", "alder"): 1,
        ("open_weights", "cedar"): 1,
    }
