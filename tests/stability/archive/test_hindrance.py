"""Everything that hinders a run is found, not only the first of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from stimfid_lib.stability.archive.causes import CAUSES, first_cause
from stimfid_lib.stability.archive.hindrance import Situation, hindrances
from stimfid_lib.stability.archive.jobs import Job

DAY = date(2028, 2, 29)
JOB = Job(DAY, DAY, "full_sweep", "commercial", "alder", "alder-1", "risky_choice_framing__wording__v0")
WORST = Situation("dormant", True, False, 3, True, False, "not_preregistered: none", True, True)


def _causes(now: Situation) -> list[str]:
    return [cause for cause, _ in hindrances(JOB, now)]


def test_nothing_hinders_an_ordinary_day() -> None:
    assert _causes(Situation()) == []


@pytest.mark.parametrize(
    ("now", "cause"),
    [
        (Situation(affordable=False), "budget_halted"),
        (Situation(mode="dormant"), "dormant"),
        (Situation(reached=False), "provider_outage"),
        (Situation(unregistered="not_preregistered: none"), "protocol_confounded"),
        (Situation(suspended=True), "protocol_confounded"),
        (Situation(mode="vacation"), "human_absent"),
        (Situation(listed=False), "generation_retired_early"),
        (Situation(bridged=True), "generation_bridge"),
        (WORST, "budget_halted"),
        (replace(WORST, affordable=True), "dormant"),
        (Situation(mode="concluded", paid=False), "dormant"),
    ],
)
def test_each_situation_and_its_cause(now: Situation, cause: str) -> None:
    assert first_cause(_causes(now)) == cause


def test_all_that_fits_is_named() -> None:
    assert set(_causes(WORST)) == set(CAUSES) - {"before_archive_start", "provider_outage"}


def test_what_costs_nothing_waits_for_neither_money_nor_persons() -> None:
    assert _causes(Situation(mode="dormant", paid=False, affordable=False)) == []
