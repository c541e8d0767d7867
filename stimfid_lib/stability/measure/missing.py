"""What invalid responses can have hidden."""

from __future__ import annotations

from fractions import Fraction

from .responses import Responses


def loss(responses: Responses) -> Fraction:
    """u = 1 − n_valid / n, the share of invalid responses."""
    return 1 - Fraction(responses.n_valid, responses.n)


def drop_bound(x: Responses, y: Responses) -> Fraction:
    """u_X + u_Y: however the invalid responses would have been decided, the gap would differ by no more.

    It is the worst possible error and not an interval: it says nothing of how likely an error is.
    """
    return loss(x) + loss(y)


def drop_asymmetry(x: Responses, y: Responses) -> Fraction:
    """|u_X − u_Y|: one-sided loss can look like an effect of the wording."""
    return abs(loss(x) - loss(y))
