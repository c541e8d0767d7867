"""Does the recogniser's distance rise with the annotator's?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import spearmanr

from stimfid_lib.pronounce.metrics.tokens import Floats

FEWEST = 3
"""Tokens below which a rank correlation says nothing."""
FEWEST_FOR_P = 10
"""Tokens below which its p value, an approximation, is not given."""


@dataclass(frozen=True)
class Agreement:
    """Spearman's rank correlation over `n` tokens; `rho` and `p` are None where it is not defined: a constant
    column, fewer than 3 tokens, for p fewer than 10.

    `p` takes tokens for independent, which those of one speaker are not.
    """

    n: int
    rho: float | None
    p: float | None


def agreement(one: Floats, other: Floats) -> Agreement:
    """Correlate two columns of equal length without NaN; ties get their mean rank."""
    if not _defined(one, other):
        return Agreement(int(one.size), None, None)
    rho, p = spearmanr(one, other)
    return Agreement(int(one.size), float(rho), float(p) if one.size >= FEWEST_FOR_P else None)


def dense_ranks(values: Floats) -> Floats:
    """Each value's place among the distinct values, 0 first: what ranks need, in whole numbers."""
    return np.unique(values, return_inverse=True)[1].astype(np.float64)


def rank_correlation(one: Floats, other: Floats) -> float:
    """Spearman's rho of two columns of dense ranks (or a resample of them), NaN where it is not defined.

    It sorts nothing, so that a thousand resamples of a corpus take seconds.
    """
    if not _defined(one, other):
        return float("nan")
    x, y = _mean_ranks(one), _mean_ranks(other)
    x, y = x - x.mean(), y - y.mean()
    return float((x * y).sum() / np.sqrt((x * x).sum() * (y * y).sum()))


def _mean_ranks(dense: Floats) -> Floats:
    code = dense.astype(np.int64)
    count = np.bincount(code)
    mean: Floats = (np.cumsum(count) - (count - 1) / 2)[code]
    return mean


def _defined(one: Floats, other: Floats) -> bool:
    return one.size >= FEWEST and bool(np.ptp(one)) and bool(np.ptp(other))
