"""Runs made by hand for the tests of measure/: so many responses of each outcome, spread over fifteen scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stimfid_lib.stability.measure.measurement import measure
from stimfid_lib.stability.measure.responses import Responses

ITEMS = tuple(f"s{number:02d}" for number in range(1, 16))


def dealt(**times: int) -> list[list[str]]:
    """So many of each outcome, dealt to the fifteen scenarios in turn."""
    outcomes = [outcome for outcome, count in times.items() for _ in range(count)]
    return [[ITEMS[place % 15], outcome] for place, outcome in enumerate(outcomes)]


def run(a: Mapping[str, int], a_prime: Mapping[str, int], b: Mapping[str, int], c: Mapping[str, int]) -> dict[str, Any]:
    """Decisions of a run with these outcomes."""
    return {"A": dealt(**a), "A_prime": dealt(**a_prime), "B": dealt(**b), "C": dealt(**c)}


def responses(**times: int) -> Responses:
    """Responses to one version."""
    return Responses(("A", "B"), tuple((item, outcome) for item, outcome in dealt(**times)))


def measured(decisions: Mapping[str, Any], n: int, *, resamples: int = 40, **more: Any) -> dict[str, Any]:
    """Measure with few resamples and the specification's thresholds."""
    given: dict[str, Any] = {
        "options": ("A", "B"),
        "theta_positive_pct": 15,
        "scenario_dominated_share_pct": 40,
        "protocol_id": "risky_choice_framing__wording__v0",
        "run_date": "2026-01-31",
        "subject_model_id": "model-x",
    }
    return measure(decisions, n=n, resamples=resamples, **{**given, **more})
