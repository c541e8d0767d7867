from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.pasted_day import day_of


@pytest.mark.parametrize(
    "written",
    ["2026-11-30", "2026/11/30", "2026-11-30 00:00:00", "30.11.2026", "11/30/2026", "30/11/2026", "30-11-2026"],
)
def test_what_spreadsheets_make_of_a_day(written: str) -> None:
    assert day_of(written) == date(2026, 11, 30)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("04/05/2026", "two days; write it as 2026-05-04 or 2026-04-05"),
        ("2026-02-30", "no day of the calendar"),
        ("13/13/2026", "no day of the calendar"),
        ("46356", "no day; write"),
        ("11/30/26", "no day; write"),
        ("30.11/2026", "no day; write"),
        ("", "no day; write"),
    ],
)
def test_what_is_no_day(written: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        day_of(written)


@given(st.dates(min_value=date(2020, 1, 1), max_value=date(2099, 12, 31)))
def test_no_form_is_read_as_another_day(day: date) -> None:
    assert day_of(day.isoformat()) == day
    assert day_of(f"{day.day}.{day.month}.{day.year}") == day
    for written in (f"{day.month}/{day.day}/{day.year}", f"{day.day:02d}/{day.month:02d}/{day.year}"):
        if day.day > 12 or day.day == day.month:
            assert day_of(written) == day
        else:
            with pytest.raises(Refused, match="two days"):
                day_of(written)
