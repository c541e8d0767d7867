"""One run measured: every statistic of its measurement record, from its decisions alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from .bootstrap import Interval, interval, resampled_gaps
from .change import change
from .draws import GENERATOR, NULL_FLOOR, RESAMPLES, STRATIFIED, generator
from .entropy import entropy, is_degenerate
from .gap import gap, pct
from .gates import PAIRS, Pair, flags_of, gates_of
from .missing import drop_asymmetry, drop_bound, loss
from .null_floor import null_floor
from .responses import VERSIONS, Decisions, Responses, read_responses
from .scenarios import concentration, scenario_gaps, spread, worst_scenarios

__all__ = ["change", "measure"]


def measure(
    decisions: Decisions,
    *,
    options: Sequence[str],
    n: int,
    theta_positive_pct: float,
    scenario_dominated_share_pct: float,
    protocol_id: str,
    run_date: str,
    subject_model_id: str,
    exploratory: bool = False,
    instrument_suspect: bool = False,
    resamples: int = RESAMPLES,
) -> dict[str, Any]:
    """Every statistical field of a measurement record.

    The result is of this panel, this model and this day: the scenarios are never resampled, and no field says how the
    model would do on other scenarios. Percentages are the nearest floats of exact fractions, nowhere rounded; verdicts
    are taken on the fractions.

    Args:
        decisions: `[item_id, outcome]` in call order, by version; an outcome is an option or a name of
            `grammar.INVALID`.
        options: the protocol's tokens; their number is k.
        n: calls a version.
        theta_positive_pct, scenario_dominated_share_pct: the protocol's thresholds.
        protocol_id, run_date, subject_model_id: what the seeds are derived from.
        exploratory: not the protocol's primary contrast.
        instrument_suspect: made while the instrument's check had failed.
        resamples: of each interval and of the null floor; other than 10,000 for tests and simulations only.

    Raises:
        ValueError: decisions that no complete run has, or fewer than one resample.
    """
    if resamples < 1:
        raise ValueError(f"resamples = {resamples}: at least 1, and 10,000 in an archive")
    read = read_responses(decisions, options, n)
    seeds = (protocol_id, run_date, subject_model_id)
    pairs = {name: _pair(read[x], read[y]) for name, (x, y) in PAIRS.items()}
    by_scenario = scenario_gaps(read["A"], read["B"])
    gates = gates_of(pairs, _share(theta_positive_pct))
    entropy_a, entropy_b = entropy(read["A"].counts), entropy(read["B"].counts)
    share = concentration(by_scenario)
    flags = flags_of(
        gates,
        {
            "degenerate_candidate": is_degenerate(entropy_a, entropy_b, pairs["ab"].gap),
            "scenario_dominated": share is not None and share > _share(scenario_dominated_share_pct),
            "instrument_suspect": instrument_suspect,
            "exploratory": exploratory,
        },
    )
    return {
        **_rewording(read, seeds, resamples),
        "gap_null_pct": pct(pairs["aa"].gap),
        "gap_positive_pct": pct(pairs["ac"].gap),
        "n": n,
        "n_valid": {version: read[version].n_valid for version in VERSIONS},
        "n_items": len(read["A"].items),
        "k": len(options),
        "entropy_a": entropy_a,
        "entropy_b": entropy_b,
        **{f"u_{version.lower()}": float(loss(read[version])) for version in VERSIONS},
        **{f"drop_bound_pct_{name}": pct(pair.drop_bound) for name, pair in pairs.items()},
        **{f"drop_asymmetry_pct_{name}": pct(pair.asymmetry) for name, pair in pairs.items()},
        "scenario_gaps_pct": {item: pct(value) for item, value in by_scenario.items()},
        "scenario_spread_pct": spread(by_scenario),
        "scenario_concentration_pct": pct(share),
        "worst_scenarios": worst_scenarios(by_scenario),
        "outcomes": {version: read[version].tally() for version in VERSIONS},
        "decisions": {version: [list(pair) for pair in read[version].outcomes] for version in VERSIONS},
        "flags": flags,
        "gates": {name: gate.as_json() for name, gate in gates.items()},
        "on_curve": not flags,
    }


def _rewording(read: Mapping[str, Responses], seeds: tuple[str, str, str], resamples: int) -> dict[str, Any]:
    """The comparison of A with B: stability, its intervals and its null floor."""
    a, b = read["A"], read["B"]
    observed = gap(a.counts, b.counts)
    published = interval(resampled_gaps([a.counts], [b.counts], generator(*seeds), resamples))
    strata_a, strata_b = ([one.counts_of(item) for item in one.items] for one in (a, b))
    stratified = interval(resampled_gaps(strata_a, strata_b, generator(*seeds, STRATIFIED), resamples))
    floor = null_floor(a.counts, b.counts, generator(*seeds, NULL_FLOOR), resamples)
    return {
        "stability_pct": None if observed is None else pct(1 - observed),
        **_ends("ci", published),
        **_ends("stratified_ci", stratified),
        "gap_pct": pct(observed),
        "null_floor_pct": pct(floor),
        "at_noise_floor": None if observed is None or floor is None else observed <= floor,
        "resamples": resamples,
        "generator": GENERATOR,
    }


def _ends(name: str, gaps: Interval | None) -> dict[str, float | None]:
    if gaps is None:
        return {f"{name}_low_pct": None, f"{name}_high_pct": None}
    return {f"{name}_low_pct": pct(gaps.stability.low), f"{name}_high_pct": pct(gaps.stability.high)}


def _pair(x: Responses, y: Responses) -> Pair:
    return Pair(gap(x.counts, y.counts), drop_bound(x, y), drop_asymmetry(x, y))


def _share(percentage: float) -> Fraction:
    """A threshold as it is written: 12.1 is 121/1000, not the nearest binary float."""
    return Fraction(str(percentage)) / 100
