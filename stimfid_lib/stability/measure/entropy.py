"""How much a version's decisions vary, beside which every stability is read."""

from __future__ import annotations

from fractions import Fraction
from math import log

from .responses import Counts

DEGENERATE_ENTROPY = 0.20
DEGENERATE_STABILITY = Fraction(90, 100)


def entropy(counts: Counts) -> float | None:
    """Normalised entropy −Σ p log p / log k of the valid responses: 0 all alike, 1 evenly spread; None without any.

    Args:
        counts: valid responses by option; k is their number, options that nobody chose included.
    """
    total = sum(counts)
    if not total:
        return None
    shares = [count / total for count in counts if count]
    return max(0.0, -sum(share * log(share) for share in shares) / log(len(counts)))


def is_degenerate(entropy_a: float | None, entropy_b: float | None, gap_ab: Fraction | None) -> bool:
    """Tell whether a stability above 90 % may only say that one option is always chosen: both entropies under 0.20."""
    if entropy_a is None or entropy_b is None or gap_ab is None:
        return False
    return max(entropy_a, entropy_b) < DEGENERATE_ENTROPY and 1 - gap_ab > DEGENERATE_STABILITY
