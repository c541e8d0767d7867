"""One cause a gap, by the stated precedence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.archive.causes import CAUSES, PUBLIC_NOTES, NoCause, as_cause, first_cause, public_note
from stimfid_lib.stability.measure.schema import CURRENT

SPECIFIED = (
    "before_archive_start budget_halted dormant provider_outage protocol_confounded human_absent "
    "generation_retired_early generation_bridge"
).split()


def test_the_list_is_the_specification_s_and_the_schema_s() -> None:
    assert list(CAUSES) == SPECIFIED
    assert CURRENT.definitions["coverage_gap"]["properties"]["cause"]["enum"] == SPECIFIED


@given(st.lists(st.sampled_from(SPECIFIED), min_size=1))
def test_the_first_of_the_list_wins_whatever_the_order(found: list[str]) -> None:
    cause = first_cause(found)
    assert cause in found
    assert not set(found) & set(SPECIFIED[: SPECIFIED.index(cause)])
    assert first_cause(reversed(found)) == cause


def test_not_preregistered_is_protocol_confounded() -> None:
    assert as_cause("not_preregistered") == "protocol_confounded"
    assert first_cause(["human_absent", "not_preregistered"]) == "protocol_confounded"
    assert first_cause(["not_preregistered", "provider_outage"]) == "provider_outage"


def test_a_hole_is_a_failure_and_an_unknown_cause_is_refused() -> None:
    with pytest.raises(NoCause, match="full_sweep of 2027-01-01"):
        first_cause([], "full_sweep of 2027-01-01")
    with pytest.raises(Refused, match="cause 'weather'"):
        first_cause(["dormant", "weather"])


def test_a_note_is_public_only_in_words_of_ours() -> None:
    assert public_note("not_preregistered: there is no manifest in /home/somebody/private") == "not_preregistered"
    assert public_note("no weights in /home/somebody: fetch them") == ""
    assert public_note("the money of the month: stopped before 12.50") == "the money of the month"
    assert not any(any(letter in note for letter in "/0456789") for note in PUBLIC_NOTES)
