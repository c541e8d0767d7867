"""Synthetic responders: decision laws whose every flag rate can be worked out, asked in place of a model."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stimfid_lib.stability.measure.responses import VERSIONS
from stimfid_lib.stability.panels.scenario import ITEMS, OPTIONS

Lost = tuple[str, str, str]
"""A lost response: its text, its finish reason and the outcome that the grammar gives it."""

_REFUSED: Lost = ("I would rather not decide this.", "refusal", "refused")
_CUT: Lost = ("There are good reasons on both sides, and before I", "length", "truncated")


@dataclass(frozen=True)
class Law:
    """How a responder decides one question; nothing is remembered from call to call.

    Attributes:
        shares: probability of option A by version, in scenarios of odd and of even number.
        reads: chooses the normatively right answer where there is one, which is in version C.
        loss: probability of no decision, by version; 0 where it is not named.
        lost: what comes back then.
    """

    shares: Mapping[str, tuple[float, float]]
    reads: bool = True
    loss: Mapping[str, float] = field(default_factory=dict)
    lost: Lost = _CUT

    def decide(self, item_id: str, version: str, structure: Mapping[str, Any], rng: random.Random) -> str | None:
        """An option, or None for a lost response; two draws a call, whatever comes of them."""
        u_loss, u_choice = rng.random(), rng.random()
        if u_loss < self.loss.get(version, 0.0):
            return None
        right = structure.get("right_answer", {}).get(version) if self.reads else None
        if right is not None:
            return str(right)
        share = self.shares[version][ITEMS.index(item_id) % 2]
        return OPTIONS[0] if u_choice < share else OPTIONS[1]

    def __call__(self, item_id: str, version: str, structure: Mapping[str, Any], rng: random.Random) -> tuple[str, str]:
        """Text and finish reason of a reply."""
        decision = self.decide(item_id, version, structure, rng)
        if decision is None:
            return self.lost[0], self.lost[1]
        return f"I weighed both options.\nDECISION: {decision}", "stop"


def decisions_of(
    law: Law, n: int, rng: random.Random, structures: Mapping[str, Mapping[str, Any]] | None = None
) -> dict[str, list[list[str]]]:
    """A whole run of a law without prompts and texts, for simulations.

    Args:
        law: who decides.
        n: calls a version, a multiple of the fifteen scenarios.
        rng: source of every decision.
        structures: by item; default: option B is right in version C of every scenario, as in every panel.
    """
    known = structures or {item: {"right_answer": {"C": OPTIONS[1]}} for item in ITEMS}
    return {
        version: [
            [item, law.decide(item, version, known[item], rng) or law.lost[2]]
            for _ in range(n // len(ITEMS))
            for item in ITEMS
        ]
        for version in VERSIONS
    }


def _shares(a: float, b: float, c: float = 0.0) -> dict[str, tuple[float, float]]:
    """The same shares in every scenario; A′ is answered as A is."""
    return {"A": (a, a), "A_prime": (a, a), "B": (b, b), "C": (c, c)}


_HALF_OF_THE_SCENARIOS = dict.fromkeys(VERSIONS, (1.0, 0.0))

RESPONDERS: Mapping[str, Law] = {
    "perfectly_stable": Law(_HALF_OF_THE_SCENARIOS),
    "random": Law(_shares(0.5, 0.5, 0.5), reads=False),
    "collapsed": Law(_shares(1.0, 1.0, 1.0), reads=False),
    "wording_sensitive": Law(_shares(0.8, 0.3)),
    "default_follower": Law(_shares(1.0, 0.0, 1.0), reads=False),
    "refuses_b": Law(_HALF_OF_THE_SCENARIOS, loss={"B": 1.0}, lost=_REFUSED),
    "loses_three_pct_of_b": Law(_shares(0.8, 0.3), loss={"B": 0.03}),
}
"""Each law by its name. The default follower takes the default of a `default` panel (A, but B in version B), also
where no default is stated; the perfectly stable one decides half of the scenarios each way, so that it is no collapsed
one; the last two lose responses under B only."""
