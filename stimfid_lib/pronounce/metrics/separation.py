"""Do variants lie below errors? The test, the two quartiles, and the threshold between them if there is one."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.stats import mannwhitneyu

from stimfid_lib.pronounce.metrics.tokens import Floats, Tokens

ALPHA = 0.05


@dataclass(frozen=True)
class Separation:
    """Variants against errors in one column.

    `u` counts pairs in which the variant lies above the error, ties half (Mann & Whitney 1947); `p` is one-sided, small
    where variants lie below. `auc` is the chance that a variant lies below an error. `threshold`, midway between the
    variants' 75th and the errors' 25th percentile, is None unless the former lies below the latter (no clean one).

    `p` takes tokens for independent, which those of one speaker are not: it overstates; the intervals do not.
    """

    n_variant: int
    n_error: int
    u: float
    p: float
    auc: float
    variant_p75: float
    error_p25: float

    @property
    def gap(self) -> float:
        """The errors' 25th percentile less the variants' 75th: above 0 there is a clean threshold."""
        return self.error_p25 - self.variant_p75

    @property
    def clean(self) -> bool:
        """Whether three quarters of the variants lie below three quarters of the errors."""
        return self.variant_p75 < self.error_p25

    @property
    def threshold(self) -> float | None:
        """Midway between the two quartiles, if they leave room."""
        return (self.variant_p75 + self.error_p25) / 2 if self.clean else None


def separation(variant: Floats, error: Floats) -> Separation | None:
    """Compare two samples without NaN; None if either is empty."""
    if not variant.size or not error.size:
        return None
    u, p = _mann_whitney(variant, error)
    pairs = variant.size * error.size
    return Separation(
        n_variant=int(variant.size),
        n_error=int(error.size),
        u=u,
        p=p,
        auc=1.0 - u / pairs,
        variant_p75=float(np.percentile(variant, 75)),
        error_p25=float(np.percentile(error, 25)),
    )


def speakers_p(variant: Tokens, error: Tokens) -> float | None:
    """The same test over one median a speaker, which does not take a speaker's tokens for independent; None if a pole
    is empty. With few speakers it cannot be small: four against four give .014 at the least."""
    medians = [
        np.array([np.median(pole.value[pole.speaker == name]) for name in np.unique(pole.speaker)])
        for pole in (variant, error)
    ]
    return _mann_whitney(*medians)[1] if all(one.size for one in medians) else None


def _mann_whitney(variant: Floats, error: Floats) -> tuple[float, float]:
    with np.errstate(divide="ignore", invalid="ignore"):  # all values equal: no variance, and no evidence
        u, p = mannwhitneyu(variant, error, alternative="less")
    return float(u), 1.0 if math.isnan(p) else float(p)


def verdict(found: Separation | None) -> str:
    """GO if p < .05 and the quartiles leave room, else NO-GO; NOT EVALUABLE without both poles."""
    if found is None:
        return "NOT EVALUABLE"
    return "GO" if found.p < ALPHA and found.clean else "NO-GO"
