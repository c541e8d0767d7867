"""Whether the instrument may be trusted on a day: derived from the books, never stored, never healed by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.bookkeeping import BOOKS, Bookkeeping

RUNTIME, GUARD, REREADING = "runtime_fingerprint", "guard_margin", "revalidation"
"""The checks that can raise an alarm."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarm: the day it was raised, which check raised it, what differed, and the day of recovery (None: open)."""

    day: str
    check: str
    reasons: tuple[str, ...]
    recovered: str | None = None

    def __str__(self) -> str:
        return f"{self.day}, {self.check}: {'; '.join(self.reasons)}"


@dataclass(frozen=True, slots=True)
class InstrumentState:
    """Every alarm in order, and the days on which a fingerprint was taken, equal or not. Days are ISO, UTC."""

    alarms: tuple[Alarm, ...]
    fingerprint_days: frozenset[str]

    @classmethod
    def of(cls, entries: Iterable[Mapping[str, Any]]) -> Self:
        """Derive it from the entries of the books, in the order in which they were written.

        A recovery closes every alarm before it, and none after it, whatever their days.
        """
        alarms: list[Alarm] = []
        days: set[str] = set()
        for entry in entries:
            day = str(entry["day"])
            if entry["kind"] == "runtime_fingerprint":
                days.add(day)
            elif entry["kind"] == "instrument_alarm":
                alarms.append(Alarm(day, str(entry["check"]), tuple(entry["reasons"])))
            elif entry["kind"] == "instrument_recovery":
                alarms = [_closed(alarm, day) for alarm in alarms]
        return cls(tuple(alarms), frozenset(days))

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Derive it from the books of an archive's private folder."""
        return cls.of(Bookkeeping(folder / BOOKS).entries())

    @property
    def open_alarms(self) -> tuple[Alarm, ...]:
        """Alarms that nobody has decided about."""
        return tuple(alarm for alarm in self.alarms if alarm.recovered is None)

    def suspect_on(self, day: str) -> bool:
        """Tell whether a measurement of that day carries `instrument_suspect`.

        It does from the day of an alarm up to and including the day of its recovery: in which hour of that day a
        person decided is not known, and the doubt goes against the measurement.
        """
        return any(alarm.day <= day and (alarm.recovered is None or day <= alarm.recovered) for alarm in self.alarms)

    def against_publishing(self, day: str) -> tuple[str, ...]:
        """Name what forbids publishing on a day; nothing where it is allowed."""
        told = [f"the alarm of {alarm} is open" for alarm in self.open_alarms if alarm.day <= day]
        if day not in self.fingerprint_days:
            told.append(f"no runtime fingerprint was taken on {day}")
        return tuple(told)


def _closed(alarm: Alarm, day: str) -> Alarm:
    return alarm if alarm.recovered is not None else Alarm(alarm.day, alarm.check, alarm.reasons, day)


def recover(
    books: Bookkeeping, *, day: str, by: str, reason: str, new_baseline: str | None = None
) -> tuple[Alarm, ...]:
    """Write down a person's decision that the instrument may be trusted again; return the alarms that it closes.

    `new_baseline` is the digest of the baseline that follows the decision, None where the old one stays.

    Raises:
        Refused: nobody is named, no reason is given, or there is no open alarm to decide about.
    """
    closed = require_decision(books, by=by, reason=reason)
    books.append(
        {"kind": "instrument_recovery", "day": day, "by": by, "reason": reason, "new_baseline_sha256": new_baseline}
    )
    return closed


def require_decision(books: Bookkeeping, *, by: str, reason: str) -> tuple[Alarm, ...]:
    """The open alarms that a decision would close; see `recover`, whose errors are the same."""
    for name, value in (("by", by), ("reason", reason)):
        if not value.strip():
            raise Refused(f"{name} is empty: a recovery is a person's decision and says whose it is and why")
    found = InstrumentState.of(books.entries()).open_alarms
    if not found:
        raise Refused("no alarm is open: there is nothing to recover from")
    return found


def alarm_entries(day: str, check: str, reasons: Sequence[str]) -> tuple[dict[str, Any], ...]:
    """The entry of an alarm, or nothing where there is no reason for one."""
    return ({"kind": "instrument_alarm", "day": day, "check": check, "reasons": list(reasons)},) if reasons else ()
