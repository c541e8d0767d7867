from __future__ import annotations

from typing import Any

import pytest

from stimfid_lib.stability.measure.responses import VERSIONS, Responses, read_responses
from tests.stability.measure.made import dealt, responses, run

FULL = {"A": 30}


def _run(**changed: Any) -> dict[str, Any]:
    return {**run(FULL, FULL, FULL, FULL), **changed}


def test_counts_are_over_closed_categories_in_the_order_of_the_options() -> None:
    of = Responses(("B", "A", "C"), (("s02", "A"), ("s01", "B"), ("s02", "A"), ("s02", "empty")))
    assert of.counts == (1, 2, 0)
    assert (of.n, of.n_valid, of.items) == (4, 3, ("s01", "s02"))
    assert (of.counts_of("s02"), of.counts_of("s01"), of.counts_of("s09")) == ((0, 2, 0), (1, 0, 0), (0, 0, 0))


def test_the_tally_names_every_outcome() -> None:
    assert responses(A=2, truncated=1).tally() == {
        **{"A": 2, "B": 0, "blocked_upstream": 0, "empty": 0, "truncated": 1, "refused": 0},
        **{"off_format": 0, "unparseable": 0},
    }


def test_a_run_is_read_by_version() -> None:
    read = read_responses(run({"A": 30}, {"A": 20, "B": 10}, {"B": 30}, {"refused": 30}), ["A", "B"], 30)
    assert tuple(read) == VERSIONS
    assert [one.counts for one in read.values()] == [(30, 0), (20, 10), (0, 30), (0, 0)]
    assert read["A"].options == ("A", "B")


def test_three_options_and_one_scenario_are_a_run_too() -> None:
    one = [["s01", "C"]]
    assert read_responses(dict.fromkeys(VERSIONS, one), ("A", "B", "C"), 1)["B"].counts == (0, 0, 1)


@pytest.mark.parametrize(
    ("options", "told"),
    [(("A",), "at least two"), ((), "at least two"), (("A", "A"), "different"), (("A", "empty"), "invalid outcome")],
)
def test_options_that_are_no_options(options: tuple[str, ...], told: str) -> None:
    with pytest.raises(ValueError, match=f"options .*{told}"):
        read_responses(_run(), options, 30)


@pytest.mark.parametrize(
    ("decisions", "told"),
    [
        ({version: dealt(A=30) for version in ("A", "A_prime", "B")}, "versions .*A, A_prime, B, C"),
        (_run(D=dealt(A=30)), "versions"),
        (_run(B=dealt(A=29)), "version B: 29 decisions.*n = 30"),
        (_run(C=dealt(A=31)), "version C: 31 decisions"),
        (_run(B=[*dealt(A=29), ["s15", "maybe"]]), "version B: outcome 'maybe'.*A, B, blocked_upstream"),
        (_run(B=[*dealt(A=29), ["s99", "A"]]), "version B: its scenarios .*s99.* not those of version A"),
        (_run(A_prime=[["s01", "A"], *dealt(A=29)]), "version A_prime: scenarios were asked 1 to 3 times"),
    ],
)
def test_what_no_complete_run_has(decisions: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_responses(decisions, ("A", "B"), 30)


def test_no_run_without_calls() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        read_responses({version: [] for version in VERSIONS}, ("A", "B"), 0)
