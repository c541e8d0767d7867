"""Comparison points: accepted, or refused with every failed condition."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.archive.comparison import OWN, accept, failures, from_measurement
from stimfid_lib.stability.measure.grammar import INVALID
from stimfid_lib.stability.measure.schema import CURRENT, check_record
from stimfid_lib.stability.panels.scenario import VERSIONS
from tests.stability.archive.instrument import protocols

DAY = date(2028, 2, 29)
PROTOCOL = protocols()[0]
COUNTS = {"A": 20, "B": 9, "refused": 1, **dict.fromkeys(set(INVALID) - {"refused"}, 0)}


def _point(**changed: Any) -> dict[str, Any]:
    return {
        "source": "another lab",
        "subject_model_id": "elm-9-2027-11-01",
        "model_family": "elm",
        "protocol_id": PROTOCOL.protocol_id,
        "panel_sha256": PROTOCOL.panel_sha256,
        "grammar_version": 1,
        "n": 30,
        "outcomes": {version: dict(COUNTS) for version in VERSIONS},
        **changed,
    }


def _fits(record: dict[str, Any]) -> None:
    envelope = {"schema_version": CURRENT.version, "schema_sha256": CURRENT.sha256, "prev_sha256": "0" * 64}
    check_record({**record, **envelope})


def test_a_whole_point_is_accepted() -> None:
    record = accept(_point(detail={"contact": "x"}), PROTOCOL, DAY)
    assert record["received_on"] == "2028-02-29"
    _fits(record)


def test_every_failed_condition_is_told_at_once() -> None:
    outcomes = {
        "A": {**COUNTS, "A": 21},
        "A_prime": {"A": 30},
        "B": {**COUNTS, "C": 0},
        "D": dict(COUNTS),
    }
    wrong = _point(
        panel_sha256="0" * 64,
        grammar_version=2,
        n=120,
        subject_model_id="elm-latest",
        source=" ",
        outcomes=outcomes,
        x=1,
    )
    del wrong["model_family"]
    with pytest.raises(Refused) as refusal:
        accept(wrong, PROTOCOL, DAY)
    told = str(refusal.value)
    for part in (
        "model_family is missing",
        "x is no field",
        "panel_sha256 is",
        "grammar_version is 2, must be 1",
        "n is 120, must be 30",
        "'elm-latest' is no exact id",
        "source is empty",
        "outcomes of version C are missing",
        "'D' is none of",
        "version A has 31 outcomes, must have n = 30",
        "version A_prime lacks the outcome 'B'",
        "version A_prime lacks the outcome 'truncated'",
        "version B has the unknown outcome 'C'",
    ):
        assert part in told


@pytest.mark.parametrize("name", ["elm-latest", "latest", "elm:latest", "elm-*", "elm 9", "", 9])
def test_an_alias_is_no_exact_id(name: object) -> None:
    assert any("no exact id" in told for told in failures(_point(subject_model_id=name), PROTOCOL))


@pytest.mark.parametrize("outcomes", [None, [], {"A": None}, {"A": [1]}, {version: {"A": -1} for version in VERSIONS}])
def test_outcomes_that_are_no_counts_are_told(outcomes: Any) -> None:
    assert failures(_point(outcomes=outcomes), PROTOCOL)
    assert any("bool" not in told for told in failures(_point(outcomes={"A": {"A": True}}), PROTOCOL))


def test_an_unknown_protocol_is_told_beside_what_is_missing() -> None:
    told = failures({"protocol_id": "x"}, None)
    assert "no such protocol here" in told[-1]
    assert any("source is missing" in line for line in told)


def test_own_measurements_of_a_model_that_succeeds_nobody() -> None:
    measured = {**_point(), "run_id": "r", "run_date": "2028-02-28"}
    record = from_measurement(measured, DAY)
    assert record["source"] == OWN
    assert record["detail"] == {"run_id": "r", "run_date": "2028-02-28"}
    _fits(record)
