"""Scoring tags: each check fails alone, and errors are prose."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stimfid_lib.tasks.tagging import TASK, load_cases, score_one
from stimfid_lib.tasks.tagging.case import TaggingCase

SEVERAL = next(case for case in load_cases() if len(case.topics) == 2)


def answer(case: TaggingCase, **changes: Any) -> str:
    right = {"topics": list(case.topics), "kind": case.kind, "level": case.level}
    return json.dumps({**right, **changes})


def failed(score: dict[str, Any]) -> list[str]:
    return [name for name, value in score["checks"].items() if value not in (None, 1.0)]


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.id)
def test_the_right_tags_score_one(case: TaggingCase) -> None:
    score = score_one(case, answer(case))
    assert (score["score"], score["errors"]) == (1.0, [])
    assert TASK.to_dspy_example(case) | {"topics": list(case.topics)} == TASK.to_dspy_example(case)


def test_each_check_fails_alone() -> None:
    one, two = SEVERAL.topics
    extra = next(topic for topic in ("energy", "astronomy") if topic not in SEVERAL.topics)
    kind = "news" if SEVERAL.kind != "news" else "tool"
    alone: dict[str, tuple[str, str]] = {
        "topic precision": (
            answer(SEVERAL, topics=[one, two, extra]),
            f"topic {extra!r} is not what the item is about",
        ),
        "topic recall": (answer(SEVERAL, topics=[one]), f"topic {two!r} is missing"),
        "kind": (answer(SEVERAL, kind=kind), f"kind is {SEVERAL.kind!r}, answered {kind!r}"),
        "level": (answer(SEVERAL, level="student"), f"written for {SEVERAL.level!r}, answered 'student'"),
        "valid": ("A study on catalysis.", "no JSON object in the answer: A study on catalysis."),
    }
    for name, (text, told) in alone.items():
        score = score_one(SEVERAL, text)
        assert failed(score) == [name]
        assert score["errors"] == [told]
    assert set(alone) == set(score_one(SEVERAL, answer(SEVERAL))["checks"])


def test_precision_and_recall_are_shares() -> None:
    one, _two = SEVERAL.topics
    extras = [topic for topic in ("energy", "astronomy", "ecology") if topic not in SEVERAL.topics][:2]
    checks = score_one(SEVERAL, answer(SEVERAL, topics=[one, *extras]))["checks"]
    assert (checks["topic precision"], checks["topic recall"]) == (pytest.approx(1 / 3), 0.5)


def test_an_answer_that_does_not_validate_scores_nothing() -> None:
    score = score_one(SEVERAL, answer(SEVERAL, topics=["chemistry"]))
    assert score["score"] == 0.0
    assert "topics.0 = 'chemistry'" in score["errors"][0]
