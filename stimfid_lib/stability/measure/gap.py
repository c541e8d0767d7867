"""How far two versions' decisions lie apart: the total variation distance of two shares, in exact fractions."""

from __future__ import annotations

from fractions import Fraction

from .responses import Counts


def gap(x: Counts, y: Counts) -> Fraction | None:
    """½ Σ|p̂_X − p̂_Y| over the closed categories, in [0, 1]; None where a version has no valid response.

    With two options it equals |p̂_X(A) − p̂_Y(A)|. It is exact, because a gap of exactly 15 % must not pass a
    threshold of 15, which in floats it does (0.65 − 0.5 > 0.15).

    Args:
        x, y: valid responses by option, the options in the same order.

    Raises:
        ValueError: the categories are not the same.
    """
    n_x, n_y = sum(x), sum(y)
    if not n_x or not n_y:
        return None
    apart = sum(abs(of_x * n_y - of_y * n_x) for of_x, of_y in zip(x, y, strict=True))
    return Fraction(apart, 2 * n_x * n_y)


def pct(share: Fraction | None) -> float | None:
    """A share of [0, 1] as the nearest float of its percentage."""
    return None if share is None else float(100 * share)
