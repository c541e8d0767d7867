"""The schedule: every call once, versions side by side, the same order for everybody."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.panels.scenario import ITEMS, VERSIONS
from stimfid_lib.stability.run.schedule import Schedule
from tests.stability.run.protocols import small_panel, small_protocol


@pytest.mark.parametrize(("series", "repetitions", "calls"), [("v0", 2, 120), ("v1", 8, 480)])
def test_every_text_is_asked_as_often_as_n_says(series: str, repetitions: int, calls: int) -> None:
    schedule = Schedule(small_protocol(series), small_panel())
    assert len(schedule.calls) == calls
    counted = Counter((call.item_id, call.version) for call in schedule.calls)
    assert counted == {(item, version): repetitions for item in ITEMS for version in VERSIONS}
    assert [call.index for call in schedule.calls] == list(range(1, calls + 1))
    for call in schedule.calls:
        assert f"Bridge {call.item_id}, told as {call.version}." in call.task.prompt
    assert len({call.task.seed for call in schedule.calls}) == calls


def test_versions_stand_side_by_side_through_the_whole_run() -> None:
    calls = Schedule(small_protocol("v1"), small_panel()).calls
    for start in range(0, 480, 60):
        assert Counter(call.version for call in calls[start : start + 60]) == dict.fromkeys(VERSIONS, 15)
    longest = run = 1
    for before, now in pairwise(calls):
        run = run + 1 if before.version == now.version else 1
        longest = max(longest, run)
    assert longest <= 6, "a shuffle of four kinds: seven alike in a row would be one in four thousand starts"


def test_order_and_seeds_belong_to_protocol_and_replicate_alone() -> None:
    first = Schedule(small_protocol(), small_panel())
    assert first.sha256 == Schedule(small_protocol(), small_panel()).sha256
    again = Schedule(small_protocol(), small_panel(), 2)
    assert again.sha256 != first.sha256
    assert not {call.task.seed for call in first.calls} & {call.task.seed for call in again.calls}
    assert {call.prompt_sha256 for call in first.calls} == {call.prompt_sha256 for call in again.calls}


def test_a_changed_panel_and_a_bad_replicate_are_refused() -> None:
    panel = small_panel()
    texts = {**panel.scenarios[3].texts, "B": "Another question."}
    changed = replace(
        panel, scenarios=(*panel.scenarios[:3], replace(panel.scenarios[3], texts=texts), *panel.scenarios[4:])
    )
    with pytest.raises(Refused, match="a changed panel makes a new protocol"):
        Schedule(small_protocol(), changed)
    with pytest.raises(Refused, match="replicate_index = 0"):
        Schedule(small_protocol(), panel, 0)
    with pytest.raises(Refused, match=r"n = 30 is no multiple of its 14 scenarios"):
        Schedule(small_protocol(), replace(panel, scenarios=panel.scenarios[:14]))
