"""The ledger of money: every call is written down before it is sent, at the most that it can cost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any, Literal

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.appending import appending
from stimfid_lib.models.lines import LineWriter, Reading
from stimfid_lib.stability.archive.days import month_of, parse_day

Purse = Literal["sweep", "heartbeat", "bridge"]
PURSES: tuple[Purse, ...] = ("sweep", "heartbeat", "bridge")
STEPS = ("reserved", "released", "billed")

LEDGER = Path("money") / "ledger.jsonl"
"""In the private folder; a folder of its own, because whoever spends holds its lock."""


class Ledger:
    """Lines of `reserved`, `billed` and `released`, by purse and month, only ever appended to.

    A call is reserved at the most that it can cost, sent, billed at what it cost, and released. Spent is what was
    billed and what is reserved and not released: a process that was killed leaves its reservations standing, because
    the calls may have been answered and billed all the same. So the ledger errs on the dear side only.

    Args:
        path: the file; made with the first line.
        forced: force each reservation to the disk before the call goes out, so that a power cut loses none; false for
            simulations, where only this process matters.
    """

    def __init__(self, path: Path, *, forced: bool = True) -> None:
        self.path = Path(path)
        self._forced = forced
        self._spent: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)  # exact: what is released cancels
        self._writer: LineWriter | None = None
        for line in Reading(self.path):
            self._count(line.value, line.number)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the ledger for writing: read again, a torn last line mended, no other process beside.

        Raises:
            Refused: another process spends, or a line before the last is damaged.
        """
        self._spent.clear()
        with appending(self.path, "spending from", lambda line: self._count(line.value, line.number)) as self._writer:
            try:
                yield
            finally:
                self._writer = None

    def reserve(self, purse: Purse, day: date, price: float, model: str) -> None:
        """Write down that a call of this price is about to be sent; on the disk when this returns."""
        self._append("reserved", purse, day, price, model)
        if self._forced and self._writer is not None:
            self._writer.sync()

    def bill(self, purse: Purse, day: date, cost: float, model: str) -> None:
        """Write down what a call cost; release its reservation after this, never before."""
        self._append("billed", purse, day, cost, model)

    def release(self, purse: Purse, day: date, price: float, model: str) -> None:
        """Give a reservation back; `day` is that of the reservation."""
        self._append("released", purse, day, price, model)

    def spent(self, day: date, *purses: Purse) -> float:
        """What went from these purses in a day's month, calls under way included."""
        return float(sum(self._spent[purse, month_of(day)] for purse in purses))

    def spent_ever(self, purse: Purse) -> float:
        """What went from a purse in all months."""
        return float(sum(value for (name, _), value in self._spent.items() if name == purse))

    def months(self) -> dict[str, dict[str, float]]:
        """What went, by month and purse."""
        found: dict[str, dict[str, float]] = {}
        for (purse, month), value in sorted(self._spent.items()):
            found.setdefault(month, {})[purse] = float(value)
        return found

    def _append(self, step: str, purse: Purse, day: date, figure: float, model: str) -> None:
        if self._writer is None:
            raise Refused(f"{self.path}: open it for writing before money is spent")
        entry = {"step": step, "purse": purse, "day": day.isoformat(), "figure": figure, "model": model}
        self._writer.append(entry)
        self._count(entry, 0)

    def _count(self, entry: dict[str, Any], number: int) -> None:
        step, purse, figure = entry.get("step"), entry.get("purse"), entry.get("figure")
        if step not in STEPS or purse not in PURSES or not isinstance(figure, (int, float)) or not 0 <= figure < inf:
            raise Refused(f"{self.path}, line {number}, is no entry of a ledger: restore the file from a copy")
        month = month_of(parse_day(str(entry.get("day"))))
        self._spent[purse, month] += -Fraction(figure) if step == "released" else Fraction(figure)
