"""The Wilson interval of a share, wherever something is counted."""

from __future__ import annotations


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Bound the share `hits / n` by its 95 % Wilson score interval (Wilson 1927), within 0 and 1.

    It takes the n counted things as independent, so it is short where they come in clusters.

    Raises:
        ValueError: `n` is 0, or `hits` is not from 0 to `n`.
    """
    from scipy.stats import binomtest

    interval = binomtest(hits, n).proportion_ci(method="wilson")
    return float(interval.low), float(interval.high)
