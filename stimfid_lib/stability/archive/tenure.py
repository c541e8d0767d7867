"""Who stood for a model family, and when: one model at a time in each series."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

SERIES = ("commercial", "open_weights")
"""The series that have a curve; responders (`synthetic`) are no series of an archive."""


@dataclass(frozen=True, slots=True)
class Tenure:
    """A model that is, or was, asked for its family.

    Attributes:
        series: one of `SERIES`.
        model_family: what succeeds one another.
        subject_model_id: the exact id.
        since: the first day on which it is asked.
        until: the first day on which it is asked no more; None while it is.
    """

    series: str
    model_family: str
    subject_model_id: str
    since: date
    until: date | None = None

    def holds_on(self, day: date) -> bool:
        """Tell whether it is asked on a day."""
        return self.since <= day and (self.until is None or day < self.until)


def active_on(tenures: Iterable[Tenure], day: date, series: str | None = None) -> list[Tenure]:
    """Those that are asked on a day, of one series or of both."""
    return [tenure for tenure in tenures if tenure.holds_on(day) and series in (None, tenure.series)]
