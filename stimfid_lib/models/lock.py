"""One process at a time in a run folder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stimfid_lib.base.errors import Refused

LOCK_NAME = ".lock"


@contextmanager
def only_process(folder: Path, doing: str = "asking models into") -> Iterator[None]:
    """Hold the folder's lock while the block runs; the system frees it when the process ends, however it ends.

    `doing` is what the refusal says that the other process does.

    Raises:
        Refused: another process holds it, whose number is named; or the folder cannot be written.
    """
    path = folder / LOCK_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o644)
    except OSError as error:
        raise Refused(
            f"run folder {folder} cannot be written ({error.strerror}): it must be a folder that you may write into; "
            "change its rights, or choose another one"
        ) from error
    try:
        if not _try_lock(descriptor):
            holder = path.read_text(encoding="ascii", errors="replace").strip() or "unknown"
            raise Refused(
                f"another process (number {holder}) is {doing} {folder}: wait until it ends, or choose another folder"
            )
        with contextlib.suppress(OSError):  # a full disk: the lock holds all the same, only the number is not told
            os.ftruncate(descriptor, 0)
            os.write(descriptor, str(os.getpid()).encode("ascii"))
        yield
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    with contextlib.suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
    import msvcrt  # Windows; it locks from the current place in the file, which is its start

    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        return False
    return True
