"""What the making of a stage leaves to be said."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Made:
    """A stage that ended well: what it still owes, and what it had to do without (both in words).

    What is `owed` (replies that failed) is tried again at the next run and means exit status 1; a `note` (a model that
    cannot run on this machine) is told and changes nothing, until the machine or the roster does.
    """

    owed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it as lines for a person."""
        return (*(f"still owed: {line}" for line in self.owed), *(f"note: {line}" for line in self.notes))
