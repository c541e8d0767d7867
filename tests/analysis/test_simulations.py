from __future__ import annotations

import pytest

from stimfid_lib.analysis.coverage import METHODS, CoverageDesign, coverage
from stimfid_lib.analysis.power import PowerDesign as Design
from stimfid_lib.analysis.power import Scenario, power
from stimfid_lib.base.errors import Refused
from tests.analysis.planned import EMBEDDED, FREE, toy_plan


def test_the_percentile_interval_is_short_at_the_boundary_and_the_other_is_not() -> None:
    found = coverage(CoverageDesign(cells=(10,), means=(0.97,), correlations=(0.2,), studies=600, n_boot=600))
    by_method = dict(found.select("method", "coverage").iter_rows())
    assert list(by_method) == list(METHODS)
    # the specification's own simulation found .72; four standard errors of a share of 600 are .07
    assert by_method["percentile"] == pytest.approx(0.72, abs=0.08)
    assert by_method["boundary"] >= 0.93


def test_a_simulation_is_the_same_each_time() -> None:
    design = CoverageDesign(cells=(6,), means=(0.5,), correlations=(0.3,), studies=50, n_boot=100)
    assert coverage(design).equals(coverage(design))


@pytest.mark.parametrize(
    "design", [CoverageDesign(cells=(1,)), CoverageDesign(means=(1.0,)), CoverageDesign(studies=0)]
)
def test_a_senseless_design_is_refused(design: CoverageDesign) -> None:
    with pytest.raises(Refused):
        coverage(design)


CLEAR = Scenario("clear", naive=0.5, gain=0.2, fall=0.2, excess=0.5)
NOTHING = Scenario("nothing", naive=0.97, gain=0.0, fall=0.0, excess=0.0)


def test_power_is_full_for_what_nobody_could_miss_and_none_for_nothing() -> None:
    told: list[str] = []
    design = Design(scenarios=(CLEAR, NOTHING), correlations=(0.05,), studies=3, n_boot=200, items=20)
    found = power(toy_plan([FREE]), design, told.append)
    shares = {(row["scenario"], row["hypothesis"]): row["supported"] for row in found.to_dicts()}
    assert {shares["clear", key] for key in ("H1", "H2", "H3", "H4", "H5")} == {1.0}
    assert {shares["nothing", key] for key in ("H1", "H3", "H4", "H5")} == {0.0}
    assert len(told) == 2
    assert set(found["not_evaluable"]) == {0.0}


def test_power_needs_models_that_a_claim_may_be_about() -> None:
    with pytest.raises(Refused, match="vendors' or your own endpoints'"):
        power(toy_plan([EMBEDDED]))
