"""Opening a file of JSON lines for appending: locked, checked, its torn end mended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from stimfid_lib.models.lines import Line, LineWriter, Reading, mend
from stimfid_lib.models.lock import only_process


@contextmanager
def appending(path: Path, doing: str, take: Callable[[Line], object] = lambda _: None) -> Iterator[LineWriter]:
    """Hold a file's folder and yield the writer of the file; at the end what was written is forced to the disk.

    Args:
        path: the file.
        doing: what another process is told that this one does (`only_process`).
        take: called with each sound line before the writer is there.

    Raises:
        Refused: another process holds the folder, or a line before the last is damaged; nothing was changed then.
    """
    with only_process(path.parent, doing):
        reading = Reading(path)
        for line in reading:
            take(line)
        mend(path, reading)
        with closing(LineWriter(path)) as writer:
            yield writer
