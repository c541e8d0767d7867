"""Days as people type them and as spreadsheets rewrite them when they save."""

from __future__ import annotations

import re
from datetime import date

from stimfid_lib.base.errors import Refused

_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]0?0:00(?::00)?)?")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})")


def day_of(value: str) -> date:
    """Read a day: 2026-11-30, or what a spreadsheet makes of it (2026/11/30, 30.11.2026, 11/30/2026, 30/11/2026).

    Excel turns 2026-11-30 into the form of its country as soon as it is typed. With points the day stands first; with
    slashes or hyphens the number above 12 is the day.

    Raises:
        Refused: no day, or one that can be read in two ways (04/05/2026).
    """
    if match := _YEAR_FIRST.fullmatch(value):
        year, month, day = (int(part) for part in match.groups())
    elif match := _YEAR_LAST.fullmatch(value):
        day, month, year = int(match[1]), int(match[3]), int(match[4])
        if match[2] != "." and month > 12:
            day, month = month, day
        elif match[2] != "." and day <= 12 and day != month:
            raise Refused(
                f"{value!r} can be read as two days; write it as {year}-{month:02d}-{day:02d} or {year}-{day:02d}-"
                f"{month:02d}, in a cell that is formatted as text"
            )
    else:
        raise Refused(f"{value!r} is no day; write year, month and day as 2026-11-30")
    try:
        return date(year, month, day)
    except ValueError as error:
        raise Refused(f"{value!r} is no day of the calendar; write year, month and day as 2026-11-30") from error
