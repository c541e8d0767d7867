"""The ladder: rungs by the share that is gone, and which protocols each leaves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.stability.archive.ladder import (
    PLANS,
    Standing,
    allowed,
    core_six,
    in_order,
    needs_cut,
    next_cut,
    planned,
)
from tests.stability.archive.instrument import protocols

IDS = [protocol.protocol_id for protocol in protocols()]
GUARDS = {protocol.protocol_id for protocol in protocols() if protocol.lane == "guard"}
lengths = st.dictionaries(st.sampled_from(IDS), st.integers(0, 30))
SIX = {
    *("risky_choice_framing__wording__v0", "base_rate_neglect__wording__v0"),
    *("risky_choice_framing__anchoring__v0", "base_rate_neglect__anchoring__v0"),
    *("risky_choice_framing__order__v0", "risky_choice_framing__default__v0"),
}


@pytest.mark.parametrize(
    ("spent", "rung"), [(0, 0), (59.99, 0), (60, 1), (79.99, 1), (80, 2), (94.99, 2), (95, 3), (100, 3), (140, 3)]
)
def test_a_rung_begins_at_its_share(spent: float, rung: int) -> None:
    assert Standing(spent, 100.0).rung == rung
    assert Standing(spent / 1000, 0.1).rung == rung


def test_a_month_without_money_stands_on_the_last_rung() -> None:
    assert Standing(0.0, 0.0).rung == 3
    assert Standing(0.0, 1.6, kept=1.6).rung == 3, "its money is the heartbeat's alone"
    assert Standing(0.1 + 0.2, 1.6, kept=1.6 - 0.30000000000000004).rung == 3


@given(st.floats(0, 200), st.floats(0, 50), st.floats(0, 100), st.floats(0, 20))
def test_the_rung_never_falls_while_money_is_spent(spent: float, more: float, ceiling: float, kept: float) -> None:
    assert Standing(spent, ceiling, kept).rung <= Standing(spent + more, ceiling, kept).rung


@given(lengths, st.sampled_from(PLANS), st.integers(0, 24))
def test_a_higher_rung_never_allows_more(found: dict[str, int], plan: str, number: int) -> None:
    steps = [allowed(rung, protocols(), found, plan, number) for rung in range(4)]
    assert [len(step) for step in steps] == sorted((len(step) for step in steps), reverse=True)
    assert set(steps[1]) <= set(steps[0])
    assert set(steps[2]) <= set(steps[0])
    assert steps[3] == ()


def test_the_six_are_the_open_ones_their_twins_one_order_and_one_default() -> None:
    assert set(core_six(protocols())) == SIX
    assert set(allowed(1, protocols(), {})) == SIX
    assert allowed(0, protocols(), {})[:6] == core_six(protocols())
    assert len(allowed(0, protocols(), {})) == 12


@given(lengths)
def test_rung_2_takes_the_four_guards_with_the_longest_series(found: dict[str, int]) -> None:
    four = allowed(2, protocols(), found)
    assert len(four) == 4
    assert set(four) <= GUARDS
    left = [found.get(name, 0) for name in GUARDS - set(four)]
    assert min(found.get(name, 0) for name in four) >= max(left)


def test_of_equally_long_series_those_of_the_six_stay() -> None:
    assert set(allowed(2, protocols(), {})) == SIX & GUARDS


def test_the_order_of_cuts() -> None:
    assert [len(planned(protocols(), plan, 0)) for plan in PLANS] == [12, 8, 6, 6, 6]
    assert [len(planned(protocols(), "quarterly", number)) for number in range(4)] == [6, 0, 0, 6]
    for plan in ("8", "6"):
        assert planned(protocols(), plan, 0) == in_order(protocols())[: int(plan)]
    assert [next_cut(plan) for plan in PLANS] == ["8", "6", "quarterly", "cheaper_tier", None]


def test_a_cut_is_asked_for_after_three_dear_months_in_a_row() -> None:
    assert not needs_cut([1, 1])
    assert not needs_cut([1, 2, 0])
    assert needs_cut([0, 1, 2, 1])


def test_a_few_protocols_are_enough_for_a_ladder() -> None:
    few = tuple(protocol for protocol in protocols() if protocol.family == "sunk_cost_fallacy")
    assert core_six(few) == ()
    assert allowed(1, few, {}) == ()
    assert len(allowed(2, few, {})) == 4
    assert allowed(0, (), {}) == ()
