"""Run the benchmarks named, or all: `python -m scripts.bench [room …]`.

Absolute times depend on the machine and its neighbours; quote the ratios.
"""

from __future__ import annotations

import importlib
import sys

from rich.console import Console
from rich.table import Table

from stimfid_lib.study.ground import ensure_lexicon

ROOMS = ("lexicon", "corpus", "reading", "scoring", "analysis", "models", "stability", "pronounce")
"""The files of this folder that time something: each yields `Line`s from `lines()`."""


def main() -> None:
    """Time each room named on the command line and print one table."""
    console = Console()
    rooms = tuple(sys.argv[1:]) or ROOMS
    if unknown := set(rooms) - set(ROOMS):
        sys.exit(f"no benchmark {', '.join(sorted(unknown))}: allowed are {', '.join(ROOMS)}")
    ensure_lexicon(console.print)
    table = Table("what", "best of five", "beside it", title="stimfid bench")
    for room in rooms:
        for line in importlib.import_module(f"scripts.bench.{room}").lines():
            table.add_row(*line)
    console.print(table)


if __name__ == "__main__":
    main()
