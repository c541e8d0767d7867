"""Every departure from the plan is found and named; a run that keeps to it has none."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.scoring.refusal import REFUSAL_PHRASES
from stimfid_lib.study.deviation import Deviation, Kind
from stimfid_lib.study.deviations import deviations
from tests.study.plans import as_planned, toy_plan

KEPT = as_planned()
CHAT = KEPT.roster["chat"]


def test_a_run_that_keeps_to_the_plan_has_no_deviation() -> None:
    assert deviations(toy_plan(), KEPT) == []


PLANTED: dict[str, tuple[dict[str, Any], str]] = {
    "registration": ({"registration": {"prereg/plan.json": "not committed"}}, "not committed"),
    "suite": ({"suite_sha256": "f" * 64}, "ffffffffffff"),
    "lexicon": ({"words_sha256": "f" * 64, "lexicon_name": "another"}, "another"),
    "word list": ({"wordlist_sha256": None}, "–"),
    "frozen numbers": ({"numbers": {**KEPT.numbers, "tertiles of aoa": (5.0, 9.5)}}, "5.0 and 9.5"),
    "models": ({"answered": {**KEPT.answered, "guest": frozenset({"guest-9"})}}, "asked"),
    "model version": (
        {"answered": {**KEPT.answered, "chat": frozenset({"chat-1-2026-11"})}},
        "chat-1-2026-11",
    ),
    "model settings": (
        {"roster": {"chat": CHAT.model_copy(update={"settings": {"max_tokens": 9, "temperature": None}})}},
        "9",
    ),
    "share of the suite": ({"cells_per_stratum": 3}, "3"),
    "replicates": ({"replicates": 1}, "1"),
    "temperature": ({"temperature": 0.7}, "0.7"),
    "intervals": ({"n_boot": 200}, "200"),
    "excluded rows": ({"missing": {"lexicon": 0, "chat": 7}}, "7 missing"),
    "answers asked for twice": ({"asked_twice": {"lexicon": 0, "chat": 2}}, "2 with another number"),
    "exclusion rules": ({"exclusions": {**KEPT.exclusions, "short words": "Left out."}}, "Left out."),
    "refusal phrases": ({"refusal_phrases": (*REFUSAL_PHRASES, "no way")}, "added “no way”"),
    "hypotheses": ({"hypotheses": {**KEPT.hypotheses, "H3": {"arm": "expert"}}}, "changed since"),
    "analysis added": ({"analyses": (*KEPT.analyses, "rhymes")}, "reported"),
    "analysis left out": ({"analyses": KEPT.analyses[1:]}, "not reported"),
    "code": ({"code": {"scoring": "b" * 64}}, "bbbbbbbbbbbb"),
    "plan replaced": ({"superseded": ("2026-11-01-abc",)}, "2026-12-01"),
}


def test_a_deviation_of_every_kind_is_planted() -> None:
    assert set(PLANTED) == set(get_args(Kind))


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_deviation_is_the_only_one_and_is_named(kind: str) -> None:
    changed, said = PLANTED[kind]
    (found,) = deviations(toy_plan(), as_planned(**changed))
    assert found.kind == kind
    assert said in found.done


ENTRIES: list[tuple[str, Any, str, str]] = [
    ("access", "paid", "models", "access of chat"),
    ("provider", "google", "models", "provider of chat"),
    ("kind", "endpoint", "models", "kind of chat"),
    ("model_id", "chat-2", "model version", "asked as chat"),
    ("settings", {"max_tokens": 512, "temperature": "run"}, "model settings", "temperature of chat"),
]


@pytest.mark.parametrize(("name", "value", "kind", "what"), ENTRIES, ids=[entry[0] for entry in ENTRIES])
def test_an_entry_of_the_roster_that_was_changed_after_the_plan_is_named(
    name: str, value: Any, kind: str, what: str
) -> None:
    """Even where the replies hide it: an alias that answers under the planned id, a temperature that was not sent."""
    changed = CHAT.model_copy(update={name: value})
    (found,) = deviations(toy_plan(), as_planned(roster={"chat": changed}))
    assert (found.kind, found.what) == (kind, what)


def test_an_added_model_or_analysis_is_exploratory() -> None:
    ran = as_planned(answered={**KEPT.answered, "guest": frozenset()}, analyses=(*KEPT.analyses, "rhymes"))
    assert [found.follows for found in deviations(toy_plan(), ran)] == ["Added after the plan: exploratory."] * 2


def test_a_planned_model_without_a_reply_is_named() -> None:
    (found,) = deviations(toy_plan(), as_planned(answered={"lexicon": frozenset()}))
    assert (found.kind, found.what, found.done) == ("models", "chat", "no reply")


def test_a_temperature_that_a_model_refuses_is_no_deviation_and_another_is() -> None:
    refused = as_planned(temperatures={"chat": frozenset({None})})
    assert deviations(toy_plan(), refused) == []
    (found,) = deviations(toy_plan(), as_planned(temperatures={"chat": frozenset({1.0, 0.2})}))
    assert (found.what, found.done) == ("sent to chat", "0.2, 1.0")


def test_several_deviations_come_in_the_order_of_their_kinds() -> None:
    ran = as_planned(code={"scoring": "b" * 64}, replicates=1, suite_sha256="f" * 64)
    assert [found.kind for found in deviations(toy_plan(), ran)] == ["suite", "replicates", "code"]


def test_a_plan_without_digests_of_the_code_accuses_no_code() -> None:
    plan = toy_plan().model_copy(update={"code": {}})
    assert deviations(plan, as_planned(code={"scoring": "b" * 64})) == []


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(Refused, match="allowed are registration, suite"):
        Deviation("weather", "x", "y", "z")  # type: ignore[arg-type]
