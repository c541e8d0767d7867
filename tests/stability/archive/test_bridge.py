"""Bridges: which protocols, and when both models' runs count as found."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.stability.archive.bridge import Ran, bridge_protocols, find_runs
from stimfid_lib.stability.panels.scenario import TYPES
from tests.stability.archive.instrument import protocols

OLD, NEW = "alder-1", "alder-2"
MONDAY, SUNDAY, NEXT = date(2027, 12, 27), date(2028, 1, 2), date(2028, 1, 3)
FOUR = bridge_protocols(protocols(), {})


def _ran(model: str, protocol_id: str, day: date) -> Ran:
    return Ran(model, protocol_id, day, f"{model}/{protocol_id}/{day}")


def _all(day: date) -> list[Ran]:
    return [_ran(model, name, day) for model in (OLD, NEW) for name in FOUR]


def test_one_protocol_a_type_and_960_calls() -> None:
    kinds = {protocol.protocol_id: protocol for protocol in protocols()}
    assert [kinds[name].rewording_type for name in FOUR] == list(TYPES)
    assert sum(2 * 4 * kinds[name].n for name in FOUR) == 960


def test_the_longest_series_of_a_type_is_chosen() -> None:
    long = {"sunk_cost_fallacy__order__v0": 3, "base_rate_neglect__order__v0": 2, "base_rate_neglect__default__v0": 1}
    chosen = bridge_protocols(protocols(), long)
    assert chosen[2:] == ("sunk_cost_fallacy__order__v0", "base_rate_neglect__default__v0")


def test_both_models_in_one_week_even_across_the_year() -> None:
    runs = _all(MONDAY)[:4] + [_ran(run.subject_model_id, run.protocol_id, SUNDAY) for run in _all(MONDAY)[4:]]
    found = find_runs(runs, OLD, NEW, FOUR, MONDAY)
    assert found.complete
    assert (found.week, len(found.run_ids)) == ("2027-W52", 8)


def test_two_weeks_make_no_bridge() -> None:
    found = find_runs(_all(SUNDAY)[:4] + _all(NEXT)[4:], OLD, NEW, FOUR, MONDAY)
    assert not found.complete
    assert found.week == "2027-W52", "equally much in both: the earlier one"
    assert found.missing == tuple(f"{NEW} {name}" for name in FOUR)


@given(st.sets(st.integers(0, 7)))
def test_what_is_missing_is_named(taken: set[int]) -> None:
    runs = [run for place, run in enumerate(_all(MONDAY)) if place not in taken]
    found = find_runs(runs, OLD, NEW, FOUR, MONDAY)
    assert len(found.missing) == len(taken)
    assert found.complete == (not taken)


def test_a_bridge_of_no_protocol_is_none() -> None:
    assert not find_runs(_all(MONDAY), OLD, NEW, (), MONDAY).complete


def test_runs_before_the_new_model_was_seen_and_of_others_do_not_count() -> None:
    assert find_runs(_all(MONDAY), OLD, NEW, FOUR, SUNDAY).week is None
    assert len(find_runs(_all(MONDAY), OLD, "alder-3", FOUR, MONDAY).missing) == 4
