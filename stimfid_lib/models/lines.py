"""Files of one JSON object a line that are only ever appended to, and what a killed process may leave of them."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json


@dataclass(frozen=True, slots=True)
class Line:
    """One object of a file and the number of its line, counted from 1."""

    number: int
    value: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Contents:
    """A file's objects, the length of its sound part in bytes, and the bytes of a torn last line."""

    lines: tuple[Line, ...]
    sound_bytes: int
    torn: bytes
    ends_open: bool


class Reading:
    """One pass over a file of JSON lines, which holds one line in memory; nothing is changed. An absent file is empty.

    Iterate first; then `sound_bytes`, `torn` and `ends_open` say how the file ends (see `Contents`). A last line that
    is no JSON is what a killed process leaves: it is reported as `torn`. A whole last line that lacks only its line
    end counts as sound (`ends_open`).

    Raises:
        Refused: while iterating, a line before the last is no JSON object, or the last one is JSON but no object.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.sound_bytes = 0
        self.torn = b""
        self.ends_open = False

    def __iter__(self) -> Iterator[Line]:
        """Yield each line's object with its number."""
        if not self.path.exists():
            return
        with self.path.open("rb") as handle:
            waiting: tuple[int, bytes] | None = None
            start, blank = 0, 0  # bytes before the waiting line; bytes of blank lines after it
            for number, piece in enumerate(handle, start=1):
                if not piece.strip():
                    blank += len(piece)
                    continue
                if waiting is not None:
                    yield self._line(*waiting)
                    start += len(waiting[1])
                start, blank = start + blank, 0
                waiting = (number, piece)
        if waiting is None:
            self.sound_bytes = blank
            return
        try:
            line = self._line(*waiting)
        except _NoJson:
            self.sound_bytes, self.torn = start, waiting[1]
            return
        self.sound_bytes = start + len(waiting[1]) + blank
        self.ends_open = not waiting[1].endswith(b"\n")
        yield line

    def _line(self, number: int, piece: bytes) -> Line:
        try:
            value = json.loads(piece)
        except (ValueError, RecursionError) as error:
            raise _NoJson(_damaged(self.path, number, str(error))) from None
        if not isinstance(value, dict):
            raise Refused(_damaged(self.path, number, f"expected an object, found {type(value).__name__}"))
        return Line(number, value)


class _NoJson(Refused):
    """A line that is no JSON: damage in the middle, a torn end at the end."""


def iterate_lines(path: Path) -> Iterator[Line]:
    """The sound lines of a file, one at a time; see `Reading`."""
    return iter(Reading(path))


def read_lines(path: Path) -> Contents:
    """All of a file at once; see `Reading`, whose refusals are the same."""
    reading = Reading(path)
    lines = tuple(reading)
    return Contents(lines, reading.sound_bytes, reading.torn, reading.ends_open)


def _damaged(path: Path, number: int, reason: str) -> str:
    return (
        f"{path}, line {number}, is damaged ({reason}): nothing was changed. Restore the file from a copy, "
        "or take that line out by hand if its prompt may be asked again"
    )


def mend(path: Path, found: Contents | Reading) -> None:
    """Cut a torn last line off, or give a whole last line its line end.

    Raises:
        Refused: the file may not be written.
    """
    try:
        if found.torn:
            os.truncate(path, found.sound_bytes)
        elif found.ends_open:
            with path.open("ab") as handle:
                handle.write(b"\n")
    except OSError as error:
        raise cannot_write(path, error) from error


def encode(value: dict[str, Any]) -> bytes:
    """One object as its line."""
    return (canonical_json(value) + "\n").encode("utf-8")


def cannot_write(path: Path, error: OSError) -> Refused:
    """The refusal for a disk that is full or a file that may not be written."""
    return Refused(
        f"{path} cannot be written ({error.strerror}): what stands in it is whole. Make room, or make the "
        "folder writable, and run again to go on"
    )


class LineWriter:
    """Appends lines to a file: `write` gives them to the system, `sync` forces them to the disk.

    What was written survives the end of this process, whatever ends it; what was synced survives a power cut too. The
    file is made with the first line.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None
        self._dirty = False

    def append(self, value: dict[str, Any]) -> None:
        """`write` one object."""
        self.write(encode(value))

    def write(self, lines: bytes) -> None:
        """Write one or several whole lines at once.

        Raises:
            Refused: the disk is full or the file may not be written; no part of `lines` is on file then.
        """
        try:
            if self._descriptor is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._descriptor = os.open(self.path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o644)
            self._dirty = True
            _write_whole(self._descriptor, lines)
        except OSError as error:
            raise cannot_write(self.path, error) from error

    def sync(self) -> None:
        """Force what was written to the disk.

        Raises:
            Refused: the disk did not take it.
        """
        if self._descriptor is None or not self._dirty:
            return
        try:
            os.fsync(self._descriptor)
        except OSError as error:
            raise cannot_write(self.path, error) from error
        self._dirty = False

    def close(self) -> None:
        """Sync and close; the file is closed even where syncing fails."""
        try:
            self.sync()
        finally:
            if self._descriptor is not None:
                os.close(self._descriptor)
                self._descriptor = None


def _write_whole(descriptor: int, data: bytes) -> None:
    """Write all of it or, where the disk is full, nothing: a half line would spoil the one that follows."""
    before = os.fstat(descriptor).st_size
    left = memoryview(data)
    try:
        while left:
            left = left[os.write(descriptor, left) :]
    except OSError:
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, before)
        raise
