"""Measuring: every statistic of a run from its answers."""

from __future__ import annotations

import hashlib
import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

Json = Any
Answers = dict[str, list[tuple[str, str]]]
"""Per version: item and outcome of every answer, in the order of asking."""

VERSIONS = ("A", "A_prime", "B", "C")
INVALID = ("blocked_upstream", "empty", "off_format", "refused", "truncated", "unparseable")
PAIRS = {"ab": ("A", "B"), "aa": ("A", "A_prime"), "ac": ("A", "C")}


def generator(*parts: str) -> random.Random:
    """MT19937 seeded by array from 64 bits; its `random` gives doubles of 53 bits."""
    return random.Random(int.from_bytes(hashlib.sha256("\x1f".join(parts).encode("utf-8")).digest()[:8], "big"))


def gap(left: Sequence[str], right: Sequence[str], options: Sequence[str]) -> Fraction | None:
    """Half the summed differences of the shares, in percent."""
    if not left or not right:
        return None
    return 50 * sum(
        (abs(Fraction(left.count(one), len(left)) - Fraction(right.count(one), len(right))) for one in options),
        Fraction(0),
    )


def percentile(values: Iterable[Fraction], share: Fraction) -> Fraction:
    """Linear between ranks, the ranks running from 0 to their number less 1."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * share
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def again(draw: random.Random, answers: Sequence[str]) -> list[str]:
    return [answers[int(draw.random() * len(answers))] for _ in answers]


def interval(
    left: Sequence[Sequence[str]],
    right: Sequence[Sequence[str]],
    options: Sequence[str],
    draw: random.Random,
    times: int,
) -> tuple[Fraction, Fraction]:
    """Of stability; within each group of answers: one group a version, or one a scenario."""
    seen: Counter[Fraction] = Counter()
    cache: dict[tuple[int, ...], Fraction] = {}
    for _ in range(times):
        a = [one for group in left for one in again(draw, group)]
        b = [one for group in right for one in again(draw, group)]
        counts = (*map(a.count, options), *map(b.count, options))
        if counts not in cache:
            cache[counts] = 100 - (gap(a, b, options) or Fraction(0))
        seen[cache[counts]] += 1
    values = list(seen.elements())
    return percentile(values, Fraction(1, 40)), percentile(values, Fraction(39, 40))


def null_floor(a: Sequence[str], b: Sequence[str], options: Sequence[str], draw: random.Random, times: int) -> Fraction:
    pool, total = sorted([*a, *b], key=options.index), Fraction(0)
    for _ in range(times):
        for place in range(len(a)):
            other = place + int(draw.random() * (len(pool) - place))
            pool[place], pool[other] = pool[other], pool[place]
        total += gap(pool[: len(a)], pool[len(a) :], options) or 0
    return total / times


def entropy(answers: Sequence[str], options: Sequence[str]) -> float | None:
    if not answers:
        return None
    shares = [answers.count(one) / len(answers) for one in options if one in answers]
    return 0.0 - sum(share * math.log(share) for share in shares) / math.log(len(options))


def of_item(answers: Iterable[tuple[str, str]], item: str) -> list[str]:
    return [one for of, one in answers if of == item]


def scenarios(valid: Answers, options: Sequence[str]) -> dict[str, Json]:
    items = sorted({item for told in valid.values() for item, _ in told})
    gaps = {item: gap(of_item(valid["A"], item), of_item(valid["B"], item), options) for item in items}
    known = sorted((value for value in gaps.values() if value is not None), reverse=True)
    spread: dict[str, Fraction | None] = dict.fromkeys(("min", "median", "max", "iqr"))
    if known:
        low, middle, high = (percentile(known, Fraction(quarter, 4)) for quarter in (1, 2, 3))
        spread = {"min": known[-1], "median": middle, "max": known[0], "iqr": high - low}
    two = known[:2]
    return {
        "scenario_gaps_pct": gaps,
        "scenario_spread_pct": spread,
        "scenario_concentration_pct": 100 * sum(two) / sum(known) if any(known) else None,
        "worst_scenarios": [item for item, value in gaps.items() if value and value >= two[-1]],
    }


def measured(answers: Answers, protocol: Mapping[str, Json], run: Mapping[str, Json], times: int) -> dict[str, Json]:
    """Every statistic of one run, by the names of the columns."""
    options = protocol["options"]
    valid = {version: [told for told in answers[version] if told[1] in options] for version in VERSIONS}
    said = {version: sorted((one for _, one in told), key=options.index) for version, told in valid.items()}
    lost = {version: 1 - Fraction(len(said[version]), len(answers[version])) for version in VERSIONS}
    seed = (run["protocol_id"], run["run_date"], run["subject_model_id"])
    gaps = {pair: gap(said[left], said[right], options) for pair, (left, right) in PAIRS.items()}
    out: dict[str, Json] = {
        "gap_pct": gaps["ab"],
        "gap_null_pct": gaps["aa"],
        "gap_positive_pct": gaps["ac"],
        "stability_pct": None if gaps["ab"] is None else 100 - gaps["ab"],
        "n_valid": {version: len(said[version]) for version in VERSIONS},
        "n_items": len({item for told in answers.values() for item, _ in told}),
        "k": len(options),
        "entropy_a": entropy(said["A"], options),
        "entropy_b": entropy(said["B"], options),
        "outcomes": {
            version: {name: sum(one == name for _, one in answers[version]) for name in (*options, *INVALID)}
            for version in VERSIONS
        },
        **{f"u_{version.lower()}": share for version, share in lost.items()},
        **{f"drop_bound_pct_{pair}": 100 * (lost[x] + lost[y]) for pair, (x, y) in PAIRS.items()},
        **{f"drop_asymmetry_pct_{pair}": 100 * abs(lost[x] - lost[y]) for pair, (x, y) in PAIRS.items()},
        **scenarios(valid, options),
    }
    floor = None
    ends: list[Fraction | None] = [None] * 4
    if gaps["ab"] is not None:
        floor = null_floor(said["A"], said["B"], options, generator(*seed, "null_floor"), times)
        strata = [
            [sorted(of_item(valid[version], item), key=options.index) for item in out["scenario_gaps_pct"]]
            for version in ("A", "B")
        ]
        ends = [
            *interval([said["A"]], [said["B"]], options, generator(*seed), times),
            *interval(strata[0], strata[1], options, generator(*seed, "stratified"), times),
        ]
    out["null_floor_pct"] = floor
    out["at_noise_floor"] = None if floor is None or gaps["ab"] is None else gaps["ab"] <= floor
    out |= zip(("ci_low_pct", "ci_high_pct", "stratified_ci_low_pct", "stratified_ci_high_pct"), ends, strict=True)
    return out | judged(out, protocol)


def written(number: float) -> Fraction:
    """A threshold as it is written: 12.1 is 121/1000."""
    return Fraction(str(number))


def judged(out: Mapping[str, Json], protocol: Mapping[str, Json]) -> dict[str, Json]:
    """The gates and the flags that follow from them."""
    bound = {pair: out[f"drop_bound_pct_{pair}"] for pair in PAIRS}
    a_b, a_c = out["gap_pct"], out["gap_positive_pct"]
    noise = None if out["gap_null_pct"] is None else out["gap_null_pct"] + bound["aa"]
    rows: dict[str, tuple[Json, Json]] = {
        "above_surface_noise": (None if a_b is None else a_b - bound["ab"], noise),
        "reading": (None if a_c is None else a_c - bound["ac"], written(protocol["theta_positive_pct"])),
        "above_drop_bound": (a_b, bound["ab"]),
    }
    gates = {
        name: {"value_pct": value, "limit_pct": limit, "passed": None not in (value, limit) and value > limit}
        for name, (value, limit) in rows.items()
    }
    for pair in PAIRS:
        for name, limit in (("bound", 2), ("asymmetry", 1)):
            value = out[f"drop_{name}_pct_{pair}"]
            gates[f"drop_{name}_{pair}"] = {"value_pct": value, "limit_pct": limit, "passed": value <= limit}
    share, entropies = out["scenario_concentration_pct"], (out["entropy_a"], out["entropy_b"])
    carried = {
        "below_surface_noise": not gates["above_surface_noise"]["passed"],
        "not_reading": not gates["reading"]["passed"],
        "degenerate_candidate": None not in entropies and max(entropies) < 0.20 and out["stability_pct"] > 90,
        "drop_confounded": not all(gates[f"drop_bound_{pair}"]["passed"] for pair in PAIRS),
        "asymmetric_missingness": not all(gates[f"drop_asymmetry_{pair}"]["passed"] for pair in PAIRS),
        "below_drop_bound": not gates["above_drop_bound"]["passed"],
        "scenario_dominated": share is not None and share > written(protocol["scenario_dominated_share_pct"]),
    }
    return {"gates": gates, "flags": [name for name, value in carried.items() if value]}
