"""The ladder: how much of the month's money is gone decides which protocols may still begin."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from stimfid_lib.stability.panels.lanes import OPEN, twin_of
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.panels.scenario import FAMILIES, TYPES

RUNGS_PCT = (60, 80, 95)
"""Where the rungs 1, 2 and 3 begin, in percent of the month's ceiling; below the first is rung 0."""

GUARDS_OF_RUNG_2 = 4

_ROUNDING = 1e-9
"""Sums of thousands of calls in floats are off by less; without it an empty purse would look like a full one."""

PLANS = ("12", "8", "6", "quarterly", "cheaper_tier")
"""The order of cuts, each a person's decision; n, the two checks, extraction and logging are never cut."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How the month's money stands.

    Attributes:
        spent: what is gone of it, calls under way included.
        ceiling: what may go.
        kept: what is left of the heartbeat's reserve, which no sweep may touch.
    """

    spent: float
    ceiling: float
    kept: float = 0.0

    @property
    def share_pct(self) -> float:
        """What is gone, in percent of the ceiling; 100 where there is nothing."""
        return 100 * self.spent / self.ceiling if self.ceiling > 0 else 100.0

    @property
    def rung(self) -> int:
        """0 to 3; a month whose money is the heartbeat's reserve alone stands on the last."""
        if self.ceiling - self.kept - self.spent <= _ROUNDING:
            return len(RUNGS_PCT)
        return sum(self.spent * 100 >= rung * self.ceiling for rung in RUNGS_PCT)


def core_six(protocols: Sequence[Protocol]) -> tuple[str, ...]:
    """The two open protocols, their twins, one `order` and one `default`; fewer where they are not there.

    The mechanical ones are taken from the family of the first open protocol, so that they stand beside it.
    """
    opened = [protocol for name in OPEN for protocol in protocols if protocol.panel_name == name]
    twins = [twin_of(protocol) for protocol in opened]
    mechanical = [f"{OPEN[0].split('__')[0]}__{kind}" for kind in ("order", "default")]
    others = [protocol.protocol_id for name in mechanical for protocol in protocols if protocol.panel_name == name]
    known = {protocol.protocol_id for protocol in protocols}
    return (
        *(protocol.protocol_id for protocol in opened),
        *(twin for twin in twins if twin in known and twin is not None),
        *others,
    )


def in_order(protocols: Sequence[Protocol]) -> tuple[str, ...]:
    """All protocols in the order in which a sweep begins them: the six, then wording before anchoring, order, default.

    The order is the order of cuts too: a plan of eight or six is the beginning of this list.
    """
    six = core_six(protocols)
    rest = sorted(
        (protocol for protocol in protocols if protocol.protocol_id not in six),
        key=lambda one: (TYPES.index(one.rewording_type), -FAMILIES.index(one.family), one.protocol_id),
    )
    return (*six, *(protocol.protocol_id for protocol in rest))


def allowed(
    rung: int, protocols: Sequence[Protocol], lengths: Mapping[str, int], plan: str = "12", sweep_number: int = 0
) -> tuple[str, ...]:
    """The protocols that may begin.

    Args:
        rung: see `Standing.rung`.
        protocols: the admitted ones.
        lengths: how many measurements each has in the commercial series; missing ones have none.
        plan: one of `PLANS`.
        sweep_number: which sweep since the epoch, from 0; a quarterly plan asks in every third.

    Returns:
        Protocol ids in the order in which they are begun. On rung 2 the four guard protocols with the longest series;
        of equally long ones those of the six.
    """
    ordered = planned(protocols, plan, sweep_number)
    if rung <= 0:
        return ordered
    six = [name for name in ordered if name in core_six(protocols)]
    if rung == 1:
        return tuple(six)
    if rung == 2:
        guards = [name for name in ordered if name in _guards(protocols)]
        longest = sorted(guards, key=lambda name: (-lengths.get(name, 0), name not in six, ordered.index(name)))
        return tuple(longest[:GUARDS_OF_RUNG_2])
    return ()


def planned(protocols: Sequence[Protocol], plan: str, sweep_number: int) -> tuple[str, ...]:
    """What a plan asks in a sweep, money aside."""
    ordered = in_order(protocols)
    if plan in ("8", "6"):
        return ordered[: int(plan)]
    if plan == "quarterly":
        return () if sweep_number % 3 else ordered[:6]
    return ordered[:6] if plan == "cheaper_tier" else ordered


def next_cut(plan: str) -> str | None:
    """The cut that follows a plan if cost stays higher than the ceiling; None after the last."""
    following = PLANS[PLANS.index(plan) + 1 :]
    return following[0] if following else None


def needs_cut(rungs: Sequence[int]) -> bool:
    """Tell whether cost stays higher: the last three months all reached a rung above 0."""
    return len(rungs) >= 3 and all(rung > 0 for rung in rungs[-3:])


def _guards(protocols: Sequence[Protocol]) -> Collection[str]:
    return {protocol.protocol_id for protocol in protocols if protocol.lane == "guard"}
