from __future__ import annotations

from fractions import Fraction

import pytest

from stimfid_lib.stability.measure.gates import FLAGS, PAIRS, Gate, Pair, flags_of, gates_of

THETA = Fraction(15, 100)
CLEAR = {
    "ab": Pair(Fraction(30, 100), Fraction(0), Fraction(0)),
    "aa": Pair(Fraction(2, 100), Fraction(0), Fraction(0)),
    "ac": Pair(Fraction(80, 100), Fraction(0), Fraction(0)),
}


def _flags(**changed: Pair) -> list[str]:
    return flags_of(gates_of({**CLEAR, **changed}, THETA), {})


def _pair(gap: int | None, bound: int = 0, asymmetry: int = 0) -> Pair:
    """In thousandths."""
    return Pair(None if gap is None else Fraction(gap, 1000), Fraction(bound, 1000), Fraction(asymmetry, 1000))


def test_a_clear_finding_raises_nothing() -> None:
    assert _flags() == []


def test_the_three_comparisons() -> None:
    assert PAIRS == {"ab": ("A", "B"), "aa": ("A", "A_prime"), "ac": ("A", "C")}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        # drop bounds: exactly 2 % passes, the least more does not, on each pair
        ({"ab": _pair(300, 20)}, []),
        ({"ab": _pair(300, 21)}, ["drop_confounded"]),
        ({"aa": _pair(20, 20)}, []),
        ({"aa": _pair(20, 21)}, ["drop_confounded"]),
        ({"ac": _pair(800, 20)}, []),
        ({"ac": _pair(800, 21)}, ["drop_confounded"]),
        # asymmetry: exactly 1 % passes
        ({"ab": _pair(300, 10, 10)}, []),
        ({"ab": _pair(300, 11, 11)}, ["asymmetric_missingness"]),
        ({"aa": _pair(20, 11, 11)}, ["asymmetric_missingness"]),
        ({"ac": _pair(800, 11, 11)}, ["asymmetric_missingness"]),
        # A against B: a gap of exactly the drop bound is not above it
        ({"ab": _pair(20, 20), "aa": _pair(0)}, ["below_surface_noise", "below_drop_bound"]),
        ({"ab": _pair(21, 20), "aa": _pair(0)}, []),
        # surface noise: gap − bound of A, B against gap + bound of A, A′; a tie fails
        ({"ab": _pair(40, 10), "aa": _pair(20, 10)}, ["below_surface_noise"]),
        ({"ab": _pair(41, 10), "aa": _pair(20, 10)}, []),
        ({"ab": _pair(40, 9), "aa": _pair(20, 10)}, []),
        ({"ab": _pair(40, 10), "aa": _pair(19, 10)}, []),
        ({"ab": _pair(40, 10), "aa": _pair(20, 9)}, []),
        # reading: exactly θ is not above it, and the drop bound counts against it
        ({"ac": _pair(150)}, ["not_reading"]),
        ({"ac": _pair(151)}, []),
        ({"ac": _pair(160, 10)}, ["not_reading"]),
        ({"ac": _pair(161, 10)}, []),
        # what cannot be known fails
        ({"ab": _pair(None)}, ["below_surface_noise", "below_drop_bound"]),
        ({"aa": _pair(None)}, ["below_surface_noise"]),
        ({"ac": _pair(None)}, ["not_reading"]),
    ],
)
def test_each_gate_at_its_edge(changed: dict[str, Pair], expected: list[str]) -> None:
    assert _flags(**changed) == expected


def test_a_gate_shows_both_of_its_sides() -> None:
    gates = gates_of({"ab": _pair(400, 10, 4), "aa": _pair(30, 6, 2), "ac": _pair(700, 12, 8)}, Fraction(1, 8))
    assert {name: gate.as_json() for name, gate in gates.items()} == {
        "drop_bound_ab": {"passed": True, "value_pct": 1.0, "limit_pct": 2.0},
        "drop_bound_aa": {"passed": True, "value_pct": 0.6, "limit_pct": 2.0},
        "drop_bound_ac": {"passed": True, "value_pct": 1.2, "limit_pct": 2.0},
        "drop_asymmetry_ab": {"passed": True, "value_pct": 0.4, "limit_pct": 1.0},
        "drop_asymmetry_aa": {"passed": True, "value_pct": 0.2, "limit_pct": 1.0},
        "drop_asymmetry_ac": {"passed": True, "value_pct": 0.8, "limit_pct": 1.0},
        "above_drop_bound": {"passed": True, "value_pct": 40.0, "limit_pct": 1.0},
        "above_surface_noise": {"passed": True, "value_pct": 39.0, "limit_pct": 3.6},
        "reading": {"passed": True, "value_pct": 68.8, "limit_pct": 12.5},
    }
    assert Gate("exploratory", False, None, None).as_json() == {"passed": False, "value_pct": None, "limit_pct": None}


def test_flags_stand_in_their_order_and_each_once() -> None:
    failed = {str(place): Gate(flag, False, None, None) for place, flag in enumerate(reversed(FLAGS))}
    assert flags_of({**failed, "again": failed["0"]}, {}) == list(FLAGS)
    assert len(FLAGS) == 9


def test_flags_of_other_reasons() -> None:
    assert flags_of({}, {"exploratory": True, "scenario_dominated": False, "degenerate_candidate": True}) == [
        "degenerate_candidate",
        "exploratory",
    ]


def test_the_noise_floor_is_no_flag() -> None:
    with pytest.raises(ValueError, match=r"at_noise_floor.*below_surface_noise"):
        flags_of({}, {"at_noise_floor": True})
