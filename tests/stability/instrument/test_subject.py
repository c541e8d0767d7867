"""24 facts, read exactly; a subject that was exchanged shows."""

from __future__ import annotations

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.instrument.subject import facts, moved, plain, prompts, read_fact, subject_entry

BY_ID = {fact.item_id: fact for fact in facts()}
RIGHT = {fact.item_id: fact.accepted[0] for fact in facts()}
DAY = "2027-03-01"


def test_there_are_24_of_one_answer_each() -> None:
    assert len(facts()) == len(BY_ID) == 24
    assert len({fact.question for fact in facts()}) == 24
    assert prompts()["prompt_id"].to_list() == [f"f{number:02}" for number in range(1, 25)]
    for fact in facts():
        assert fact.accepted
        assert all(plain(answer) == answer for answer in fact.accepted), fact.item_id
        assert not any(answer in plain(fact.question).split() for answer in fact.accepted if fact.item_id != "f18")


@pytest.mark.parametrize(
    ("item_id", "answer", "outcome"),
    [
        ("f04", "Lisbon", "exact"),
        ("f04", "  **Lisbon.** ", "exact"),
        ("f04", "LISBON!\n\n", "exact"),
        ("f04", "The capital is Lisbon", "within"),
        ("f04", "Lisbon or Porto", "within"),
        ("f04", "Lisbonne", "wrong"),
        ("f02", "It has 16 sides", "wrong"),
        ("f02", "It has 6.", "within"),
        ("f03", "Gold, the element Au.", "within"),
        ("f03", "Aurum", "wrong"),
        ("f04", "", "unreadable"),
        ("f04", " \n ", "unreadable"),
        ("f04", "Lisbon\nPorto", "unreadable"),
        ("f09", "0 °C", "exact"),
        ("f09", "0°", "exact"),
        ("f09", "0", "exact"),
        ("f09", "32", "wrong"),
        ("f10", "CO₂", "exact"),
        ("f10", "Carbon  dioxide", "exact"),
        ("f24", "1,000", "exact"),
        ("f24", "1000", "exact"),
        ("f02", "６", "exact"),
        ("f03", "Аu", "wrong"),
    ],
)
def test_an_answer_is_the_fact_and_nothing_else(item_id: str, answer: str, outcome: str) -> None:
    assert read_fact(BY_ID[item_id], answer) == outcome


def test_a_day_is_written_down() -> None:
    entry = subject_entry(RIGHT | {"f01": "Venus"}, model_id="m", returned_model_ids=["m-2", "m-1", "m-2"], day=DAY)
    assert entry["known"] == 23
    assert entry["outcomes"]["f01"] == "wrong"
    assert entry["returned_model_ids"] == ["m-1", "m-2"]


def test_an_answer_that_never_came_is_none() -> None:
    answers = dict(RIGHT)
    del answers["f07"]
    with pytest.raises(Refused, match="f07"):
        subject_entry(answers, model_id="m", returned_model_ids=["m"], day=DAY)
    with pytest.raises(Refused, match="f99"):
        subject_entry(RIGHT | {"f99": "x"}, model_id="m", returned_model_ids=["m"], day=DAY)


def test_what_moved_between_two_days_is_named() -> None:
    first = subject_entry(RIGHT, model_id="m", returned_model_ids=["m-1"], day=DAY)
    again = subject_entry(RIGHT | {"f04": "lisboa"}, model_id="m", returned_model_ids=["m-1"], day="2027-03-02")
    other = subject_entry(RIGHT | {"f01": ""}, model_id="m", returned_model_ids=["m-2"], day="2027-03-03")
    assert moved(first, again) == ()
    assert first["sha256"] == again["sha256"] != other["sha256"]
    assert moved(first, other) == (
        "the server names ['m-2'] and named ['m-1']",
        "f01: exact, now unreadable",
    )
    with pytest.raises(Refused, match="two subjects"):
        moved(first, {**other, "subject_model_id": "n"})
