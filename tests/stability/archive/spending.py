"""The process that the kill test kills: it spends as a run does, and says on its standard output what was sent."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

from stimfid_lib.stability.archive.ledger import Ledger

DAY = date(2027, 5, 31)
MOST, COST = 0.01, 0.004


def main() -> None:
    """Spend until killed: reserve, send (print), bill, release."""
    ledger = Ledger(Path(sys.argv[1]))
    with ledger.writing():
        while True:
            ledger.reserve("sweep", DAY, MOST, "m")
            sys.stdout.write("sent\n")
            sys.stdout.flush()
            ledger.bill("sweep", DAY, COST, "m")
            ledger.release("sweep", DAY, MOST, "m")


if __name__ == "__main__":
    main()
