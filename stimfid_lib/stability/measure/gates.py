"""The gates of a measurement, each judged at the edge that does not favour the finding, and the flags they raise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from .gap import pct

DROP_LIMIT = Fraction(2, 100)
ASYMMETRY_LIMIT = Fraction(1, 100)

PAIRS = {"ab": ("A", "B"), "aa": ("A", "A_prime"), "ac": ("A", "C")}
"""The three comparisons: rewording, surface noise, substantive change."""

FLAGS = (
    "below_surface_noise",
    "not_reading",
    "degenerate_candidate",
    "drop_confounded",
    "asymmetric_missingness",
    "below_drop_bound",
    "scenario_dominated",
    "instrument_suspect",
    "exploratory",
)
"""Every flag, in the order in which they are listed. One takes a measurement off the curve; none deletes one."""


@dataclass(frozen=True)
class Pair:
    """What two versions of one run show.

    Attributes:
        gap: share of [0, 1]; None where a version has no valid response.
        drop_bound: u_X + u_Y.
        asymmetry: |u_X − u_Y|.
    """

    gap: Fraction | None
    drop_bound: Fraction
    asymmetry: Fraction


@dataclass(frozen=True)
class Gate:
    """One comparison.

    Attributes:
        flag: raised where it fails.
        passed: the verdict, from exact fractions; a gate whose value cannot be known fails.
        value: the observed side, a share; None where it cannot be known.
        limit: the side it is held against.
    """

    flag: str
    passed: bool
    value: Fraction | None
    limit: Fraction | None

    def as_json(self) -> dict[str, object]:
        """Verdict and both sides, in percent."""
        return {"passed": self.passed, "value_pct": pct(self.value), "limit_pct": pct(self.limit)}


def gates_of(pairs: Mapping[str, Pair], theta_positive: Fraction) -> dict[str, Gate]:
    """Judge the gates of losses and of gaps.

    Args:
        pairs: by the keys of `PAIRS`.
        theta_positive: the threshold of the substantive change, a share.
    """
    found: dict[str, Gate] = {}
    for name, pair in pairs.items():
        within = pair.drop_bound <= DROP_LIMIT
        found[f"drop_bound_{name}"] = Gate("drop_confounded", within, pair.drop_bound, DROP_LIMIT)
    for name, pair in pairs.items():
        even = pair.asymmetry <= ASYMMETRY_LIMIT
        found[f"drop_asymmetry_{name}"] = Gate("asymmetric_missingness", even, pair.asymmetry, ASYMMETRY_LIMIT)
    rewording, surface, substantive = pairs["ab"], pairs["aa"], pairs["ac"]
    found["above_drop_bound"] = _above("below_drop_bound", rewording.gap, rewording.drop_bound)
    found["above_surface_noise"] = _above("below_surface_noise", _least(rewording), _most(surface))
    found["reading"] = _above("not_reading", _least(substantive), theta_positive)
    return found


def flags_of(gates: Mapping[str, Gate], others: Mapping[str, bool]) -> list[str]:
    """The flags of failed gates and those that are raised for other reasons, in the order of `FLAGS`.

    Raises:
        ValueError: a flag that does not exist.
    """
    raised = {gate.flag for gate in gates.values() if not gate.passed} | {name for name, on in others.items() if on}
    if unknown := raised - set(FLAGS):
        raise ValueError(f"flag {sorted(unknown)[0]!r}: allowed are {', '.join(FLAGS)}")
    return [flag for flag in FLAGS if flag in raised]


def _above(flag: str, value: Fraction | None, limit: Fraction | None) -> Gate:
    """Strictly above: a tie fails."""
    return Gate(flag, value is not None and limit is not None and value > limit, value, limit)


def _least(pair: Pair) -> Fraction | None:
    return None if pair.gap is None else pair.gap - pair.drop_bound


def _most(pair: Pair) -> Fraction | None:
    return None if pair.gap is None else pair.gap + pair.drop_bound
