"""Files of one JSON object a line that are only ever appended to, and what a killed process may leave of them."""

from __future__ import annotations

import contextlib
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json

SYNC_EVERY_S = 1.0
"""A line is handed to the system at once, so that a killed process loses none; it is forced to the disk at most this
often and when the file is closed, so that a power cut loses the last second. One forced write took 0.3 ms on the
machine where this was measured and takes 5 to 30 ms on slower disks, two files a reply."""


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


def read_lines(path: Path) -> Contents:
    """Read a file of JSON lines; nothing is changed. An absent file is empty.

    A last line that is no JSON is what a killed process leaves: it is reported as `torn`. A whole last line that
    lacks only its line end counts as sound (`ends_open`).

    Raises:
        Refused: a line before the last is no JSON object, or the last one is JSON but no object.
    """
    data = path.read_bytes() if path.exists() else b""
    pieces = data.split(b"\n")
    last = max((number for number, piece in enumerate(pieces) if piece.strip()), default=-1)
    lines: list[Line] = []
    for index, piece in enumerate(pieces[: last + 1]):
        if not piece.strip():
            continue
        try:
            value = json.loads(piece)
        except (ValueError, RecursionError) as error:
            if index < last:
                raise Refused(_damaged(path, index + 1, str(error))) from None
            sound = len(data) - len(b"\n".join(pieces[last:]))
            return Contents(tuple(lines), sound, data[sound:], ends_open=False)
        if not isinstance(value, dict):
            raise Refused(_damaged(path, index + 1, f"expected an object, found {type(value).__name__}"))
        lines.append(Line(index + 1, value))
    return Contents(tuple(lines), len(data), b"", ends_open=bool(pieces[-1].strip()))


def _damaged(path: Path, number: int, reason: str) -> str:
    return (
        f"{path}, line {number}, is damaged ({reason}): nothing was changed. Restore the file from a copy, "
        "or take that line out by hand if its prompt may be asked again"
    )


def mend(path: Path, contents: Contents) -> None:
    """Cut a torn last line off, or give a whole last line its line end."""
    if contents.torn:
        os.truncate(path, contents.sound_bytes)
    elif contents.ends_open:
        with path.open("ab") as handle:
            handle.write(b"\n")


class LineWriter:
    """Appends objects to a file, each by one write of a whole line.

    The file is made with the first line. Use as a context manager or call `close`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None
        self._synced_at = 0.0

    def append(self, value: dict[str, Any]) -> None:
        """Write one line; when this returns, the system has it, whatever becomes of this process.

        Raises:
            Refused: the disk is full or the file may not be written; no part of the line is on file then.
        """
        line = (canonical_json(value) + "\n").encode("utf-8")
        try:
            self._write(line)
        except OSError as error:
            raise Refused(
                f"{self.path} cannot be written ({error.strerror}): what stands in it is whole. Make room, or make the "
                "folder writable, and run again to go on"
            ) from error

    def _write(self, line: bytes) -> None:
        if self._descriptor is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(self.path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o644)
        _write_whole(self._descriptor, line)
        now = time.monotonic()
        if now - self._synced_at >= SYNC_EVERY_S:
            os.fsync(self._descriptor)
            self._synced_at = now

    def close(self) -> None:
        """Force what was written to the disk and close."""
        if self._descriptor is not None:
            os.fsync(self._descriptor)
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
