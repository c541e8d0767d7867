"""What calls cost: from the tokens that the server reported and the roster's prices, and never less than it may be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.clients.faults import says_no
from stimfid_lib.models.entries import EndpointEntry, Entry, Prices, VendorEntry
from stimfid_lib.models.lines import iterate_lines

PER = 1_000_000
OVERHEAD_TOKENS = 64
"""Tokens that a chat's frame may add to a prompt."""

_REFUSED = re.compile(r"^\w+ \(HTTP (?P<status>\d{3})\b|^no connection \(")


@dataclass(frozen=True, slots=True)
class Tariff:
    """Prices of one model and the cap on its replies: enough to say what a call costs at most."""

    prices: Prices
    max_tokens: int | None = None

    def cost(self, usage: Mapping[str, int], *, batch: bool = False) -> float | None:
        """Cost of a reply by its token counts; None where the server told none."""
        if "input_tokens" not in usage or "output_tokens" not in usage:
            return None
        read, written = usage["input_tokens"] * self.prices.input, usage["output_tokens"] * self.prices.output
        return (read + written) / PER * (self.prices.batch if batch else 1.0)

    def most(self, prompt: str) -> float:
        """The most that a call can cost: no token is shorter than a byte, no reply longer than the cap.

        Raises:
            Refused: the model has no cap.
        """
        if self.max_tokens is None:
            raise Refused("a reply without max_tokens may cost anything: write a cap into models.yaml")
        read = len(prompt.encode()) + OVERHEAD_TOKENS
        return (read * self.prices.input + self.max_tokens * self.prices.output) / PER


def tariff_of(entry: Entry) -> Tariff | None:
    """A model's tariff; None where the roster holds no prices for it."""
    if isinstance(entry, VendorEntry | EndpointEntry) and entry.prices is not None:
        return Tariff(entry.prices, entry.max_tokens)
    return None


def tariffs_of(entries: Mapping[str, Entry]) -> dict[str, Tariff]:
    """Tariffs of those models that have one."""
    return {key: tariff for key, entry in entries.items() if (tariff := tariff_of(entry))}


def cost_of_record(record: Mapping[str, Any], tariff: Tariff, prompt: str | None = None) -> float:
    """What one attempt cost, or at most may have cost where the server told no tokens.

    A call that the server refused by status, or that reached nobody, cost nothing. One that was cut short, or that a
    gateway gave up, may have been answered and billed all the same: it counts as the dearest call that it could be.
    """
    batch = record.get("batch") is not None
    known = tariff.cost(record["usage"], batch=batch)
    if known is not None:
        return known
    if record["error"] is not None and (batch or _cost_nothing(record["error"])):
        return 0.0
    return tariff.most(prompt or "") if tariff.max_tokens is not None else 0.0


def _cost_nothing(error: str) -> bool:
    refused = _REFUSED.search(error)
    return refused is not None and (refused["status"] is None or says_no(int(refused["status"])))


def spent(ledger: Path, tariffs: Mapping[str, Tariff], prompts: Mapping[str, str]) -> float:
    """What all attempts of a ledger cost together, in the tariffs' currency."""
    return sum(
        cost_of_record(line.value, tariffs[line.value["model_key"]], prompts.get(line.value["prompt_id"]))
        for line in iterate_lines(ledger)
        if line.value.get("model_key") in tariffs
    )


class Budget:
    """Money that may still be spent; every call reserves the most that it can cost before it is sent.

    Not for several threads: the calling loop alone uses it.

    Args:
        tariffs: by model key; a model without one is free (it runs on this machine or is a generator).
        limit: the most that may be spent; None does not limit and only counts.
        spent: what was spent before.
    """

    def __init__(self, tariffs: Mapping[str, Tariff], limit: float | None = None, spent: float = 0.0) -> None:
        self.tariffs = tariffs
        self.limit = limit
        self.spent = spent
        self.under_way = 0
        self._reserved = 0.0

    def price_of_next(self, key: str, prompt: str) -> float:
        """What has to be reserved for a call; nothing where there is no limit."""
        tariff = self.tariffs.get(key)
        return tariff.most(prompt) if tariff and self.limit is not None else 0.0

    def reserve(self, price: float) -> bool:
        """Set the price of a call aside; false where the limit might be passed, and nothing is set aside then.

        A call that costs nothing passes no limit, not even one that was lowered below what is spent.
        """
        if price and self.limit is not None and self.spent + self._reserved + price > self.limit:
            return False
        self._reserved += price
        self.under_way += 1
        return True

    def release(self, price: float) -> None:
        """Give back what was set aside."""
        self.under_way -= 1
        self._reserved = self._reserved - price if self.under_way else 0.0

    def charge(self, record: Mapping[str, Any], prompt: str) -> float:
        """Count what an attempt cost, and tell it."""
        tariff = self.tariffs.get(record["model_key"])
        cost = cost_of_record(record, tariff, prompt) if tariff else 0.0
        self.spent += cost
        return cost

    def refusal(self, price: float) -> str:
        """Why a call of this price is not sent."""
        return (
            f"stopped before the limit of {self.limit:g}: {self.spent:.4f} is spent, the next call may cost {price:.4f}"
        )


def require_prices(entries: Mapping[str, Entry], limit: float) -> dict[str, Tariff]:
    """Tariffs of all models, for a run with a limit on its cost.

    Raises:
        Refused: a model has no prices or no cap; each is named.
    """
    missing = [f"{key}.prices" for key, entry in entries.items() if tariff_of(entry) is None]
    uncapped = [f"{key}.max_tokens" for key, entry in entries.items() if getattr(entry, "max_tokens", None) is None]
    if missing or uncapped:
        raise Refused(
            f"a limit of {limit:g} cannot be kept without prices and caps: fill {', '.join(missing + uncapped)} "
            "in models.yaml (prices per million tokens, from the vendor's price page, with as_of), or drop the limit"
        )
    return tariffs_of(entries)
