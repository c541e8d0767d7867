"""Bookkeeping: what is written down day by day outside the archive's chain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Any, Self

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.appending import appending
from stimfid_lib.models.lines import LineWriter, Reading, encode

BOOKS = "books.jsonl"
"""The file's name in an archive's private folder."""

KINDS = (
    *("spend", "budget_decision", "model_observed", "subject_fingerprint", "revalidation"),
    *("runtime_fingerprint", "guard_margin", "instrument_alarm", "instrument_recovery"),
    *("human_act", "declaration", "bridge_alarm", "worked", "job_done"),
)
"""What may be written down; the archive's own record types are a list of their own (`records`)."""


class Bookkeeping:
    """A file of one JSON object a line, which is only ever appended to.

    Every entry has a `kind` of `KINDS` and a `day` (ISO, UTC). Entries stand in the order in which they were written,
    which decides between two of one day.

    As a context manager it keeps the books open: locked and checked once for many entries.
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self._open: ExitStack | None = None
        self._writer: LineWriter | None = None

    def __enter__(self) -> Self:
        """Lock the folder, check the file and mend its last line.

        Raises:
            Refused: a damaged file, or another process is writing.
        """
        with ExitStack() as stack:
            self._writer = stack.enter_context(appending(self.path, "keeping the books of"))
            self._open = stack.pop_all()
        return self

    def __exit__(self, *exc: object) -> None:
        """Force everything to the disk, close the file and free the folder."""
        opened, self._open, self._writer = self._open, None, None
        if opened is not None:
            opened.close()

    def append(self, *entries: Mapping[str, Any]) -> None:
        """Write entries as one block; they are on the disk when this returns.

        Raises:
            Refused: an entry without a known kind or a valid day, a damaged file, another process is writing, or the
                disk took nothing. Nothing was written then.
        """
        for entry in entries:
            _check(entry)
        if self._writer is None:
            with self:
                self.append(*entries)
            return
        self._writer.write(b"".join(encode(dict(entry)) for entry in entries))
        self._writer.sync()

    def entries(self, *kinds: str) -> Iterator[dict[str, Any]]:
        """Read entries in order, of some kinds or of all; a torn last line is passed over.

        Raises:
            Refused: an unknown kind was asked for, or a line before the last is damaged.
        """
        for kind in kinds:
            _known(kind)
        for line in Reading(self.path):
            if not kinds or line.value.get("kind") in kinds:
                yield line.value


def _check(entry: Mapping[str, Any]) -> None:
    _known(entry.get("kind"))
    day = entry.get("day")
    try:
        sound = isinstance(day, str) and date.fromisoformat(day).isoformat() == day
    except ValueError:
        sound = False
    if not sound:
        raise Refused(f"entry of kind {entry['kind']!r}: day {day!r} is no date; write it as 2026-11-30")


def _known(kind: object) -> None:
    if kind not in KINDS:
        raise Refused(f"no kind of entry {kind!r}; the books hold {', '.join(KINDS)}")
