from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.stability.measure.change import VERDICTS, change, counts_of
from tests.stability.measure.made import dealt, measured, run


def _measurement(a: int, b: int, *, half_width: float, lost: int = 0, n: int = 100) -> dict[str, Any]:
    """A measurement with so many A of the n − lost valid responses of version A, and of n of version B."""
    return {
        "k": 2,
        "n": n,
        "n_valid": {"A": n - lost, "A_prime": n, "B": n, "C": n},
        "outcomes": {
            "A": {"A": a, "B": n - lost - a, "empty": lost},
            "B": {"A": b, "B": n - b, "empty": 0},
        },
        "ci_low_pct": 50.0 - half_width,
        "ci_high_pct": 50.0 + half_width,
    }


def _told(x: Mapping[str, Any], y: Mapping[str, Any]) -> tuple[str, float]:
    found = change(x, y)
    return found["verdict"], found["delta_pct"]


def test_the_interval_alone_decides() -> None:
    """No response is lost, so that the cap is zero and any difference is above it."""
    before = _measurement(80, 50, half_width=3.0)
    assert _told(before, _measurement(75, 50, half_width=4.0)) == ("improved", 5.0)
    assert _told(before, _measurement(76, 50, half_width=4.0)) == ("flat", 4.0)
    assert _told(before, _measurement(85, 50, half_width=4.0)) == ("regressed", -5.0)
    assert _told(before, _measurement(84, 50, half_width=4.0)) == ("flat", -4.0)


def test_a_difference_of_exactly_the_bound_is_one() -> None:
    found = change(_measurement(80, 50, half_width=3.0), _measurement(75, 50, half_width=4.0))
    assert found == {"verdict": "improved", "delta_pct": 5.0, "bound_pct": 5.0, "cap_pct": 0.0}


def test_the_drop_bound_alone_decides() -> None:
    """The intervals have no width, so that the bound is zero and any difference reaches it."""
    before = _measurement(80, 50, half_width=0.0)
    # 2 of 100 lost and 49 of 98 in version A: a gap of 0 against 30 %, far above a cap of 2 points.
    assert _told(before, _measurement(49, 50, half_width=0.0, lost=2)) == ("improved", 30.0)
    lossy, gapless = _measurement(60, 50, half_width=0.0, lost=20), _measurement(50, 50, half_width=0.0)
    # 60 of 80 against 50 of 100: a gap of 25 %. Δ = 25 is above a cap of 20 …
    assert change(lossy, gapless) == {"verdict": "improved", "delta_pct": 25.0, "bound_pct": 0.0, "cap_pct": 20.0}
    # … and 56 of 80 against 50 of 100 is a gap of exactly 20 %, which is not above it.
    edge = _measurement(56, 50, half_width=0.0, lost=20)
    assert change(edge, gapless) == {"verdict": "flat", "delta_pct": 20.0, "bound_pct": 0.0, "cap_pct": 20.0}
    assert _told(gapless, edge) == ("flat", -20.0)
    assert _told(gapless, _measurement(57, 50, half_width=0.0, lost=20)) == ("regressed", -21.25)


def test_the_cap_adds_up_both_measurements_and_both_versions() -> None:
    x, y = _measurement(45, 45, half_width=1.0, lost=10), _measurement(46, 46, half_width=1.0, lost=8)
    y["n_valid"]["B"] = 95
    assert change(x, y)["cap_pct"] == 23.0


def test_equal_measurements_are_flat_even_without_width_and_loss() -> None:
    same = _measurement(80, 50, half_width=0.0)
    assert _told(same, same) == ("flat", 0.0)


def test_without_a_statistic_nothing_can_be_said() -> None:
    none = measured(run({"A": 15}, {"A": 15}, {"refused": 15}, {"B": 15}), 15)
    some = measured(run({"A": 15}, {"A": 15}, {"B": 15}, {"B": 15}), 15)
    nothing = {"verdict": "not_evaluable", "delta_pct": None, "bound_pct": None, "cap_pct": None}
    assert change(none, some) == change(some, none) == change(none, none) == nothing
    assert VERDICTS == ("improved", "regressed", "flat", "not_evaluable")


@pytest.mark.parametrize(
    "name", ["protocol_id", "protocol_sha256", "panel_sha256", "grammar_version", "rewording_type", "n", "k"]
)
def test_two_protocols_are_not_compared(name: str) -> None:
    one, same = _measurement(80, 50, half_width=3.0), _measurement(75, 50, half_width=4.0)
    here, there = {**one, name: one.get(name, 1)}, {**same, name: "another"}
    with pytest.raises(ValueError, match=f"{name} is .* and 'another'"):
        change(here, there)
    if name not in one:
        assert change(one, there) == change(here, same) == change(one, same)


def test_options_are_found_whatever_they_are_called_and_in_whatever_order_records_have_them() -> None:
    options = ("yes", "stop")
    rows = {version: [[item, "yes"] for item, _ in dealt(A=15)] for version in ("A", "A_prime", "B", "C")}
    found = measured(rows, 15, options=options)
    assert counts_of(found, "A") == (0, 15)
    found["outcomes"] = {version: dict(sorted(found["outcomes"][version].items())) for version in found["outcomes"]}
    assert counts_of(found, "A") == (0, 15)


counts = st.tuples(st.integers(0, 90), st.integers(0, 100), st.integers(0, 10), st.integers(0, 12))


@given(counts, counts)
def test_the_way_back_is_the_opposite(x: tuple[int, ...], y: tuple[int, ...]) -> None:
    before, after = (_measurement(a, b, half_width=w, lost=lost) for a, b, lost, w in (x, y))
    there, back = change(before, after), change(after, before)
    opposite = {"improved": "regressed", "regressed": "improved", "flat": "flat"}
    assert back["verdict"] == opposite[there["verdict"]]
    assert back["delta_pct"] == -there["delta_pct"]
    assert (back["bound_pct"], back["cap_pct"]) == (there["bound_pct"], there["cap_pct"])
