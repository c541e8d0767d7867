"""Scoring explanations: each check fails alone; the refusal is exact; word count and openings at their edges."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stimfid_lib.tasks.explanation import load_cases, score_one
from stimfid_lib.tasks.explanation.case import ExplanationCase
from stimfid_lib.tasks.explanation.score import mentions
from stimfid_lib.tasks.feed.explanation import OPENINGS, REFUSAL, SYSTEM

BY_ID = {case.id: case for case in load_cases()}
OWLS, TERMITES = BY_ID["plain-barn-owls"], BY_ID["decoy-termites"]


def said(line: str) -> str:
    return json.dumps({"line": line})


def failed(score: dict[str, Any]) -> list[str]:
    return [name for name, value in score["checks"].items() if value not in (None, 1.0)]


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.id)
def test_a_right_line_scores_one(case: ExplanationCase) -> None:
    word = case.must_mention_any[0].removesuffix("*") if case.must_mention_any else ""
    score = score_one(case, said(REFUSAL if case.refuse else f"Shares {word} with what you follow."))
    assert (score["score"], score["errors"]) == (1.0, [])


@pytest.mark.parametrize(
    ("case", "check", "text", "told"),
    [
        (OWLS, "valid", "Owls, which you like.", "no JSON object"),
        (TERMITES, "refusal", said("Termites reason like your agents."), f"exactly {REFUSAL!r}"),
        (OWLS, "mention", said("Close to what you read."), "names no shared topic; expected one of owl"),
        (OWLS, "short", said("Owls " + "do " * 12 + "as you."), "15 words; fewer than 15"),
        (OWLS, "you", said("Owls hear distance."), "does not address the reader as you"),
        (OWLS, "opening", said("You will find owls."), "opens with a preamble: 'You will find'"),
    ],
)
def test_each_check_fails_alone(case: ExplanationCase, check: str, text: str, told: str) -> None:
    score = score_one(case, text)
    assert failed(score) == [check]
    assert len(score["errors"]) == 1
    assert told in score["errors"][0]


def test_the_refusal_is_the_mandated_sentence_and_the_prompt_demands_it() -> None:
    assert REFUSAL == "Outside your stated interests."
    assert f'exactly "{REFUSAL}"' in SYSTEM


@pytest.mark.parametrize(
    ("line", "exact"),
    [
        (REFUSAL, 1.0),
        (REFUSAL.rstrip("."), 0.0),
        (REFUSAL.lower(), 0.0),
        (f"{REFUSAL} ", 0.0),
        (f"{REFUSAL} Sorry.", 0.0),
        (f'"{REFUSAL}"', 0.0),
        ("Outside your interests.", 0.0),
        ("", 0.0),
    ],
)
def test_a_refusal_counts_only_to_the_letter(line: str, exact: float) -> None:
    assert score_one(TERMITES, said(line))["score"] == (1.0 + exact) / 2


def test_refusing_what_fits_fails_and_tells_what_was_expected() -> None:
    score = score_one(OWLS, said(REFUSAL))
    assert score["checks"] == {"valid": 1.0, "refusal": 0.0, "mention": 0.0}
    assert score["errors"] == ["refused, although the item fits; expected one of owl, hear*, bird"]


@pytest.mark.parametrize(("count", "short"), [(1, 1.0), (13, 1.0), (14, 1.0), (15, 0.0), (16, 0.0), (40, 0.0)])
def test_fourteen_words_are_short_and_fifteen_are_not(count: int, short: float) -> None:
    line = " ".join(["owl"] * (count - 1) + ["you"])
    assert score_one(OWLS, said(line))["checks"]["short"] == short


@pytest.mark.parametrize(
    "line",
    [
        *OPENINGS,
        "You'll find owls",
        "you may like owls",
        "You would enjoy owls",
        "You might be drawn to owls",
        "This article tells you of owls",
        "The study of owls is yours",
        "THE ITEM has owls for you",
        "“This paper” has your owls",
        "Here's one on owls for you",
        "Here are your owls",
        "Certainly, your owls",
        "Based on your interests, owls",
        "Of course you like owls",
    ],
)
def test_openings_that_say_nothing(line: str) -> None:
    assert score_one(OWLS, said(line))["checks"]["opening"] == 0.0


@pytest.mark.parametrize(
    "line",
    [
        "You follow hearing in birds, and owls do it best.",
        "Your birds hear distance.",
        "Owls, and this item tells you how.",
        "The owls of your night vision.",
        "This owl hears as you wish.",
        "Surely owls are yours.",
        "Hereabouts your owls hear.",
        "You study owls; they hear distance.",
        "",
    ],
)
def test_openings_with_a_reason_are_none(line: str) -> None:
    assert score_one(OWLS, said(line))["checks"]["opening"] == 1.0


@pytest.mark.parametrize(
    ("line", "you"),
    [
        ("YOUR owls", 1.0),
        ("owls you’d like", 1.0),
        ("owls for youth", 0.0),
        ("owls of yore", 0.0),
        ("owls: yours", 1.0),
    ],
)
def test_who_is_addressed(line: str, you: float) -> None:
    assert score_one(OWLS, said(line))["checks"]["you"] == you


@pytest.mark.parametrize(
    ("line", "any_of", "found"),
    [
        ("Owls hunt.", ("owl",), True),
        ("Fowl hunt.", ("owl",), False),
        ("An owlet hunts.", ("owl",), False),
        ("An owlet hunts.", ("owl*",), True),
        ("significant", ("sign",), False),
        ("The SEA  LEVEL rose.", ("sea level",), True),
        ("solid state", ("solid-state",), False),
        ("glasses", ("glass",), True),
        ("", ("owl",), False),
    ],
)
def test_mentions_are_whole_words_but_for_a_star(line: str, any_of: tuple[str, ...], found: bool) -> None:
    assert mentions(line, any_of) is found
