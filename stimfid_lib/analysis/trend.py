"""Page's trend test over few blocks, exact where ties spoil the tabulated distribution."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from scipy.stats import page_trend_test, rankdata

from stimfid_lib.analysis.bootstrap import Floats
from stimfid_lib.base.errors import Refused

_DECIMALS = 12


@dataclass(frozen=True)
class Trend:
    """Page's L, its one-sided p-value, and how that was found: `exact` (no ties) or `permutation` (with ties)."""

    statistic: float
    p: float
    method: str


def falling_trend(blocks: Floats) -> Trend:
    """Test whether values fall from the first column to the last, within blocks.

    Args:
        blocks: (blocks, treatments), without holes: here families by tiers, each a mean of cell means.

    Page's L (Page 1963) is the sum over treatments of predicted rank times the sum of ranks within blocks. Without
    ties `scipy.stats.page_trend_test` gives its exact distribution; with a tie in any block ranks are averaged and the
    p-value is the share of all rearrangements within blocks that give an L as large, counted in full. One-sided, as
    the order was predicted. It sees order within families, not how far satisfaction falls.

    Raises:
        Refused: fewer than two blocks or three treatments, or a hole.
    """
    values = np.round(np.asarray(blocks, dtype=np.float64), _DECIMALS)
    if values.ndim != 2 or values.shape[0] < 2 or values.shape[1] < 3 or np.isnan(values).any():
        raise Refused(f"a trend needs at least 2 blocks of 3 treatments without a hole, not {values.tolist()}")
    predicted = np.arange(values.shape[1], 0, -1)
    if all(len(set(block)) == len(block) for block in values.tolist()):
        found = page_trend_test(values, predicted_ranks=predicted, method="exact")
        return Trend(float(found.statistic), float(found.pvalue), "exact")
    ranks = rankdata(values, axis=1)
    statistic = float((ranks @ predicted).sum())
    return Trend(statistic, _permutation_p(ranks, predicted, statistic), "permutation")


def _permutation_p(ranks: Floats, predicted: np.ndarray, statistic: float) -> float:
    """Share of all rearrangements within blocks whose L is at least as large; blocks are independent, so their
    distributions are convolved.
    """
    total: Counter[float] = Counter({0.0: 1})
    for block in ranks:
        own = Counter(float(np.dot(order, predicted)) for order in permutations(block))
        longer: Counter[float] = Counter()
        for before, ways in total.items():
            for added, more in own.items():
                longer[before + added] += ways * more
        total = longer
    as_large = sum(ways for value, ways in total.items() if value >= statistic)
    return as_large / total.total()
