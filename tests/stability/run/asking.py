"""What the kill test kills: `python -m tests.stability.run.asking ROOT` asks the small instrument and enters the run.

The client takes a few milliseconds a call and notes each one in `ROOT/calls` before it answers.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from stimfid_lib.stability.records.archive import Archive
from tests.stability.run.runs import QUICK, client, small_run


def main(root: Path) -> None:
    """Ask what is open, then enter the run."""
    run = small_run(root / "runs")
    log = os.open(root / "calls", os.O_CREAT | os.O_APPEND | os.O_WRONLY)

    def reply(prompt: str, seed: int | None) -> str:
        os.write(log, f"{seed}\n".encode())
        time.sleep(0.004)
        return "DECISION: A" if (seed or 0) % 3 else "DECISION: B"

    run.ask(client(run, reply))
    os.write(log, b"entering\n")
    run.enter(Archive(root / "archive"), resamples=QUICK)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
