"""Means of several measurements, with an interval of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from .bootstrap import interval, resampled_gaps
from .change import counts_of
from .draws import GENERATOR, RESAMPLES, derived_seed, generator_of
from .gap import gap, pct

MECHANICAL = ("order", "default")
"""Types of rewording that tell of the order of lines and of defaults, and enter no cognitive aggregate."""

_SAME = ("series", "model_family", "subject_model_id")
"""What the measurements of a mean have in common, as far as they say it: a mean is of one model, and ranks none."""


def mean_stability(
    measurements: Sequence[Mapping[str, Any]], *, cognitive: bool = True, resamples: int = RESAMPLES
) -> dict[str, Any]:
    """Mean stability of m measurements and its bootstrap interval, in percent.

    Each resample draws every measurement's responses anew and takes the mean of their gaps; the interval is that of
    the m protocols as they are, and none for other families or types. It is not the mean interval divided by √m,
    because gaps near zero are skewed and their resamples lie above them. Flagged measurements are in it and counted:
    without them the mean would select unstable models.

    Args:
        measurements: measurement records; their order does not matter.
        cognitive: refuse the types of `MECHANICAL`.
        resamples: of the interval.

    Returns:
        `m`, `mean_stability_pct`, `ci_low_pct`, `ci_high_pct` (null where a measurement has no stability), `n_flagged`,
        `protocol_ids`, `resamples`, `generator`.

    Raises:
        ValueError: none, one that is exploratory, one twice, a mechanical type in a cognitive mean, or two models.
    """
    ranked = sorted(measurements, key=_seed_of)
    _check(ranked, cognitive)
    gaps = [gap(counts_of(one, "A"), counts_of(one, "B")) for one in ranked]
    known = [value for value in gaps if value is not None]
    told: dict[str, Any] = {"mean_stability_pct": None, "ci_low_pct": None, "ci_high_pct": None}
    if len(known) == len(ranked):
        rng = generator_of(derived_seed("mean", *(part for one in ranked for part in _seed_of(one))))
        drawn = [resampled_gaps([counts_of(one, "A")], [counts_of(one, "B")], rng, resamples) for one in ranked]
        ends = interval([_mean(values) for values in zip(*drawn, strict=True)])
        if ends is not None:
            told = {"ci_low_pct": pct(ends.stability.low), "ci_high_pct": pct(ends.stability.high)}
        told["mean_stability_pct"] = pct(1 - _mean(known))
    return {
        "m": len(ranked),
        **told,
        "n_flagged": sum(bool(one["flags"]) for one in ranked),
        "protocol_ids": [one["protocol_id"] for one in ranked],
        "resamples": resamples,
        "generator": GENERATOR,
    }


def _check(ranked: Sequence[Mapping[str, Any]], cognitive: bool) -> None:
    if not ranked:
        raise ValueError("no measurement: a mean needs at least one")
    for one in ranked:
        if "exploratory" in one["flags"]:
            raise ValueError(f"{one['protocol_id']} is exploratory: only primary contrasts enter a mean")
        if cognitive and one["rewording_type"] in MECHANICAL:
            raise ValueError(
                f"{one['protocol_id']} is of type {one['rewording_type']!r}, which no cognitive mean holds"
            )
    seeds = [_seed_of(one) for one in ranked]
    if len(set(seeds)) != len(seeds):
        raise ValueError("a measurement stands twice in the mean (same protocol, date, model and replicate)")
    for name in _SAME:
        if len(found := {str(one[name]) for one in ranked if name in one}) > 1:
            raise ValueError(f"{name} is {' and '.join(sorted(found))}: a mean is of one model")


def _seed_of(one: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        str(one["protocol_id"]),
        str(one["run_date"]),
        str(one["subject_model_id"]),
        str(one.get("replicate_index", 1)),
    )


def _mean(values: Sequence[Fraction]) -> Fraction:
    return Fraction(sum(values)) / len(values)
