"""How often the published interval holds the true gap: the whole distribution enumerated, without a random draw."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

import numpy as np
from scipy.stats import binom

from stimfid_lib.stability.measure.draws import RESAMPLES

CASES = ((0.5, 0.5), (0.9, 0.9), (0.5, 0.55), (0.5, 0.6), (0.5, 0.7), (0.3, 0.7))
"""Shares of option A under versions A and B that the command goes through."""

_NEGLIGIBLE = 1e-10


@dataclass(frozen=True)
class Coverage:
    """What the interval does at one true gap; probabilities of [0, 1].

    Attributes:
        n: responses a version, none lost.
        p_a, p_b: the true shares of option A.
        covered: the interval holds the true gap.
        above: it lies wholly above it, which makes the model look less stable than it is.
        below: it lies wholly below it.
    """

    n: int
    p_a: float
    p_b: float
    covered: float
    above: float
    below: float

    @property
    def gap_pct(self) -> float:
        """The true gap in percent."""
        return 100 * abs(self.p_a - self.p_b)


def interval_coverage(n: int, p_a: float, p_b: float, resamples: int = RESAMPLES) -> Coverage:
    """Coverage of the percentile bootstrap interval of `measure`, for a decision between two options.

    Every pair of counts that n responses a version can give is gone through with its binomial probability; of each, the
    distribution of resampled gaps is the difference of two binomials. How many of the resamples fall on either side of
    the true gap is a binomial again, and decides on which side of it an end stands. An end between two resamples is
    taken as the inner one, from which it is at most 2.5 % of their distance away.

    Responses are taken as independent with one share for all scenarios: with scenarios that differ, the published
    interval is wider than the spread of repeated runs and covers more.

    Args:
        n: valid responses a version.
        p_a, p_b: shares of option A.
        resamples: of the interval.
    """
    steps = round(n * abs(p_a - p_b), 9)
    of_a, of_b = (binom.pmf(np.arange(n + 1), n, share) for share in (p_a, p_b))
    resampled = [binom.pmf(np.arange(n + 1), n, count / n) for count in range(n + 1)]
    weights, up_to, under = [], [], []
    for count_a in np.flatnonzero(of_a > _NEGLIGIBLE):
        for count_b in np.flatnonzero(of_b > _NEGLIGIBLE):
            reached = np.concatenate([[0.0], np.cumsum(_gaps(resampled[count_a], resampled[count_b])).clip(0, 1)])
            weights.append(of_a[count_a] * of_b[count_b])
            up_to.append(reached[floor(steps) + 1])
            under.append(reached[ceil(steps)])
    inner_low, inner_high = ceil(0.025 * (resamples - 1)), floor(0.975 * (resamples - 1))
    above = float(np.dot(weights, binom.cdf(inner_low, resamples, up_to)))
    below = float(np.dot(weights, binom.sf(inner_high, resamples, under)))
    return Coverage(n, p_a, p_b, 1 - above - below, above, below)


def _gaps(resampled_a: np.ndarray, resampled_b: np.ndarray) -> np.ndarray:
    """Distribution of |a − b| of two counts with these distributions, for 0 … n."""
    signed = np.convolve(resampled_a, resampled_b[::-1])
    middle = len(resampled_a) - 1
    gaps = signed[middle:].copy()
    gaps[1:] += signed[:middle][::-1]
    return gaps
