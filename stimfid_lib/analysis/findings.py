"""What each hypothesis comes to for one model: the figures, their intervals and tests, and whether the claim holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import polars as pl

from stimfid_lib.analysis.bootstrap import Floats
from stimfid_lib.analysis.drawn import Drawn, boundary_of, drawn, drawn_rate, means_by_cell
from stimfid_lib.analysis.intervals import FEW_CELLS
from stimfid_lib.analysis.labels import ARMS, TIERS
from stimfid_lib.analysis.metrics import cell_rates
from stimfid_lib.analysis.plan import Hypothesis, Plan
from stimfid_lib.analysis.rates import SATISFACTION, rate
from stimfid_lib.analysis.trend import falling_trend


@dataclass(frozen=True)
class Finding:
    """One hypothesis for one model (H2: for one model and arm).

    `holds` is None where these data cannot tell, and `detail` then says why; elsewhere `detail` gives the figures
    behind the estimate. `p` is two-sided but for Page's test. `boundary_high` is the upper bound by the method that
    holds near 1, where a claim rests on an upper bound (H1, H4). `is_difference` tells whether the estimate and its
    bounds are differences of proportions.
    """

    model_key: str
    arm: str
    what: str
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    n_cells: int = 0
    holds: bool | None = None
    boundary_high: float | None = None
    detail: str = ""
    is_difference: bool = False

    @property
    def few_cells(self) -> bool:
        """Fewer than 15 cells: the interval, and so the p-value, is too short."""
        return self.n_cells < FEW_CELLS


def findings(counts: pl.DataFrame, plan: Plan, hypothesis: Hypothesis, model_key: str) -> list[Finding]:
    """Evaluate one hypothesis for one model, as the plan says; `counts` is `cells.cell_counts` of the snapshot."""
    return _BY_KEY[hypothesis.key](counts.filter(pl.col("model_key") == model_key), plan, hypothesis, model_key)


def _below(counts: pl.DataFrame, plan: Plan, hypothesis: Hypothesis, key: str) -> list[Finding]:
    """H1: pooled satisfaction of one arm below a threshold."""
    threshold, arm = hypothesis.thresholds["satisfaction_below"], hypothesis.arm
    mine = counts.filter(pl.col("arm") == arm)
    what = f"satisfaction, {arm} arm"
    found = drawn_rate(mine, SATISFACTION, plan.n_boot, plan.seed)
    if found is None or (hole := _hole(plan, mine, found)):
        return [Finding(key, arm, what, detail="no scored item" if found is None else hole)]
    low, high = found.interval
    bound = _boundary_high(mine)
    said = f"upper bound {high:.3f}; by the method for the boundary {bound:.3f}"
    p = found.p_not_below(threshold)
    return [Finding(key, arm, what, found.estimate, low, high, p, found.n_cells, high < threshold, bound, said)]


def _falls(counts: pl.DataFrame, plan: Plan, _: Hypothesis, key: str) -> list[Finding]:
    """H2: satisfaction falls over tiers, in each arm."""
    return [_falls_in(counts.filter(pl.col("arm") == arm), plan, key, arm) for arm in ARMS]


def _falls_in(counts: pl.DataFrame, plan: Plan, key: str, arm: str) -> Finding:
    what = "satisfaction, tier 1 less tier 3"
    blocks = _block_means(counts, plan.families)
    holes = [
        f"{family} tier {tier}"
        for row, family in enumerate(plan.families)
        for column, tier in enumerate(TIERS)
        if np.isnan(blocks[row, column])
    ]
    if holes or len(plan.families) < 2:
        why = f"no scored item in {', '.join(holes) or 'a second family'}"
        return Finding(key, arm, what, detail=why, is_difference=True)
    tiers = [drawn_rate(counts.filter(pl.col("tier") == tier), SATISFACTION, plan.n_boot, plan.seed) for tier in TIERS]
    first, second, third = (tier for tier in tiers if tier is not None)
    test = falling_trend(blocks)
    monotone = first.estimate > second.estimate > third.estimate
    means = ", ".join(f"{tier.estimate:.3f}" for tier in (first, second, third))
    said = f"tiers {means}: {'' if monotone else 'not '}monotone; Page's L = {test.statistic:g} ({test.method})"
    fall = first - third
    return Finding(
        key,
        arm,
        what,
        round(fall.estimate, 12),
        *fall.interval,
        test.p,
        sum(tier.n_cells for tier in (first, second, third)),
        monotone and test.p < plan.alpha,
        detail=said,
        is_difference=True,
    )


def _exceeds(high_family: str, low_family: str) -> Callable[[pl.DataFrame, Plan, Hypothesis, str], list[Finding]]:
    """H3 and H5: one family's rate above another's, the two families drawn independently."""

    def compare(counts: pl.DataFrame, plan: Plan, hypothesis: Hypothesis, key: str) -> list[Finding]:
        arm = hypothesis.arm
        what = f"{high_family} {rate(hypothesis.rates[0]).short} less {low_family} {rate(hypothesis.rates[1]).short}"
        sides: list[Drawn] = []
        for family, name in zip((high_family, low_family), hypothesis.rates, strict=True):
            mine = counts.filter(pl.col("arm") == arm, pl.col("family") == family)
            side = drawn_rate(mine, rate(name), plan.n_boot, plan.seed)
            if side is None or side.n_cells < _FEWEST:
                why = f"{'no scored item' if side is None else _ONE_CELL} in {family}, {arm} arm"
                return [Finding(key, arm, what, detail=why, is_difference=True)]
            sides.append(side)
        difference = sides[0] - sides[1]
        low, high = difference.interval
        said = f"{high_family} {sides[0].estimate:.3f}, {low_family} {sides[1].estimate:.3f}"
        p = difference.p_not_above(0)
        estimate = round(difference.estimate, 12)
        n = difference.n_cells
        return [Finding(key, arm, what, estimate, low, high, p, n, low > 0, detail=said, is_difference=True)]

    return compare


def _helps(counts: pl.DataFrame, plan: Plan, hypothesis: Hypothesis, key: str) -> list[Finding]:
    """H4: expert above naive, cell by cell, and expert below a threshold."""
    threshold = hypothesis.thresholds["expert_below"]
    naive, expert = (counts.filter(pl.col("arm") == arm) for arm in ("naive", "expert"))
    old, new = means_by_cell(naive, SATISFACTION), means_by_cell(expert, SATISFACTION)
    shared = old.keys() & new.keys()
    gain = drawn({cell: new[cell] - old[cell] for cell in shared}, plan.n_boot, plan.seed)
    reached = drawn(new, plan.n_boot, plan.seed)
    what_gain, what_reached = "satisfaction, expert less naive", "satisfaction, expert arm"
    in_both = expert.filter(pl.col("cell_id").is_in(sorted(shared)))
    if gain is None or reached is None or (hole := _hole(plan, in_both, gain)):
        why = "no cell scored in both arms" if gain is None or reached is None else f"{hole} in both arms"
        return [Finding(key, "paired", what_gain, detail=why, is_difference=True)]
    gained = Finding(
        key,
        "paired",
        what_gain,
        gain.estimate,
        *gain.interval,
        gain.p_not_above(0),
        gain.n_cells,
        gain.interval[0] > 0,
        detail=f"{gain.n_cells} requests scored in both arms",
        is_difference=True,
    )
    bound = _boundary_high(expert)
    stays = Finding(
        key,
        "expert",
        what_reached,
        reached.estimate,
        *reached.interval,
        reached.p_not_below(threshold),
        reached.n_cells,
        reached.interval[1] < threshold,
        bound,
        f"upper bound {reached.interval[1]:.3f}; by the method for the boundary {bound:.3f}",
    )
    return [gained, stays]


_BY_KEY: Mapping[str, Callable[[pl.DataFrame, Plan, Hypothesis, str], list[Finding]]] = MappingProxyType(
    {"H1": _below, "H2": _falls, "H3": _exceeds("A3", "A1"), "H4": _helps, "H5": _exceeds("B1", "A1")}
)


_FEWEST, _ONE_CELL = 2, "one scored request alone"
"""A resample of one cell is that cell: its interval would be a point, and any claim certain."""


def _hole(plan: Plan, counts: pl.DataFrame, found: Drawn) -> str:
    """Say why these rows are not the pooled figure that the plan speaks of; nothing if they are."""
    if found.n_cells < _FEWEST:
        return _ONE_CELL
    scored = set(counts.filter(pl.col("tier") != 0, pl.col("n_scored") > 0)["family"])
    absent = [family for family in plan.families if family not in scored]
    return f"no scored item in {', '.join(absent)}" if absent else ""


def _block_means(counts: pl.DataFrame, families: Sequence[str]) -> Floats:
    """Mean of cell means of every family in every tier: (families, tiers), NaN where nothing was scored."""
    means = cell_rates(counts, [SATISFACTION]).group_by("family", "tier").agg(pl.col(SATISFACTION.name).mean())
    found = {(family, tier): mean for family, tier, mean in means.iter_rows()}
    return np.array([[found.get((family, tier)) for tier in TIERS] for family in families], dtype=np.float64)


def _boundary_high(counts: pl.DataFrame) -> float:
    bounds = boundary_of(counts, SATISFACTION)
    return 1.0 if bounds is None else round(bounds[1], 12)
