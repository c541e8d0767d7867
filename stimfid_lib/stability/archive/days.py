"""Days, months and weeks of the archive: always UTC, always handed in, never read from a clock in here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from stimfid_lib.base.errors import Refused

ONE_DAY = timedelta(days=1)


def utc_day(moment: datetime) -> date:
    """The UTC day of a moment, whatever zone it was told in.

    Raises:
        Refused: the moment names no zone, so that its day is not known.
    """
    if moment.utcoffset() is None:
        raise Refused(f"{moment.isoformat()} names no time zone: write it as 2026-12-01T08:30:00+00:00")
    return moment.astimezone(UTC).date()


def parse_day(text: str) -> date:
    """Read a day.

    Raises:
        Refused: it is none, or not spelled as 2026-12-01.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise Refused(f"{text!r} is no day: write it as 2026-12-01")
    return day


def each_day(first: date, last: date) -> Iterator[date]:
    """Every day from the first to the last, both included; none where the last lies before the first."""
    while first <= last:
        yield first
        first += ONE_DAY


def month_of(day: date) -> str:
    """The calendar month, as money is counted: 2028-02."""
    return day.isoformat()[:7]  # asked for often; strftime takes five times as long


def end_of_month(day: date) -> date:
    """The last day of a day's month."""
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1) - ONE_DAY


def week_of(day: date) -> str:
    """The ISO week, Monday to Sunday: 2027-W53 may hold days of January 2028."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"
