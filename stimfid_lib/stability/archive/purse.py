"""A purse: the runner's budget, held against the month's ceiling and written into the ledger call by call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from stimfid_lib.models.costs import Budget, Tariff
from stimfid_lib.stability.archive.budget import BudgetFile
from stimfid_lib.stability.archive.ladder import Standing
from stimfid_lib.stability.archive.ledger import Ledger, Purse


def standing(ledger: Ledger, budget: BudgetFile, day: date) -> Standing:
    """How a day's month stands: sweeps and heartbeat together, bridges aside."""
    kept = max(0.0, budget.heartbeat_reserve - ledger.spent(day, "heartbeat"))
    return Standing(ledger.spent(day, "sweep", "heartbeat"), budget.ceiling(day), kept)


def room(ledger: Ledger, budget: BudgetFile, purse: Purse, day: date) -> float:
    """What a purse may still spend on a day; below zero where a ceiling was lowered.

    A sweep leaves the heartbeat's reserve alone; the heartbeat may take all that is left; bridges have a reserve of
    their own, for all months together.
    """
    if purse == "bridge":
        return budget.bridge_reserve - ledger.spent_ever("bridge")
    now = standing(ledger, budget, day)
    return now.ceiling - now.spent - (now.kept if purse == "sweep" else 0.0)


class PurseBudget(Budget):
    """`models.costs.Budget` whose money is the archive's: nothing is sent that the purse might not pay.

    Args:
        tariffs: by model key; a model without one is free.
        ledger: open for writing.
        budget: the private figures.
        purse: which purse pays.
        today: the day on which a call is made; a run may go on past midnight into another month.

    `refused` tells whether a call was ever refused for good, with none under way whose end might have made room.
    """

    def __init__(
        self, tariffs: Mapping[str, Tariff], ledger: Ledger, budget: BudgetFile, purse: Purse, today: Callable[[], date]
    ) -> None:
        super().__init__(tariffs, limit=None)
        self._ledger, self._file, self._purse, self._today = ledger, budget, purse, today
        self._held: list[tuple[float, date]] = []
        self.refused = False
        self._keys = ",".join(sorted(tariffs)) or "free"

    def price_of_next(self, key: str, prompt: str) -> float:
        """The most that a call can cost; nothing for a free model."""
        tariff = self.tariffs.get(key)
        return tariff.most(prompt) if tariff else 0.0

    def reserve(self, price: float) -> bool:
        """Set the price of a call aside in the ledger; false, and nothing written, where the purse might not pay."""
        day = self._today()
        if price and price > room(self._ledger, self._file, self._purse, day):
            self.refused = self.under_way == 0 or self.refused
            return False
        if price:
            self._ledger.reserve(self._purse, day, price, self._keys)
            self._held.append((price, day))
        self.under_way += 1
        return True

    def charge(self, record: Mapping[str, Any], prompt: str) -> float:
        """Write down what an attempt cost, and tell it."""
        cost = super().charge(record, prompt)
        if cost:
            self._ledger.bill(self._purse, self._day_of_oldest(), cost, str(record["model_key"]))
        return cost

    def release(self, price: float) -> None:
        """Give back what was set aside."""
        self.under_way -= 1
        for place, (held, day) in enumerate(self._held):
            if held == price:
                self._ledger.release(self._purse, day, price, self._keys)
                del self._held[place]
                return

    def refusal(self, price: float) -> str:  # noqa: ARG002 - figures of the budget are private and not told
        """Why a call is not sent; no figure is told."""
        return f"stopped before the {self._purse} purse is passed: see `stimfid stability budget`"

    def _day_of_oldest(self) -> date:
        return self._held[0][1] if self._held else self._today()
