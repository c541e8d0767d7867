"""What is due on which day."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.stability.archive.cadence import DONE_BY_PERSON, load_cadence
from stimfid_lib.stability.archive.days import each_day
from stimfid_lib.stability.archive.jobs import Calendar, Job
from stimfid_lib.stability.archive.tenure import Tenure

EPOCH = date(2027, 1, 1)
P1, P2, P3 = ("risky_choice_framing__wording__v0", "sunk_cost_fallacy__order__v0", "base_rate_neglect__default__v0")
OLD = Tenure("commercial", "alder", "alder-1", EPOCH, date(2028, 2, 29))
NEW = Tenure("commercial", "alder", "alder-2", date(2028, 2, 29))
OPEN = Tenure("open_weights", "cedar", "cedar-1", date(2027, 3, 5))


def _calendar(**protocols: date) -> Calendar:
    return Calendar(load_cadence(), EPOCH, protocols or {P1: EPOCH, P2: EPOCH})


def _jobs(calendar: Calendar, last: date, *tenures: Tenure) -> list[Job]:
    return [job for day in each_day(EPOCH, last) for job in calendar.jobs_on(day, tenures)]


def test_two_years_with_the_leap_day() -> None:
    jobs = _jobs(_calendar(), date(2028, 12, 31), OLD, NEW)
    counted = Counter(job.name for job in jobs)
    assert counted["runtime_fingerprint"] == counted["guard_margin_rotation"] == 365 + 366
    assert counted["subject_fingerprint"] == 731, "one model a family on every day, the leap day of the switch included"
    assert counted["full_sweep"] == 25 * 2, "days 0, 30, … 720 of 731, two protocols"
    assert counted["coverage_publish"] == counted["human_review"] == counted["checkpoint_sign"] == 25
    assert counted["release_publish"] == counted["strategy_review"] == 9
    assert counted["self_revision"] == 5
    assert counted["integrity_declaration"] == 3, "days 0, 365 and 730: 2028 has 366 days"
    asked = {job.subject_model_id for job in jobs if job.scheduled_on == date(2028, 2, 29) and job.subject_model_id}
    assert asked == {"alder-2"}


def test_no_two_jobs_are_the_same_and_none_is_due_before_the_epoch() -> None:
    jobs = _jobs(_calendar(), date(2028, 12, 31), OLD, NEW, OPEN)
    assert len({job.key for job in jobs}) == len(jobs)
    assert list(_calendar().jobs_on(EPOCH - timedelta(days=1), (OLD,))) == []


def test_a_daily_job_is_open_for_its_day_a_sweep_for_a_week_a_person_s_until_the_next() -> None:
    jobs = {job.name: job for job in _calendar().jobs_on(EPOCH, (OLD,))}
    assert jobs["subject_fingerprint"].last_day == jobs["runtime_fingerprint"].last_day == EPOCH
    assert jobs["full_sweep"].last_day == jobs["coverage_publish"].last_day == date(2027, 1, 7)
    assert jobs["human_review"].last_day == date(2027, 1, 30)
    assert jobs["integrity_declaration"].last_day == date(2027, 12, 31)
    assert {name for name, job in jobs.items() if job.by_person} == set(DONE_BY_PERSON)


@given(st.dates(EPOCH, date(2029, 12, 31)))
def test_a_job_ends_before_the_next_of_its_kind_begins(day: date) -> None:
    calendar = _calendar()
    for job in calendar.jobs_on(day, (OLD, NEW)):
        period = calendar.cadence.periods.of(job.name)
        assert job.scheduled_on == day <= job.last_day < day + period.delta


def test_open_weights_are_asked_once_on_a_new_generation() -> None:
    jobs = [job for job in _jobs(_calendar(), date(2027, 12, 31), OPEN) if job.series == "open_weights"]
    assert {(job.name, job.scheduled_on, job.protocol_id) for job in jobs} == {
        ("full_sweep", OPEN.since, P1),
        ("full_sweep", OPEN.since, P2),
    }
    assert jobs[0].last_day == OPEN.since + timedelta(days=29)


def test_a_protocol_is_due_from_its_admission_on_and_a_sealed_one_on_a_new_generation_only() -> None:
    later = date(2027, 2, 10)
    calendar = Calendar(load_cadence(), EPOCH, {P1: later, P3: EPOCH}, frozenset({P3}))
    jobs = [job for job in _jobs(calendar, date(2028, 4, 1), OLD, NEW) if job.protocol_id]
    assert min(job.scheduled_on for job in jobs if job.protocol_id == P1) == date(2027, 3, 2)
    sealed = [(job.name, job.scheduled_on, job.subject_model_id) for job in jobs if job.protocol_id == P3]
    assert sealed == [("sealed_scan", EPOCH, "alder-1"), ("sealed_scan", NEW.since, "alder-2")]
