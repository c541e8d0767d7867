"""Flag rates of a responder by complete enumeration, without a single draw: what simulations are held against."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from math import log

import numpy as np
from scipy.stats import binom, hypergeom

from stimfid_lib.stability.panels.scenario import ITEMS
from stimfid_lib.stability.responders import Law

Row = np.ndarray
RIGHT_IN_C = "B"


def share_of_a(law: Law, version: str, item: int) -> float:
    """Probability that a valid response to a scenario is A; B is right in version C."""
    return 0.0 if law.reads and version == "C" else law.shares[version][item % 2]


def count_of_a(law: Law, version: str, valid: int) -> Row:
    """Distribution of the number of A among the valid responses to a version whose scenarios are alike."""
    shares = {share_of_a(law, version, item) for item in range(15)}
    if shares == {0.0, 1.0}:  # each scenario is decided: eight of fifteen as A
        assert valid % 15 == 0
        return np.eye(valid + 1)[valid // 15 * 8]
    (share,) = shares
    return np.asarray(binom.pmf(np.arange(valid + 1), valid, share))


def losses_of_b(law: Law, n: int) -> Iterator[tuple[int, float]]:
    """How many responses to B are lost, with the probability; the last 10⁻¹² are cut off."""
    for lost, weight in enumerate(binom.pmf(np.arange(n + 1), n, law.loss.get("B", 0.0))):
        if weight > 1e-12:
            yield lost, float(weight)


def flag_rates(law: Law, n: int) -> dict[str, float]:
    """Probability of each flag that a run of n calls a version can raise."""
    rates: dict[str, float] = defaultdict(float)
    a, a_prime, c = (count_of_a(law, version, n) for version in ("A", "A_prime", "C"))
    steps = np.arange(n + 1)
    apart = abs(steps[:, None] - steps[None, :])
    rates["not_reading"] = float(np.outer(a, c)[100 * apart <= 15 * n].sum())
    # gap(A, A′) in n-ths, by the count of A in version A
    surface = np.array([[a_prime[apart[i] == gap].sum() for gap in steps] for i in steps])
    for lost, weight in losses_of_b(law, n):
        valid = n - lost
        rates["drop_confounded"] += weight * (100 * lost > 2 * n)
        rates["asymmetric_missingness"] += weight * (100 * lost > n)
        if not valid:
            rates["below_drop_bound"] += weight
            rates["below_surface_noise"] += weight
            continue
        b = count_of_a(law, "B", valid)
        pair = np.outer(a, b) * weight
        # the gap in units of 1 / (n · valid), a whole number
        gap = abs(steps[:, None] * valid - np.arange(valid + 1)[None, :] * n)
        rates["below_drop_bound"] += float(pair[gap <= lost * valid].sum())
        least = gap - lost * valid  # the same units: u_B is lost / n
        within = np.cumsum(surface[:, ::-1], axis=1)[:, ::-1]  # P(gap(A, A′) ≥ g / n)
        needed = np.clip(-(-least // valid), 0, n + 1)  # the smallest g with g · valid ≥ least
        padded = np.hstack([within, np.zeros((n + 1, 1))])
        rates["below_surface_noise"] += float((pair * np.take_along_axis(padded, needed, axis=1)).sum())
        spread_a, spread_b = _entropies(n), _entropies(valid)
        quiet = np.maximum(spread_a[:, None], spread_b[None, :]) < 0.20
        rates["degenerate_candidate"] += float(pair[quiet & (10 * gap < n * valid)].sum())
    rates["scenario_dominated"] = dominated_rate(law, n)
    return dict(rates)


def dominated_rate(law: Law, n: int) -> float:
    """Probability that two scenarios give more than 40 % of the sum of gaps, scenario by scenario.

    With eight calls a scenario and a loss of 3 %, gaps of eighths, sevenths and sixths make too many sums to go
    through; there the loss is left out, which moves a rate of under 10⁻⁶.
    """
    calls = n // 15
    if calls > 2 and 0 < law.loss.get("B", 0.0) < 1:
        law = replace(law, loss={})
    # state: the worst, the second worst and the sum of the gaps so far, in units of 1 / lcm
    unit = int(np.lcm.reduce(np.arange(1, calls + 1))) * calls
    states: dict[tuple[int, int, int], float] = {(0, 0, 0): 1.0}
    for item in range(len(ITEMS)):
        gaps = _gaps_of_scenario(law, item, calls, unit)
        following: dict[tuple[int, int, int], float] = defaultdict(float)
        for (first, second, total), weight in states.items():
            for gap, chance in gaps.items():
                worst = sorted((first, second, gap))
                following[worst[2], worst[1], total + gap] += weight * chance
        states = {state: weight for state, weight in following.items() if weight > 1e-15}
    return sum(w for (first, second, total), w in states.items() if total and 100 * (first + second) > 40 * total)


def at_floor_rate(n: int) -> float:
    """Probability that a random responder's gap is at most its expected gap under permutation."""
    weight = binom.pmf(np.arange(n + 1), n, 0.5)
    floors = [_floor(chosen, n) for chosen in range(2 * n + 1)]
    return float(
        sum(
            weight[i] * weight[j] for i in range(n + 1) for j in range(n + 1) if abs(i - j) / n <= floors[i + j] + 1e-12
        )
    )


def _floor(chosen: int, n: int) -> float:
    drawn = np.arange(max(0, chosen - n), min(n, chosen) + 1)
    return float((hypergeom.pmf(drawn, 2 * n, chosen, n) * abs(2 * drawn - chosen) / n).sum())


def _entropies(valid: int) -> Row:
    shares = np.arange(valid + 1) / valid
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = [np.where(share > 0, -share * np.log(share), 0.0) for share in (shares, 1 - shares)]
    return np.asarray((parts[0] + parts[1]) / log(2))


def _gaps_of_scenario(law: Law, item: int, calls: int, unit: int) -> dict[int, float]:
    gaps: dict[int, float] = defaultdict(float)
    a = binom.pmf(np.arange(calls + 1), calls, share_of_a(law, "A", item))
    lost_of = binom.pmf(np.arange(calls + 1), calls, law.loss.get("B", 0.0))
    for lost, weight in enumerate(lost_of):
        valid = calls - lost
        if not valid:
            gaps[0] += float(weight)  # no gap is known; it adds nothing
            continue
        b = binom.pmf(np.arange(valid + 1), valid, share_of_a(law, "B", item))
        for i in range(calls + 1):
            for j in range(valid + 1):
                gap = abs(i * unit // calls - j * unit // valid)
                gaps[gap] += float(weight * a[i] * b[j])
    return {gap: weight for gap, weight in gaps.items() if weight > 0}
