"""Days, months and weeks in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.archive.days import each_day, end_of_month, month_of, parse_day, utc_day, week_of

zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@given(st.integers(0, 2_000_000), zones)
def test_the_day_of_a_moment_does_not_depend_on_the_zone_it_is_told_in(minutes: int, zone: timezone) -> None:
    moment = datetime(2026, 1, 2, tzinfo=UTC) + timedelta(minutes=minutes)
    assert utc_day(moment.astimezone(zone)) == moment.date()


def test_an_evening_in_the_west_is_the_next_day() -> None:
    assert utc_day(datetime(2027, 12, 31, 23, 30, tzinfo=timezone(timedelta(hours=-5)))) == date(2028, 1, 1)


def test_a_moment_without_zone_is_refused() -> None:
    with pytest.raises(Refused, match="names no time zone"):
        utc_day(datetime(2027, 1, 1, 12))  # noqa: DTZ001 - without zone on purpose


@pytest.mark.parametrize("text", ["2027-02-29", "2027-1-1", "20270101", "2027-01-01T00:00", "", "tomorrow"])
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is no day"):
        parse_day(text)


def test_the_leap_day_is_a_day() -> None:
    assert parse_day("2028-02-29") == date(2028, 2, 29)
    assert end_of_month(date(2028, 2, 1)) == date(2028, 2, 29)
    assert end_of_month(date(2027, 2, 28)) == date(2027, 2, 28)
    assert month_of(date(2028, 2, 29)) == "2028-02"


@given(st.dates(date(2026, 1, 1), date(2031, 1, 1)))
def test_the_last_day_of_a_month_is_followed_by_a_first(day: date) -> None:
    last = end_of_month(day)
    assert (last + timedelta(days=1)).day == 1
    assert month_of(last) == month_of(day)
    assert last >= day


def test_weeks_begin_on_monday_and_may_cross_the_year() -> None:
    assert week_of(date(2028, 1, 1)) == "2027-W52"
    assert week_of(date(2027, 1, 3)) == "2026-W53"
    assert week_of(date(2027, 1, 4)) == "2027-W01"


def test_each_day_counts_both_ends() -> None:
    assert len(list(each_day(date(2027, 1, 1), date(2028, 12, 31)))) == 731
    assert list(each_day(date(2027, 1, 2), date(2027, 1, 1))) == []
