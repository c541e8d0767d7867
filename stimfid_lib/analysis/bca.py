"""BCa bounds: the percentile interval moved for bias and skew, as a check on it."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr, ndtri

from stimfid_lib.analysis.bootstrap import Floats, informative, quantiles

_TAIL = 0.025


def bca_bounds(ordered: Floats, numerators: Floats, denominators: Floats) -> tuple[Floats, Floats]:
    """Bound K entries by the bias-corrected and accelerated bootstrap (Efron 1987), 95 %.

    Args:
        ordered: (K, n_boot) replicates, each row sorted, NaN last.
        numerators, denominators: (K, C) by cell, from which the replicates were made; the acceleration is that of the
            jackknife over cells.

    Returns:
        Two (K,) arrays; NaN where no replicate differs from the others, where all lie on one side of the estimate,
        or where leaving out a cell leaves nothing.

    BCa corrects skew and bias, not the lack of cells: with ten cells near 1 it is as short as the percentile interval.
    """
    total, bottom = numerators.sum(axis=1), denominators.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        estimate = total / bottom
        n = informative(ordered)
        below = (ordered < estimate[:, None]).sum(axis=1) + (ordered <= estimate[:, None]).sum(axis=1)
        bias = ndtri(below / (2 * n))
        left_out = (total[:, None] - numerators) / (bottom[:, None] - denominators)
        used = denominators > 0
        centre = np.where(used, left_out, 0).sum(axis=1) / used.sum(axis=1)
        pull = np.where(used, centre[:, None] - left_out, 0)
        acceleration = (pull**3).sum(axis=1) / (6 * (pull**2).sum(axis=1) ** 1.5)
        shares = [ndtr(bias + (bias + z) / (1 - acceleration * (bias + z))) for z in ndtri((_TAIL, 1 - _TAIL))]
    known = np.isfinite(shares[0]) & np.isfinite(shares[1]) & (n > 0) & np.isfinite(bias)
    low, high = (np.where(known, quantiles(ordered, np.where(known, share, 0)), np.nan) for share in shares)
    return low, high
