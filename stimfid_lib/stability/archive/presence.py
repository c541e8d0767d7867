"""Whether anybody attends the archive: what follows when no person has acted for long, and the dead man's alert."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from stimfid_lib.stability.archive.cadence import Periods
from stimfid_lib.stability.archive.days import utc_day

Mode = Literal["attended", "vacation", "dormant", "concluded"]

WHAT_IS_DONE: dict[Mode, str] = {
    "attended": "everything that is due is done",
    "vacation": "no sweep is paid for, since nobody looks at alarms or money; the daily checks go on",
    "dormant": "nothing that costs money is done; the instrument's own checks go on",
    "concluded": "nothing is scheduled any more; what is recorded stays as it is",
}

REMEDY: dict[Mode, str] = {
    "attended": "nothing to do",
    "vacation": "a person acts: `stimfid stability act human_review --by NAME` ends it",
    "dormant": "a person acts: `stimfid stability act human_review --by NAME` ends it",
    "concluded": "a new archive begins in a folder of its own; this one is not gone on with",
}


@dataclass(frozen=True, slots=True)
class Presence:
    """The day on which a person last acted."""

    last_act: date

    def mode(self, day: date, periods: Periods) -> Mode:
        """The state of a day: the threshold is reached on the day on which so many days have passed."""
        away = day - self.last_act
        if away >= periods.concluded_after.delta:
            return "concluded"
        if away >= periods.dormant_after.delta:
            return "dormant"
        return "vacation" if away >= periods.vacation_after.delta else "attended"

    def succession_offered(self, day: date, periods: Periods) -> bool:
        """Tell whether the archive is to be offered to somebody else; who takes it, a person decides."""
        return day - self.last_act >= periods.succession_offer.delta


def deadman(last_worked: datetime, now: datetime, periods: Periods) -> str | None:
    """The dead man's alert: what to say when the unattended work has been silent for too long, else None.

    Raises:
        Refused: a moment without time zone.
    """
    utc_day(last_worked), utc_day(now)
    silent = now - last_worked
    if silent < periods.deadman_alert.delta:
        return None
    hours = int(silent.total_seconds()) // 3600
    return (
        f"no work for {hours} hours (alert after {periods.deadman_alert}): see that the machine runs and that "
        "`stimfid stability work` is started every day"
    )
