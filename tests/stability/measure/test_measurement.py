from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stimfid_lib.stability.measure.bootstrap import interval, resampled_gaps
from stimfid_lib.stability.measure.draws import derived_seed, generator_of
from stimfid_lib.stability.measure.measurement import measure
from stimfid_lib.stability.measure.null_floor import null_floor
from stimfid_lib.stability.measure.responses import VERSIONS
from tests.stability.measure.made import ITEMS, dealt, measured, run

TRIPLE = ("risky_choice_framing__wording__v0", "2026-01-31", "model-x")
CLEAR = run({"A": 24, "B": 6}, {"A": 24, "B": 6}, {"A": 9, "B": 21}, {"B": 30})


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every number of a measurement with the names on the way to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{name}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from _flat(inner, name)
    else:
        yield name, value


def test_a_clear_finding() -> None:
    found = measured(CLEAR, 30)
    assert found["gap_pct"] == 50.0
    assert found["stability_pct"] == 50.0
    assert (found["gap_null_pct"], found["gap_positive_pct"]) == (0.0, 80.0)
    assert (found["n"], found["n_items"], found["k"]) == (30, 15, 2)
    assert found["n_valid"] == dict.fromkeys(VERSIONS, 30)
    assert found["entropy_a"] == pytest.approx(0.7219280948873623)
    assert found["entropy_b"] == pytest.approx(0.8812908992306927)
    assert found["at_noise_floor"] is False
    assert found["flags"] == []
    assert found["on_curve"] is True
    assert found["decisions"] == CLEAR
    assert found["outcomes"]["B"]["A"] == 9
    assert found["ci_low_pct"] < 50 < found["ci_high_pct"]
    assert found["stratified_ci_low_pct"] <= 50 <= found["stratified_ci_high_pct"]
    assert (found["resamples"], found["generator"]) == (40, "mt19937-init_by_array-res53")


def test_intervals_and_floor_are_those_of_their_own_streams() -> None:
    found = measured(CLEAR, 30, resamples=60)
    published = interval(resampled_gaps([(24, 6)], [(9, 21)], generator_of(derived_seed(*TRIPLE)), 60))
    strata = [
        [tuple(sum(one == [item, option] for one in CLEAR[version]) for option in "AB") for item in ITEMS]
        for version in ("A", "B")
    ]
    stratified = interval(resampled_gaps(*strata, generator_of(derived_seed(*TRIPLE, "stratified")), 60))
    floor = null_floor((24, 6), (9, 21), generator_of(derived_seed(*TRIPLE, "null_floor")), 60)
    assert published is not None
    assert stratified is not None
    assert floor is not None
    assert found["ci_low_pct"] == float(100 - 100 * published.high)
    assert found["ci_high_pct"] == float(100 - 100 * published.low)
    assert found["stratified_ci_low_pct"] == float(100 - 100 * stratified.high)
    assert found["stratified_ci_high_pct"] == float(100 - 100 * stratified.low)
    assert found["null_floor_pct"] == float(100 * floor)


def test_ten_thousand_resamples_unless_told_otherwise() -> None:
    none = run(*[{"refused": 15}] * 4)
    given = {"theta_positive_pct": 15, "scenario_dominated_share_pct": 40}
    protocol = dict(zip(("protocol_id", "run_date", "subject_model_id"), TRIPLE, strict=True))
    assert measure(none, options=("A", "B"), n=15, **given, **protocol)["resamples"] == 10_000


@pytest.mark.parametrize("changed", [{"protocol_id": "p"}, {"run_date": "2026-02-01"}, {"subject_model_id": "m"}])
def test_the_seed_hangs_on_the_triple(changed: dict[str, str]) -> None:
    one, again, other = measured(CLEAR, 30), measured(CLEAR, 30), measured(CLEAR, 30, **changed)
    assert one == again
    assert one["null_floor_pct"] != other["null_floor_pct"]


def test_nothing_depends_on_the_order_of_calls_but_the_decisions_themselves() -> None:
    turned = {version: [*reversed(CLEAR[version])] for version in ("C", "B", "A_prime", "A")}
    one, other = measured(CLEAR, 30), measured(turned, 30)
    assert one.pop("decisions") != other.pop("decisions")
    assert one == other


def test_losses_by_version_and_pair() -> None:
    found = measured(
        run({"A": 28, "empty": 2}, {"A": 27, "refused": 3}, {"B": 24, "truncated": 6}, {"B": 29, "off_format": 1}), 30
    )
    assert [found[f"u_{name}"] for name in ("a", "a_prime", "b", "c")] == pytest.approx([2 / 30, 0.1, 0.2, 1 / 30])
    assert [found[f"drop_bound_pct_{name}"] for name in ("ab", "aa", "ac")] == pytest.approx([80 / 3, 50 / 3, 10])
    assert [found[f"drop_asymmetry_pct_{name}"] for name in ("ab", "aa", "ac")] == pytest.approx(
        [40 / 3, 10 / 3, 10 / 3]
    )
    assert found["flags"] == ["drop_confounded", "asymmetric_missingness"]
    assert found["n_valid"] == {"A": 28, "A_prime": 27, "B": 24, "C": 29}
    assert not found["on_curve"]


@pytest.mark.parametrize("lost", ["A", "B"])
def test_without_valid_responses_statistics_are_null(lost: str) -> None:
    found = measured({**CLEAR, lost: dealt(refused=30)}, 30)
    nulls = ("stability_pct", "gap_pct", "ci_low_pct", "ci_high_pct", "stratified_ci_low_pct", "stratified_ci_high_pct")
    assert all(found[name] is None for name in (*nulls, "null_floor_pct", "at_noise_floor"))
    assert found["scenario_gaps_pct"] == dict.fromkeys(ITEMS)
    assert found["scenario_spread_pct"] == {"min": None, "max": None, "median": None, "iqr": None}
    assert found["scenario_concentration_pct"] is None
    assert found["worst_scenarios"] == []
    assert found[f"entropy_{lost.lower()}"] is None
    assert {"drop_confounded", "asymmetric_missingness", "below_drop_bound", "below_surface_noise"} <= set(
        found["flags"]
    )
    assert "degenerate_candidate" not in found["flags"]
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize(("version", "field"), [("A_prime", "gap_null_pct"), ("C", "gap_positive_pct")])
def test_a_control_without_valid_responses_leaves_the_stability(version: str, field: str) -> None:
    found = measured({**CLEAR, version: dealt(refused=30)}, 30)
    flag = {"A_prime": "below_surface_noise", "C": "not_reading"}[version]
    assert found[field] is None
    assert found["stability_pct"] == 50.0
    assert set(found["flags"]) == {flag, "drop_confounded", "asymmetric_missingness"}


def test_a_perfectly_stable_model_always_carries_two_flags() -> None:
    half = {"A": 15, "B": 15}
    found = measured(run(half, half, half, {"B": 30}), 30)
    assert found["stability_pct"] == 100.0
    assert found["flags"] == ["below_surface_noise", "below_drop_bound"]
    assert found["at_noise_floor"] is True
    assert found["scenario_concentration_pct"] is None
    assert not found["on_curve"]


@given(st.integers(1, 8), st.lists(st.sampled_from("AB"), min_size=15, max_size=15), st.sampled_from("AB"))
@settings(max_examples=25)
def test_whatever_a_stable_model_decides(repeats: int, choices: list[str], right: str) -> None:
    same = [[item, choice] for item, choice in zip(ITEMS, choices, strict=True) for _ in range(repeats)]
    c = [[item, right] for item in ITEMS for _ in range(repeats)]
    found = measured({"A": same, "A_prime": same, "B": same, "C": c}, 15 * repeats, resamples=3)
    assert {"below_surface_noise", "below_drop_bound"} <= set(found["flags"])


def test_a_collapsed_model_is_named_as_such() -> None:
    always = {"A": 30}
    assert measured(run(always, always, always, always), 30)["flags"] == [
        "below_surface_noise",
        "not_reading",
        "degenerate_candidate",
        "below_drop_bound",
    ]


def test_theta_decides_at_the_edge() -> None:
    def flags(a_of_c: int, theta: float) -> list[str]:
        decisions = run({"A": 96, "B": 24}, {"A": 96, "B": 24}, {"A": 36, "B": 84}, {"A": a_of_c, "B": 120 - a_of_c})
        found: list[str] = measured(decisions, 120, theta_positive_pct=theta)["flags"]
        return found

    assert flags(78, 15) == flags(78, 15.0) == ["not_reading"]  # a gap of 18 of 120, exactly 15 %
    assert flags(77, 15) == []
    assert flags(76, 16.6) == []  # 16.666… %
    assert flags(76, 16.7) == ["not_reading"]


def test_a_threshold_is_what_is_written_and_not_its_nearest_float() -> None:
    assert Fraction(12.1) < Fraction(121, 10)
    rows = {
        version: [["s01", "A" if place < chosen else "B"] for place in range(1000)]
        for version, chosen in {"A": 500, "A_prime": 500, "B": 900, "C": 621}.items()
    }
    found = measured(rows, 1000, resamples=1, theta_positive_pct=12.1, scenario_dominated_share_pct=100)
    assert found["gates"]["reading"] == {"passed": False, "value_pct": 12.1, "limit_pct": 12.1}
    assert found["flags"] == ["not_reading"]


def _dominated(worst: int, others: int) -> dict[str, Any]:
    """Twenty calls a scenario; so many twentieths of gap in each of two scenarios and in five others."""
    b = {item: others if place < 7 else 0 for place, item in enumerate(ITEMS)}
    b |= {"s01": worst, "s02": worst}
    rows = {
        version: [[item, "B" if call < turned else "A"] for item, turned in of.items() for call in range(20)]
        for version, of in {"A": dict.fromkeys(ITEMS, 0), "B": b, "C": dict.fromkeys(ITEMS, 20)}.items()
    }
    return {**rows, "A_prime": rows["A"]}


def test_two_scenarios_with_more_than_the_share_dominate_and_with_exactly_the_share_do_not() -> None:
    exactly, more = measured(_dominated(5, 3), 300), measured(_dominated(6, 3), 300)
    assert (exactly["scenario_concentration_pct"], exactly["flags"]) == (40.0, [])
    assert more["scenario_concentration_pct"] == pytest.approx(1200 / 27)
    assert (more["flags"], more["worst_scenarios"]) == (["scenario_dominated"], ["s01", "s02"])
    assert measured(_dominated(6, 3), 300, scenario_dominated_share_pct=50)["flags"] == []


@pytest.mark.parametrize("flag", ["exploratory", "instrument_suspect"])
def test_flags_from_outside_take_it_off_the_curve(flag: str) -> None:
    found = measured(CLEAR, 30, **{flag: True})
    assert (found["flags"], found["on_curve"]) == ([flag], False)
    assert found["stability_pct"] == 50.0


def test_at_the_noise_floor_includes_the_floor_itself() -> None:
    # Two responses a version, one A and one B each pooled 2 of 4: a floor between the gaps 0 and 1.
    one = {version: [["s01", "A"], ["s01", "B"]] for version in VERSIONS}
    assert measured(one, 2)["at_noise_floor"] is True
    apart = {**one, "A": [["s01", "A"], ["s01", "A"]], "B": [["s01", "B"], ["s01", "B"]]}
    assert measured(apart, 2)["at_noise_floor"] is False
    # A single response each, both the same: gap and floor are both zero.
    assert measured({version: [["s01", "A"]] for version in VERSIONS}, 1)["at_noise_floor"] is True
    # A single response each, not the same: every split has the gap 1, and so has the run.
    two = {**{version: [["s01", "A"]] for version in VERSIONS}, "B": [["s01", "B"]]}
    assert measured(two, 1)["at_noise_floor"] is True


def test_three_options() -> None:
    rows = {version: [[item, "B"] for item in ITEMS] for version in VERSIONS}
    found = measured({**rows, "C": [[item, "C"] for item in ITEMS]}, 15, options=("A", "B", "C"))
    assert (found["k"], found["gap_positive_pct"], found["outcomes"]["C"]["C"]) == (3, 100.0, 15)


def test_resamples_are_at_least_one() -> None:
    with pytest.raises(ValueError, match="resamples = 0"):
        measured(CLEAR, 30, resamples=0)
    assert measured(CLEAR, 30, resamples=1)["resamples"] == 1


NOT_PERCENT = re.compile(
    r"\.(n|k|n_items|resamples|generator|at_noise_floor|on_curve|flags|worst_scenarios|decisions(\.\w+)?"
    r"|n_valid\.\w+|outcomes\.\w+\.\w+|entropy_[ab]|u_(a|a_prime|b|c)|gates\.\w+\.passed)"
)


def test_every_published_field_is_a_percentage_by_its_name_or_known_to_be_none() -> None:
    found = measured(run({"A": 28, "empty": 2}, {"A": 30}, {"A": 10, "B": 20}, {"B": 30}), 30)
    for name, value in _flat(found):
        if "_pct" not in name:
            assert NOT_PERCENT.fullmatch(name), name
            continue
        assert value is None or type(value) is float, name
        if not name.startswith(".gates"):
            assert value is None or 0.0 <= value <= (200.0 if "drop_bound" in name else 100.0), name


def test_the_published_percentages_say_what_they_are() -> None:
    found = measured(CLEAR, 30)
    assert found["gap_pct"] + found["stability_pct"] == 100
    assert Fraction(found["scenario_gaps_pct"]["s01"]) / 100 in {Fraction(half, 2) for half in range(3)}


@given(st.lists(st.lists(st.sampled_from(("A", "B", "empty")), min_size=15, max_size=15), min_size=4, max_size=4))
@settings(max_examples=40)
def test_any_complete_run_is_measured(columns: list[list[str]]) -> None:
    decisions = {
        version: [[item, outcome] for item, outcome in zip(ITEMS, column, strict=True)]
        for version, column in zip(VERSIONS, columns, strict=True)
    }
    found = measured(decisions, 15, resamples=5)
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found["on_curve"] == (found["flags"] == [])
    if found["stability_pct"] is not None:
        assert 0 <= found["ci_low_pct"] <= found["ci_high_pct"] <= 100
