"""What follows when nobody acts, and the dead man's alert."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.archive.cadence import load_cadence
from stimfid_lib.stability.archive.presence import Presence, deadman

PERIODS = load_cadence().periods
ACT = date(2028, 2, 28)
MODES = ("attended", "vacation", "dormant", "concluded")


@pytest.mark.parametrize(
    ("days", "mode"),
    [
        (0, "attended"),
        (74, "attended"),
        (75, "vacation"),
        (179, "vacation"),
        (180, "dormant"),
        (729, "dormant"),
        (730, "concluded"),
    ],
)
def test_a_threshold_is_reached_on_its_day(days: int, mode: str) -> None:
    assert Presence(ACT).mode(ACT + timedelta(days=days), PERIODS) == mode


@given(st.integers(0, 1000), st.integers(0, 100))
def test_absence_never_makes_it_better(days: int, more: int) -> None:
    one, other = (Presence(ACT).mode(ACT + timedelta(days=count), PERIODS) for count in (days, days + more))
    assert MODES.index(one) <= MODES.index(other)


def test_the_archive_is_offered_after_a_year() -> None:
    assert not Presence(ACT).succession_offered(ACT + timedelta(days=364), PERIODS)
    assert Presence(ACT).succession_offered(ACT + timedelta(days=365), PERIODS)


def test_the_alert_counts_hours_across_zones() -> None:
    worked = datetime(2028, 2, 28, 12, tzinfo=UTC)
    soon = datetime(2028, 3, 1, 2, 59, tzinfo=timezone(timedelta(hours=3)))  # 23:59 UTC of the leap day
    assert deadman(worked, soon, PERIODS) is None
    assert "for 36 hours" in str(deadman(worked, soon + timedelta(minutes=1), PERIODS))
    with pytest.raises(Refused, match="no time zone"):
        deadman(worked, datetime(2028, 3, 1), PERIODS)  # noqa: DTZ001 - without zone on purpose
