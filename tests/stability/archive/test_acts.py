"""Acts of persons."""

from __future__ import annotations

from datetime import date

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.archive.acts import BY_OTHER_COMMANDS, NEEDS, act_entry

DAY = date(2028, 2, 29)


def test_an_act_says_who_and_what() -> None:
    assert act_entry("human_review", DAY, " A. Person ", note=None) == {
        "kind": "human_act",
        "day": "2028-02-29",
        "act": "human_review",
        "by": "A. Person",
    }
    assert set(BY_OTHER_COMMANDS) < set(NEEDS)


@pytest.mark.parametrize("act", [name for name, needs in NEEDS.items() if needs])
def test_what_an_act_has_to_say_may_not_be_missing(act: str) -> None:
    with pytest.raises(Refused, match=f"{act}: {', '.join(NEEDS[act])} is missing"):
        act_entry(act, DAY, "A. Person", **dict.fromkeys(NEEDS[act], " "))


def test_nobody_and_nothing_are_refused() -> None:
    with pytest.raises(Refused, match="act of nobody"):
        act_entry("human_review", DAY, " ")
    with pytest.raises(Refused, match="did you mean 'human_review'"):
        act_entry("human_revew", DAY, "A. Person")
