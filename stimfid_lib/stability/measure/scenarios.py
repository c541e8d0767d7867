"""How the gap is spread over the scenarios; it stands where an interval for other scenarios would mislead."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from .bootstrap import percentile
from .gap import gap, pct
from .responses import Responses

WORST = 2
"""How many of the worst scenarios the concentration adds up."""


def scenario_gaps(x: Responses, y: Responses) -> dict[str, Fraction | None]:
    """The gap of each scenario, by its id; None where a version has no valid response to it."""
    return {item: gap(x.counts_of(item), y.counts_of(item)) for item in x.items}


def spread(gaps: Mapping[str, Fraction | None]) -> dict[str, float | None]:
    """Minimum, maximum, median and interquartile range of the scenarios' gaps, in percent; quartiles by type 7."""
    ranked = sorted(value for value in gaps.values() if value is not None)
    if not ranked:
        return {"min": None, "max": None, "median": None, "iqr": None}
    lower, median, upper = (percentile(ranked, Fraction(quarter, 4)) for quarter in (1, 2, 3))
    return {"min": pct(ranked[0]), "max": pct(ranked[-1]), "median": pct(median), "iqr": pct(upper - lower)}


def concentration(gaps: Mapping[str, Fraction | None]) -> Fraction | None:
    """Share of the two worst scenarios in the sum of all scenarios' gaps; None where that sum is zero."""
    ranked = sorted((value for value in gaps.values() if value is not None), reverse=True)
    total = Fraction(sum(ranked))
    return sum(ranked[:WORST]) / total if total else None


def worst_scenarios(gaps: Mapping[str, Fraction | None]) -> list[str]:
    """The two worst scenarios and every other one tied with the second, by id; none where every gap is zero.

    With two responses a scenario ties are the rule, and the concentration counts only two of those named.
    """
    known = {item: value for item, value in gaps.items() if value}
    cut_off = sorted(known.values(), reverse=True)[:WORST]
    return sorted(item for item, value in known.items() if value >= cut_off[-1])
