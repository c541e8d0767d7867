"""Power of H1 to H5 before the run: whole studies simulated at the plan's size and decided by the plan's own code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy.special import ndtr
from scipy.stats import beta

from stimfid_lib.analysis.bootstrap import Floats
from stimfid_lib.analysis.hypotheses import decide
from stimfid_lib.analysis.plan import HYPOTHESES, Plan
from stimfid_lib.analysis.rates import PAIR_FAMILY
from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED


@dataclass(frozen=True)
class Scenario:
    """What is assumed true in every model, as proportions.

    - `naive`: pooled satisfaction, naive arm · `gain`: expert less naive
    - `fall`: satisfaction of a tier less that of the next
    - `excess`: how much more often A3 and B1 break their conditions than A1 does; A2 and B2 lie between
    """

    name: str
    naive: float
    gain: float
    fall: float
    excess: float


SCENARIOS: tuple[Scenario, ...] = (
    Scenario("no effect", 0.90, 0.0, 0.0, 0.0),
    Scenario("small", 0.87, 0.02, 0.03, 0.05),
    Scenario("moderate", 0.82, 0.05, 0.06, 0.10),
    Scenario("large", 0.75, 0.08, 0.10, 0.20),
)
"""`no effect` lies on the edge of every hypothesis, so its rates are those of false claims."""


@dataclass(frozen=True)
class PowerDesign:
    """How studies are simulated.

    A cell's own rate follows a beta law around the mean of its family, tier and arm, with the given intracluster
    `correlation`; across arms and models the rates of one cell are tied by a normal copula with correlation `tie`,
    because a hard cell is hard for all. Items are independent given that rate; every item is scored. In A1 every
    failure is an error of position, in A3 a false pair, in B1 a broken norm band. A mean outside .01 to .99 is taken
    at that end, which shortens the gain of the easiest requests where satisfaction is high.
    """

    scenarios: tuple[Scenario, ...] = SCENARIOS
    correlations: tuple[float, ...] = (0.2, 0.5)
    tie: float = 0.6
    items: int = 10
    studies: int = 200
    n_boot: int = 500
    seed: int = SEED

    def assumptions(self) -> dict[str, object]:
        """The design as plain values, for the table's file."""
        plain = {name: getattr(self, name) for name in ("tie", "items", "studies", "n_boot", "seed")}
        return plain | {
            "correlations": list(self.correlations),
            "scenarios": [dict(vars(scenario)) for scenario in self.scenarios],
        }


def power(
    plan: Plan,
    design: PowerDesign = PowerDesign(),
    tell: Callable[[str], None] = lambda _: None,
) -> pl.DataFrame:
    """Simulate studies of the plan's size and count the verdicts.

    Args:
        plan: cells by family and tier, models, replicates and thresholds; `cells_per_stratum` limits the cells.
        design: what is assumed; its `n_boot` stands for the plan's, to save time.
        tell: told of every scenario as it starts.

    Returns:
        one row a scenario, correlation and hypothesis: scenario, correlation, hypothesis, `truth` (the assumed effect
        in words), `supported`, `not_supported`, `not_evaluable` (shares of studies), `error` (Monte-Carlo standard
        error of `supported`).

    Power is for all of the plan's models at once, under the assumptions of `PowerDesign` and no others: real models
    differ from each other, and a model without the effect makes the claim about all of them fail, as it should.

    Raises:
        Refused: the plan holds no model that a claim may be about.
    """
    if not plan.subjects:
        raise Refused("power needs a plan with models that a claim may be about: vendors' or your own endpoints'")
    plan = plan.model_copy(update={"n_boot": design.n_boot})
    rows: list[dict[str, object]] = []
    for scenario in design.scenarios:
        for correlation in design.correlations:
            tell(f"{scenario.name}, correlation {correlation:g}: {design.studies} studies")
            rows += _rows(plan, design, scenario, correlation)
    return pl.DataFrame(rows)


def _rows(plan: Plan, design: PowerDesign, scenario: Scenario, correlation: float) -> list[dict[str, object]]:
    rng = np.random.default_rng([design.seed, design.scenarios.index(scenario), round(1000 * correlation)])
    cells = _cells(plan)
    decided = [
        {
            verdict.key: verdict.decision
            for verdict in decide(_study(rng, plan, design, scenario, correlation, cells), plan)
        }
        for _ in range(design.studies)
    ]
    truths = (
        f"pooled naive satisfaction {scenario.naive:.2f}",
        f"{scenario.fall:.2f} a tier",
        f"A3 above A1 by {scenario.excess:.2f}",
        f"expert above naive by {scenario.gain:.2f}, to {scenario.naive + scenario.gain:.2f}",
        f"B1 above A1 by {scenario.excess:.2f}",
    )
    rows = []
    for key, truth in zip(HYPOTHESES, truths, strict=True):
        verdicts = [study[key] for study in decided]
        shares = {
            name: verdicts.count(name) / len(verdicts) for name in ("supported", "not supported", "not evaluable")
        }
        supported = shares["supported"]
        rows.append(
            {
                "scenario": scenario.name,
                "correlation": correlation,
                "hypothesis": key,
                "truth": truth,
                **{name.replace(" ", "_"): share for name, share in shares.items()},
                "error": round((supported * (1 - supported) / len(verdicts)) ** 0.5, 4),
            }
        )
    return rows


_OFFSETS = {"A1": 0.5, "A2": 0.25, "A3": -0.5, "B1": -0.5, "B2": 0.25}
"""Share of the excess by which a family's satisfaction lies above the pooled one; they add up to 0."""


def _cells(plan: Plan) -> pl.DataFrame:
    """One row a cell of the plan: cell_id, family, tier."""
    limit = plan.cells_per_stratum
    counts = {(count.family, count.tier): count.n for count in plan.prompts}
    rows = [
        (f"{family}-{tier}{number:02d}", family, tier)
        for (family, tier), n in sorted(counts.items())
        for number in range(n if limit is None else min(n, limit))
    ]
    return pl.DataFrame(rows, schema=["cell_id", "family", "tier"], orient="row")


def _study(
    rng: np.random.Generator,
    plan: Plan,
    design: PowerDesign,
    scenario: Scenario,
    correlation: float,
    cells: pl.DataFrame,
) -> pl.DataFrame:
    """One simulated study as the counts that `decide` reads."""
    offset = cells["family"].replace_strict(_OFFSETS, default=0.0).to_numpy() * scenario.excess
    naive = scenario.naive + offset + (2 - cells["tier"].to_numpy()) * scenario.fall
    n_items = design.items * plan.replicates
    shared = rng.standard_normal(cells.height)
    parts = [
        _side(cells, model.key, arm, _passed(rng, mean, shared, correlation, design.tie, n_items), n_items)
        for model in plan.subjects
        for arm, mean in (("naive", naive), ("expert", naive + scenario.gain))
    ]
    return pl.concat(parts)


def _passed(
    rng: np.random.Generator, mean: Floats, shared: Floats, correlation: float, tie: float, n_items: int
) -> Floats:
    size = 1 / correlation - 1
    own = tie**0.5 * shared + (1 - tie) ** 0.5 * rng.standard_normal(len(shared))
    centre = np.clip(mean, 0.01, 0.99)
    rates = beta.ppf(ndtr(own), centre * size, (1 - centre) * size)
    return np.asarray(rng.binomial(n_items, rates), dtype=np.float64)


def _side(cells: pl.DataFrame, model: str, arm: str, passed: Floats, n_items: int) -> pl.DataFrame:
    """One model's counts in one arm; all failures of a family are of its own kind."""
    in_a3 = pl.col("family") == PAIR_FAMILY
    failed = pl.col("n_scored") - pl.col("n_pass")
    return cells.with_columns(
        pl.lit(model).alias("model_key"),
        pl.lit(arm).alias("arm"),
        pl.Series("n_pass", passed.astype(np.int64)),
        pl.lit(n_items, pl.Int64).alias("n_scored"),
    ).with_columns(
        pl.when(in_a3).then(0).otherwise("n_scored").alias("n_words_scored"),
        pl.when(in_a3).then("n_scored").otherwise(0).alias("n_pairs"),
        pl.when(in_a3).then(failed).otherwise(0).alias("n_false_pair"),
        pl.when(pl.col("family").is_in(["A1", "A2"])).then(failed).otherwise(0).alias("n_position_error"),
        pl.when(pl.col("family").is_in(["A1", "A2"])).then(failed).otherwise(0).alias("n_structural"),
        pl.when(pl.col("family").is_in(["B1", "B2"])).then(failed).otherwise(0).alias("n_norm_band"),
    )
