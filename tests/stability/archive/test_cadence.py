"""The cadence that ships is the specification's; a wrong one is refused with every fault."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.stability.archive.cadence import (
    DONE_BY_CODE,
    DONE_BY_PERSON,
    SHIPPED,
    THRESHOLDS,
    Period,
    load_cadence,
)
from stimfid_lib.stability.instrument.rereading import A_DAY

SPECIFIED = {
    **dict.fromkeys(("full_sweep", "checkpoint_sign", "coverage_publish", "human_review"), "30d"),
    **dict.fromkeys(("subject_fingerprint", "runtime_fingerprint", "guard_margin_rotation"), "1d"),
    **dict.fromkeys(("release_publish", "strategy_review"), "90d"),
    "self_revision": "180d",
    "integrity_declaration": "365d",
    "source_degraded_after": "7d",
    "deadman_alert": "36h",
    "vacation_after": "75d",
    "dormant_after": "180d",
    "succession_offer": "365d",
    "concluded_after": "730d",
}


def _changed(tmp_path: Path, **periods: object) -> Path:
    told = yaml.safe_load(SHIPPED.read_text())
    told["periods"].update(periods)
    path = tmp_path / "cadence.yaml"
    path.write_text(yaml.safe_dump(told))
    return path


def test_the_shipped_periods_are_those_of_the_specification() -> None:
    cadence = load_cadence()
    assert cadence.model_dump()["periods"] == SPECIFIED
    assert set(SPECIFIED) == {*DONE_BY_CODE, *DONE_BY_PERSON, *THRESHOLDS}
    assert cadence.periods.deadman_alert.delta == timedelta(hours=36)


def test_the_constants_are_those_of_the_specification() -> None:
    assert load_cadence().policy.model_dump() == {
        "revalidation_daily": 10,
        "open_weights_series": "on_new_generation",
        "sealed_scan": "on_new_generation",
        "generation_bridge_protocols": 4,
        "bridge_trigger": "any_new_model_id",
        "active_switch": "explicit_provider_declaration",
        "retirement_threshold": 4,
        "declassify_after": 4,
    }
    assert load_cadence().policy.revalidation_daily == A_DAY


@given(st.integers(1, 9999), st.sampled_from("dh"))
def test_a_period_is_read_as_it_is_written(count: int, unit: str) -> None:
    period = Period.parse(f"{count}{unit}")
    assert period.delta == timedelta(**{"days" if unit == "d" else "hours": count})
    assert Period.parse(str(period)) == period


@pytest.mark.parametrize("text", ["30", "d", "0d", "-1d", "1.5d", "30 d", "30D", "2w", 30, None, "٣d"])
def test_what_is_no_period_is_refused(tmp_path: Path, text: object) -> None:
    with pytest.raises(Refused, match=r"periods\.full_sweep = .*30d or 36h"):
        load_cadence(_changed(tmp_path, full_sweep=text))


@pytest.mark.parametrize(
    ("periods", "told"),
    [
        ({"full_sweep": "36h"}, "no number of whole days"),
        ({"vacation_after": "180d"}, "must be longer than the one before"),
        ({"dormant_after": "800d"}, "must be longer than the one before"),
        ({"source_degraded_after": "30d"}, "must be shorter than full_sweep"),
        ({"full_swep": "30d"}, "did you mean 'full_sweep'"),
    ],
)
def test_periods_that_contradict_one_another_are_refused(tmp_path: Path, periods: dict[str, str], told: str) -> None:
    with pytest.raises(Refused, match=told):
        load_cadence(_changed(tmp_path, **periods))


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refusal:
        load_cadence(_changed(tmp_path, full_sweep="x", human_review="y", no_such="1d"))
    assert all(name in str(refusal.value) for name in ("full_sweep", "human_review", "no_such"))


def test_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match=r"cadence\.yaml"):
        load_cadence(tmp_path / "none.yaml")
