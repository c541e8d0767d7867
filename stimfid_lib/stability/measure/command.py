"""The command `verify`, for an archive and for a publication alike."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from .chain import RECORDS
from .checking import Report, told, verify
from .published import MANIFEST, verify_published


def verify_folder(
    folder: Path, panels: list[Path] | None = None, *, on_run: Callable[[str], None] | None = None
) -> Report | None:
    """Check a folder as what it is, an archive or a publication; None where it is neither."""
    if (folder / MANIFEST).is_file():
        return verify_published(folder, on_run=on_run)
    return verify(folder, panels, on_run=on_run) if (folder / RECORDS).is_file() else None


def main(arguments: list[str]) -> int:
    """The command: tells on standard output what was found; exit status 0 whole, 1 not, 2 called wrongly."""
    parser = argparse.ArgumentParser(prog="verify", description="Check a stability archive from its bytes upwards.")
    parser.add_argument("folder", type=Path, help=f"an archive ({RECORDS}) or a publication ({MANIFEST})")
    parser.add_argument("--panels", type=Path, action="append", help="a folder of panel files (may be repeated)")
    given = parser.parse_args(arguments)
    report = verify_folder(given.folder, given.panels)
    if report is None:
        sys.stderr.write(f"neither {RECORDS} nor {MANIFEST} in {given.folder}: name an archive or a publication\n")
        return 2
    sys.stdout.write("\n".join(told(report)) + "\n")
    return 0 if report.whole else 1
