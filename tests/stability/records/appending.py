"""The process that the kill test kills: `python -m tests.stability.records.appending FOLDER` appends units for ever.

Before the first unit and after each one it prints how many units the archive holds, so that whoever reads knows what
was acknowledged.
"""

from __future__ import annotations

import sys
from pathlib import Path

from stimfid_lib.stability.records.archive import Archive
from tests.stability.records.records import gap

UNIT = 5
"""Records a unit."""


def main(folder: Path) -> None:
    """Append units of `UNIT` records, numbered on, until killed."""
    with Archive(folder) as archive:
        units = sum(1 for _ in archive.records()) // UNIT
        while True:
            sys.stdout.write(f"{units}\n")
            sys.stdout.flush()
            archive.extend(gap(units * UNIT + step, note="x" * 400) for step in range(UNIT))
            units += 1


if __name__ == "__main__":
    main(Path(sys.argv[1]))
