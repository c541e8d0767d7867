"""Whether stability changed between two measurements of one protocol; decided by code only."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

from .gap import gap, pct
from .grammar import INVALID

IMPROVED, REGRESSED, FLAT, NOT_EVALUABLE = "improved", "regressed", "flat", "not_evaluable"
VERDICTS = (IMPROVED, REGRESSED, FLAT, NOT_EVALUABLE)

_SAME = ("protocol_id", "protocol_sha256", "panel_sha256", "grammar_version", "rewording_type", "n", "k")
"""Fields that two measurements of one protocol say alike, as far as both have them."""


def change(measurement_x: Mapping[str, Any], measurement_y: Mapping[str, Any]) -> dict[str, Any]:
    """The change from an earlier measurement to a later one.

    Δ = stability(y) − stability(x); improved or regressed only if |Δ| ≥ bound, √(hw_x² + hw_y²) of the intervals'
    half-widths, and |Δ| > cap, the sum of the two drop bounds between A and B. The second condition asks that lost
    responses alone cannot have made the difference; the first that resampling noise is small beside it. A verdict is
    about this panel and says nothing of what caused a change.

    Args:
        measurement_x, measurement_y: what `measure` returns, or whole measurement records.

    Returns:
        `verdict` (see `VERDICTS`) and `delta_pct`, `bound_pct`, `cap_pct` in percentage points of stability, null where
        a measurement has no stability.

    Raises:
        ValueError: the two are not of one protocol.
    """
    for name in _SAME:
        one, other = measurement_x.get(name), measurement_y.get(name)
        if name in measurement_x and name in measurement_y and one != other:
            raise ValueError(f"{name} is {one!r} and {other!r}: a change is between measurements of one protocol")
    gap_x, gap_y = _gap(measurement_x), _gap(measurement_y)
    if gap_x is None or gap_y is None:
        return {"verdict": NOT_EVALUABLE, "delta_pct": None, "bound_pct": None, "cap_pct": None}
    delta = gap_x - gap_y
    bound_squared = _half_width(measurement_x) ** 2 + _half_width(measurement_y) ** 2
    cap = _drop_bound(measurement_x) + _drop_bound(measurement_y)
    clear = delta**2 >= bound_squared and abs(delta) > cap
    verdict = FLAT if not clear else IMPROVED if delta > 0 else REGRESSED
    return {
        "verdict": verdict,
        "delta_pct": pct(delta),
        "bound_pct": 100 * sqrt(bound_squared),
        "cap_pct": pct(cap),
    }


def _gap(measured: Mapping[str, Any]) -> Fraction | None:
    """The exact gap between A and B, from the published counts of outcomes."""
    return gap(counts_of(measured, "A"), counts_of(measured, "B"))


def counts_of(measured: Mapping[str, Any], version: str) -> tuple[int, ...]:
    """A measurement's valid responses by option; outcomes that name no invalid one are the options, sorted."""
    outcomes = measured["outcomes"]
    return tuple(outcomes[version][option] for option in sorted(set(outcomes["A"]) - set(INVALID)))


def _half_width(measured: Mapping[str, Any]) -> Fraction:
    return (Fraction(measured["ci_high_pct"]) - Fraction(measured["ci_low_pct"])) / 200


def _drop_bound(measured: Mapping[str, Any]) -> Fraction:
    valid = measured["n_valid"]
    return 2 - Fraction(valid["A"] + valid["B"], measured["n"])
