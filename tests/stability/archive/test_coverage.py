"""Every scheduled job ran, is open, or has exactly one cause; anything else is told."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stimfid_lib.stability.archive.cadence import load_cadence
from stimfid_lib.stability.archive.causes import CAUSES
from stimfid_lib.stability.archive.coverage import coverage, gap_record, key_of
from stimfid_lib.stability.archive.days import each_day
from stimfid_lib.stability.archive.evidence import Evidence
from stimfid_lib.stability.archive.jobs import Calendar, Job
from stimfid_lib.stability.archive.tenure import Tenure
from stimfid_lib.stability.measure.schema import CURRENT, check_record

EPOCH = date(2028, 2, 1)
LAST = date(2028, 3, 20)
AFTER = LAST + timedelta(days=400)
P1, P2 = "risky_choice_framing__wording__v0", "sunk_cost_fallacy__order__v0"
ALDER = Tenure("commercial", "alder", "alder-1", EPOCH)
CALENDAR = Calendar(load_cadence(), EPOCH, {P1: EPOCH, P2: EPOCH})
JOBS = [job for day in each_day(EPOCH, LAST) for job in CALENDAR.jobs_on(day, (ALDER,))]

RAN, HOLE, BOTH, TWICE = "ran", "hole", "ran and has a cause", "two causes"
fates = st.lists(st.sampled_from((RAN, RAN, HOLE, BOTH, TWICE, *CAUSES)), min_size=len(JOBS), max_size=len(JOBS))


def measured(model: str, protocol_id: str, day: date) -> dict[str, Any]:
    told = {"subject_model_id": model, "protocol_id": protocol_id, "run_date": day.isoformat()}
    return {"record_type": "measurement", **told}


def do(evidence: Evidence, job: Job, day: date) -> None:
    """Leave what shows that a job was done on a day."""
    told: dict[str, Any] = {"day": day.isoformat(), "kind": job.name}
    if job.protocol_id is not None:
        evidence.take_record(measured(str(job.subject_model_id), job.protocol_id, day))
    elif job.name == "coverage_publish":
        evidence.take_record({"record_type": "status", "state": job.name, "as_of": day.isoformat()})
    elif job.by_person:
        evidence.take_entry({**told, "kind": "human_act", "act": job.name})
    elif job.name == "guard_margin_rotation":
        evidence.take_entry({**told, "kind": "guard_margin"})
    else:
        evidence.take_entry({**told, "subject_model_id": job.subject_model_id})


@settings(max_examples=25, deadline=None)
@given(fates, st.randoms(use_true_random=False))
def test_jobs_are_partitioned_and_every_fault_is_told_once(told: list[str], draw: Any) -> None:
    evidence, gaps = Evidence(), list[dict[str, Any]]()
    for job, fate in zip(JOBS, told, strict=True):
        if fate in (RAN, BOTH):
            do(evidence, job, draw.choice(list(each_day(job.scheduled_on, job.last_day))))
        if fate not in (RAN, HOLE):
            gaps.append(gap_record(job, fate if fate in CAUSES else "dormant"))
        if fate == TWICE:
            gaps.append(gap_record(job, "human_absent"))
    draw.shuffle(gaps)
    found = coverage(JOBS, evidence, gaps, AFTER)
    assert found.ran.total() == told.count(RAN) + told.count(BOTH)
    assert found.gaps.total() == sum(fate in (TWICE, *CAUSES) for fate in told)
    assert found.open.total() == 0
    assert sum("a hole" in fault for fault in found.faults) == told.count(HOLE)
    assert sum("all the same" in fault for fault in found.faults) == told.count(BOTH)
    assert sum("has 2 causes" in fault for fault in found.faults) == told.count(TWICE)
    assert len(found.faults) == told.count(HOLE) + told.count(BOTH) + told.count(TWICE)
    assert list(found.by_cause()) == [cause for cause in CAUSES if cause in found.by_cause()]


@pytest.mark.parametrize("job", JOBS, ids=str)
def test_a_job_is_done_within_its_days_only(job: Job) -> None:
    for day, ran in (
        (job.scheduled_on - timedelta(days=1), False),
        (job.scheduled_on, True),
        (job.last_day, True),
        (job.last_day + timedelta(days=1), False),
    ):
        evidence = Evidence()
        do(evidence, job, day)
        assert evidence.ran(job) == ran
        assert evidence.ran(job, until=job.scheduled_on) == (ran and day == job.scheduled_on)


def test_another_s_work_is_no_evidence() -> None:
    sweep = next(job for job in JOBS if job.protocol_id == P1)
    evidence = Evidence()
    evidence.take_record(measured("alder-2", P1, sweep.scheduled_on))
    evidence.take_record(measured("alder-1", P2, sweep.scheduled_on))
    assert not evidence.ran(sweep)


def test_open_until_the_last_day_is_over() -> None:
    job = next(job for job in JOBS if job.protocol_id == P1)
    assert coverage([job], Evidence(), [], job.last_day).open.total() == 1
    late = coverage([job], Evidence(), [], job.last_day + timedelta(days=1))
    assert late.open.total() == 0
    assert late.faults == [f"{job}: it did not run and has no cause: a hole"]


def test_a_gap_that_nobody_scheduled_and_a_job_that_is_scheduled_twice_are_faults() -> None:
    job = next(job for job in JOBS if job.protocol_id == P1)
    evidence = Evidence()
    do(evidence, job, job.scheduled_on)
    stray = gap_record(Job(EPOCH, EPOCH, "full_sweep", "commercial", "elm", "elm-1", P1), "dormant")
    assert "nobody scheduled" in coverage([job], evidence, [stray], AFTER).faults[0]
    assert "scheduled twice" in coverage([job, job], evidence, [], AFTER).faults[0]


@pytest.mark.parametrize("job", JOBS[:12], ids=str)
def test_a_gap_s_record_fits_the_schema_and_names_its_job(job: Job) -> None:
    envelope = {"schema_version": CURRENT.version, "schema_sha256": CURRENT.sha256, "prev_sha256": "0" * 64}
    record = gap_record(job, "dormant", "nobody")
    check_record({**record, **envelope})
    assert key_of(record) == job.key


def _bridge(day: date) -> dict[str, Any]:
    return {"kind": "human_act", "act": "bridge_run", "day": day.isoformat(), "model_family": "alder"}


def test_a_bridge_takes_the_place_of_the_month_s_sweep_and_its_runs_stand_in() -> None:
    sweep = next(job for job in JOBS if job.protocol_id == P1 and job.scheduled_on.month == 3)
    assert (sweep.scheduled_on, sweep.last_day) == (date(2028, 3, 2), date(2028, 3, 8))
    evidence = Evidence()
    evidence.take_entry(_bridge(date(2028, 3, 8)))
    assert evidence.bridged(sweep)
    assert evidence.last_day(sweep) == date(2028, 3, 31)
    evidence.take_record(measured("alder-1", P1, date(2028, 3, 1)))
    assert not evidence.ran(sweep), "a run of the week before is none of the bridge's"
    evidence.take_record(measured("alder-1", P1, date(2028, 3, 10)))
    assert evidence.ran(sweep), "after the sweep's days, in the bridge's week"


def test_a_bridge_that_begins_when_the_sweep_is_over_or_in_another_month_changes_nothing() -> None:
    sweep = next(job for job in JOBS if job.protocol_id == P1 and job.scheduled_on.month == 3)
    for day in (date(2028, 3, 9), date(2028, 2, 28), date(2028, 4, 3)):
        evidence = Evidence()
        evidence.take_entry(_bridge(day))
        assert not evidence.bridged(sweep)
        assert evidence.last_day(sweep) == sweep.last_day
