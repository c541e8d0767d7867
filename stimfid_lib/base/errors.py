"""The project's errors: each subclasses the builtin that a caller would already catch."""

from __future__ import annotations


class StimfidError(Exception):
    """Anything the project refuses or cannot do; its text says what, where, what is allowed, what next."""

    exit_status = 1


class Refused(StimfidError, ValueError):
    """A bad value or a failed check (exit status 1)."""


class MissingInput(StimfidError, FileNotFoundError):
    """A file, folder or tool that the step needs is absent (exit status 2)."""

    exit_status = 2

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""
