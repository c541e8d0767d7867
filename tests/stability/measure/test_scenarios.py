from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.stability.measure.responses import Responses
from stimfid_lib.stability.measure.scenarios import concentration, scenario_gaps, spread, worst_scenarios
from tests.stability.measure.made import ITEMS

shares = st.dictionaries(st.sampled_from(ITEMS), st.one_of(st.none(), st.fractions(0, 1, max_denominator=8)))


def _gaps(*eighths: int | None) -> dict[str, Fraction | None]:
    return {item: None if of is None else Fraction(of, 8) for item, of in zip(ITEMS, eighths, strict=False)}


def test_each_scenarios_own_gap() -> None:
    x = Responses(("A", "B"), (("s02", "A"), ("s01", "A"), ("s02", "B"), ("s01", "A"), ("s03", "empty")))
    y = Responses(("A", "B"), (("s01", "B"), ("s01", "A"), ("s02", "A"), ("s02", "refused"), ("s03", "A")))
    assert scenario_gaps(x, y) == {"s01": Fraction(1, 2), "s02": Fraction(1, 2), "s03": None}
    assert list(scenario_gaps(x, y)) == ["s01", "s02", "s03"]


def test_spread_by_hand() -> None:
    assert spread(_gaps(8, 0, 2, None, 4, 6)) == {"min": 0.0, "max": 100.0, "median": 50.0, "iqr": 50.0}
    assert spread(_gaps(None)) == {"min": None, "max": None, "median": None, "iqr": None}


@given(shares)
def test_spread_as_numpy_has_it(gaps: dict[str, Fraction | None]) -> None:
    known = [100 * float(value) for value in gaps.values() if value is not None]
    if known:
        lower, median, upper = np.percentile(known, (25, 50, 75))
        found = spread(gaps)
        assert found["iqr"] == pytest.approx(upper - lower, abs=1e-9)
        assert found["median"] == pytest.approx(median, abs=1e-9)
        assert (found["min"], found["max"]) == pytest.approx((min(known), max(known)))


@pytest.mark.parametrize(
    ("gaps", "share", "worst"),
    [
        (_gaps(4, 3, 2, 1), Fraction(7, 10), ["s01", "s02"]),
        (_gaps(1, 4, 1, 1, 1), Fraction(5, 8), ["s01", "s02", "s03", "s04", "s05"]),
        (_gaps(2, 2, 2), Fraction(2, 3), ["s01", "s02", "s03"]),
        (_gaps(0, 5, 0), Fraction(1), ["s02"]),
        (_gaps(0, 0, None), None, []),
        (_gaps(None, 3, 5, 1), Fraction(8, 9), ["s02", "s03"]),
        ({}, None, []),
    ],
)
def test_concentration_and_every_tie_at_the_cut_off(
    gaps: dict[str, Fraction | None], share: Fraction | None, worst: list[str]
) -> None:
    assert concentration(gaps) == share
    assert worst_scenarios(gaps) == worst


@given(shares)
def test_concentration_is_the_best_share_that_two_can_have(gaps: dict[str, Fraction | None]) -> None:
    found, known = concentration(gaps), [value or Fraction(0) for value in gaps.values()]
    if not sum(known):
        assert found is None
        return
    assert found == max(one + other for one, other in combinations([*known, Fraction(0)], 2)) / sum(known)
    assert Fraction(2, max(len(known), 2)) <= found <= 1
