"""The draw: which of a family's satisfiable combinations are asked."""

from __future__ import annotations

import random
from collections import Counter

from stimfid_lib.suite.families.draft import Draft
from stimfid_lib.suite.pools import PER_FAMILY, PER_TIER, TIERS


def sample(drafts: list[Draft], rng: random.Random) -> list[Draft]:
    """Draw about thirty of a family's drafts, ten a tier.

    A short tier gives all it has, and the tier with most left fills up to thirty (then the next); plain drafts go
    before reserve ones. Then every pool member that the draw missed is given a place (`_cover`). The order of
    `drafts` matters to the draw, so give them in slot order.
    """
    chosen: list[Draft] = []
    for tier in TIERS:
        chosen += _draw([draft for draft in drafts if draft.tier == tier], PER_TIER, rng)
    while len(chosen) < PER_FAMILY:
        rest = _largest_rest(drafts, chosen)
        if not rest:
            break
        chosen += _draw(rest, PER_FAMILY - len(chosen), rng)
    return _cover(drafts, chosen, rng)


def _draw(pool: list[Draft], count: int, rng: random.Random) -> list[Draft]:
    """Draw without replacement, plain drafts before reserve ones."""
    plain = [draft for draft in pool if not draft.reserve]
    reserve = [draft for draft in pool if draft.reserve]
    drawn = rng.sample(plain, min(count, len(plain)))
    return drawn + rng.sample(reserve, min(count - len(drawn), len(reserve)))


def _largest_rest(drafts: list[Draft], chosen: list[Draft]) -> list[Draft]:
    """What is left of the tier with the most left."""
    taken = set(chosen)
    rests = [[draft for draft in drafts if draft.tier == tier and draft not in taken] for tier in TIERS]
    return max(rests, key=len)


def _cover(drafts: list[Draft], chosen: list[Draft], rng: random.Random) -> list[Draft]:
    """Give every pool member that the draw missed a place, in the order of `drafts`.

    One of its drafts, drawn from the tiers that can spare one, replaces the draft of that tier whose member the
    sample holds most often (of several the first in slot order). A member's last draft is never given up, so tiers
    keep their sizes and what is covered stays covered.
    """
    chosen = list(chosen)
    for member in dict.fromkeys(draft.covers for draft in drafts):
        counts = Counter(draft.covers for draft in chosen)
        if counts[member]:
            continue
        spare = {
            tier: sorted(
                (d for d in chosen if d.tier == tier and counts[d.covers] > 1), key=lambda d: (-counts[d.covers], d.key)
            )
            for tier in TIERS
        }
        candidates = [draft for draft in drafts if draft.covers == member and spare[draft.tier]]
        if candidates:
            newcomer = rng.choice(candidates)
            chosen[chosen.index(spare[newcomer.tier][0])] = newcomer
    return chosen
