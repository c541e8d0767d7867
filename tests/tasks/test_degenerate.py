"""Models that do one thing always are each caught by a figure that says so; a right one scores one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from stimfid_lib.models.clients.fake import FakeClient
from stimfid_lib.models.messages import as_prompt
from stimfid_lib.tasks import explanation, reaction, tagging
from stimfid_lib.tasks.chat import chat_of
from stimfid_lib.tasks.feed.explanation import REFUSAL
from stimfid_lib.tasks.markdown import to_markdown
from stimfid_lib.tasks.result import EvalResult
from stimfid_lib.tasks.task import Task

STRUCTURED = (tagging.TASK, reaction.TASK, explanation.TASK)


def asked(task: Task[Any], answer: Callable[[Any], str]) -> EvalResult:
    """Evaluate a real client that gives `answer` for each case."""
    by_prompt = {as_prompt(task.messages(case)): case for case in task.load_cases()}
    client = FakeClient("m", lambda prompt, _seed: answer(by_prompt[prompt]))
    return task.evaluate(chat_of(client), task.load_cases(), model="m")


def reacts(**told: Any) -> str:
    return json.dumps({"verdict": True, "confidence": 5, "reasoning": "x", **told})


def row(result: EvalResult, figure: str, **where: Any) -> dict[str, Any]:
    [found] = [row for row in result.figures[figure] if all(row[key] == value for key, value in where.items())]
    return dict(found)


def test_always_yes_shows_in_its_verdicts_and_fails_every_trap() -> None:
    result = asked(reaction.TASK, lambda case: reacts(reasoning=case.title))
    every = row(result, "verdicts by family", family="all")
    assert (every["yes"], every["n"], every["recall"], every["precision"]) == (100, 100, 1.0, 0.4)
    assert row(result, "verdicts by family", family="bait")["accuracy"] == 0.0
    assert row(result, "verdicts by family", family="adjacent")["accuracy"] == 0.0
    assert "it is 5 in all 100 answers" in result.figures["what the confidence tells"]


def test_confidence_four_always_is_called_inert_however_right_the_verdicts() -> None:
    result = asked(reaction.TASK, lambda case: reacts(verdict=case.verdict, confidence=4, reasoning=case.title))
    assert result.overall == 1.0
    assert row(result, "verdicts by family", family="all")["auc"] is None
    assert [row["answers"] for row in result.figures["confidence"]] == [0, 0, 0, 100, 0]
    assert result.figures["what the confidence tells"] == "nothing: it is 4 in all 100 answers, so AUC is n/a"


def test_a_confidence_that_means_something_has_an_auc() -> None:
    result = asked(
        reaction.TASK, lambda case: reacts(verdict=case.verdict, confidence=5 - len(case.title) % 2, reasoning="x")
    )
    assert result.figures["what the confidence tells"].startswith("AUC 1.000")


def test_reasoning_that_only_copies_the_title_is_counted() -> None:
    result = asked(reaction.TASK, lambda case: reacts(verdict=case.verdict, reasoning=f"{case.title}."))
    assert result.checks["names item"] == 1.0, "which is why the copies are counted"
    assert result.figures["reasoning that is only the title"] == "100 of 100"


def test_always_refusing_shows_among_the_refusals() -> None:
    result = asked(explanation.TASK, lambda _case: json.dumps({"line": REFUSAL}))
    fits, none = row(result, "refusals", case="fits an interest"), row(result, "refusals", case="fits none")
    assert (fits["refused"], fits["explained"]) == (30, 0)
    assert (none["refused"], none["explained"]) == (10, 0)
    assert result.checks["mention"] == 0.0
    assert result.overall == pytest.approx((10 + 30 / 3) / 40)


def test_never_refusing_shows_among_the_refusals() -> None:
    result = asked(explanation.TASK, lambda case: json.dumps({"line": f"You follow {case.interests[0]}."}))
    assert row(result, "refusals", case="fits none")["refused"] == 0
    assert row(result, "by family", family="far")["refusal"] == 0.0


def test_copying_the_title_is_counted_and_addresses_nobody() -> None:
    result = asked(explanation.TASK, lambda case: json.dumps({"line": case.title}))
    assert result.figures["lines that are only the title"] == "40 of 40"
    assert result.checks["you"] == 0.0


@pytest.mark.parametrize("task", STRUCTURED, ids=lambda task: task.name)
def test_prose_and_bare_titles_are_unreadable_and_score_nothing(task: Task[Any]) -> None:
    for answer in (lambda case: f"I think that {case.title} is of interest.", lambda case: case.title, lambda _: ""):
        result = asked(task, answer)
        assert (result.overall, result.checks, result.failed) == (0.0, {"valid": 0.0}, 0)
        assert row(result, "answers", read="unreadable")["answers"] == len(task.load_cases())
        assert to_markdown(result)


def test_the_same_tags_always_show_in_the_counts() -> None:
    result = asked(tagging.TASK, lambda _: '{"topics": ["ecology"], "kind": "study", "level": "researcher"}')
    assert row(result, "topics", topic="ecology")["answered"] == 51
    assert row(result, "kinds", kind="study")["answered"] == 51
    assert sum(row["right"] for row in result.figures["kinds"]) == 51
    assert row(result, "levels", level="public")["answered"] == 0


@pytest.mark.parametrize("task", STRUCTURED, ids=lambda task: task.name)
def test_the_keyword_baseline_fails_the_hard_families_and_not_the_plain_one(task: Task[Any]) -> None:
    result = task.rate_baseline(task.load_cases())
    assert result is not None
    assert result.model == "keyword baseline (no model)"
    assert result.checks["valid"] == 1.0
    if task is reaction.TASK:
        for family in ("adjacent", "bait", "terse"):
            assert row(result, "verdicts by family", family=family)["accuracy"] <= 0.2, family
        crossover = row(result, "verdicts by family", family="crossover")
        assert crossover["accuracy"] <= 4 / 6, "no better than a constant yes, which is right in 4 of 6"
        assert row(result, "verdicts by family", family="plain")["accuracy"] > 0.6
        return
    check, hard, easy = (
        ("topic recall", ("decoy", "unnamed"), "plain")
        if task is tagging.TASK
        else ("refusal", ("paraphrase", "decoy"), "far")
    )
    for family in hard:
        assert row(result, "by family", family=family)[check] <= 0.35, family
    assert row(result, "by family", family=easy)[check] > 0.9


def test_a_right_model_scores_one_in_every_task() -> None:
    def right(case: Any) -> str:
        if hasattr(case, "tags"):
            return str(case.tags.model_dump_json())
        if hasattr(case, "verdict"):
            return reacts(verdict=case.verdict, reasoning=case.title)
        word = case.must_mention_any[0].removesuffix("*") if case.must_mention_any else ""
        return json.dumps({"line": REFUSAL if case.refuse else f"You follow {word}."})

    for task in STRUCTURED:
        result = asked(task, right)
        assert (result.overall, set(result.checks.values())) == (1.0, {1.0})
        assert [row["errors"] for row in result.rows if row["errors"]] == []
