"""Scoring reactions: each check fails alone, and errors are prose."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stimfid_lib.tasks.reaction import load_cases, score_one
from stimfid_lib.tasks.reaction.case import ReactionCase

CASE = next(case for case in load_cases() if case.id == "plain-packed-bed-chemist")


def answer(case: ReactionCase, **changes: Any) -> str:
    right = {"verdict": case.verdict, "confidence": 4, "reasoning": f"Because of {case.title}."}
    return json.dumps({**right, **changes})


def failed(score: dict[str, Any]) -> list[str]:
    return [name for name, value in score["checks"].items() if value not in (None, 1.0)]


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.id)
def test_the_right_verdict_that_names_the_item_scores_one(case: ReactionCase) -> None:
    score = score_one(case, answer(case))
    assert (score["score"], score["errors"]) == (1.0, [])


@pytest.mark.parametrize(
    ("check", "text", "told"),
    [
        ("valid", "Yes, packed beds are fine.", "no JSON object"),
        ("verdict", answer(CASE, verdict=False), "verdict no, right is yes: Continuous flow"),
        ("reasoned", answer(CASE, reasoning="  "), "the reasoning is empty"),
        ("names item", answer(CASE, reasoning="It fits."), "names none of the title's words (benzyl, ethers, come"),
    ],
)
def test_each_check_fails_alone(check: str, text: str, told: str) -> None:
    score = score_one(CASE, text)
    assert failed(score) == [check]
    assert len(score["errors"]) == 1
    assert told in score["errors"][0]


@pytest.mark.parametrize(
    ("reasoning", "names"),
    [
        ("The BED is small.", 0.0),  # three letters
        ("It went off in a while.", 0.0),  # off and in: stop words or short
        ("Ethers!", 1.0),
        ("etherses", 0.0),  # whole words
        ("a packed lunch", 1.0),
    ],
)
def test_what_names_the_item(reasoning: str, names: float) -> None:
    assert score_one(CASE, answer(CASE, reasoning=reasoning))["checks"]["names item"] == names


def test_stop_words_of_four_letters_name_nothing() -> None:
    case = CASE.model_copy(update={"title": "They have been there before the ferries"})
    assert score_one(case, answer(case, reasoning="They have been there before."))["checks"]["names item"] == 0.0
    assert score_one(case, answer(case, reasoning="Ferries."))["checks"]["names item"] == 1.0


def test_an_answer_that_does_not_validate_scores_nothing() -> None:
    assert score_one(CASE, answer(CASE, confidence=9))["score"] == 0.0
