"""Invented models: how they decide, as shares of option A by family, rewording, scenario and version."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date
from functools import cache

from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.panels.scenario import OPTIONS

SHIFT = {"wording": 0.34, "anchoring": 0.12, "order": 0.07, "default": 0.2}
"""How far a rewording moves the share of A in a model of strength 1, by type."""

OF_FAMILY = {"risky_choice_framing": 1.0, "sunk_cost_fallacy": 0.7, "base_rate_neglect": 0.45}
"""The same by family, as a factor."""

READS_C = 0.97
"""How often a model takes the dominating option of version C."""

ENDINGS = (
    "Both paths promise the same on average.",
    "I compared the stated odds with the sure result.",
    "The figures leave little between the two.",
    "Taking the numbers as given, one option fits better.",
)


@dataclass(frozen=True)
class SimulatedModel:
    """One invented model.

    Attributes:
        model_id: its exact id; its first word is the family.
        series: where it stands.
        source: where it is listed; None for open weights.
        strength: how strongly rewordings move it; 0 is perfectly stable.
        drift: what a year adds to that, from `since` on.
        since: the day from which drift counts.
        base: its share of A in version A, before the scenario's own part.
        collapsed: protocols by type in which it always answers A.
        loses: (protocol_id, from, to): between these days it gives no decision in a third of version B.
    """

    model_id: str
    series: str
    source: str | None
    strength: float
    drift: float = 0.0
    since: date = date(2027, 1, 1)
    base: float = 0.62
    collapsed: tuple[str, ...] = ()
    loses: tuple[tuple[str, date, date], ...] = field(default=())

    @property
    def model_family(self) -> str:
        """The family."""
        return self.model_id.split("-")[0]

    def share(self, protocol: Protocol, item_id: str, version: str, day: date) -> float:
        """The probability of option A."""
        if protocol.rewording_type in self.collapsed:
            return 1.0
        if version == "C":
            return 1 - READS_C
        part = _of_scenario(protocol.family, item_id)
        share = self.base + 0.5 * (part - 0.5)
        if version == "B":
            years = max(0, (day - self.since).days) / 365
            strength = self.strength + self.drift * years
            share -= strength * SHIFT[protocol.rewording_type] * OF_FAMILY[protocol.family] * (0.5 + part)
        return min(1.0, max(0.0, share))

    def reply(self, protocol: Protocol, item_id: str, version: str, day: date, draw: random.Random) -> tuple[str, str]:
        """Text and finish reason of one reply; three draws each, whatever comes of them."""
        u_lost, u_choice, told = draw.random(), draw.random(), draw.choice(ENDINGS)
        loses = any(name == protocol.protocol_id and begin <= day < end for name, begin, end in self.loses)
        if loses and version == "B" and u_lost < 1 / 3:
            return f"{told} Which of the two it should be", "length"
        chosen = OPTIONS[0] if u_choice < self.share(protocol, item_id, version, day) else OPTIONS[1]
        return f"{told}\nDECISION: {chosen}", "stop"


@cache
def _of_scenario(family: str, item_id: str) -> float:
    """A scenario's own part, 0 to 1, the same for every model: some scenarios invite a rewording more than others."""
    return random.Random(f"simulated:{family}:{item_id}").random()
