"""Scoring one reaction without a model: the verdict, and whether its reasoning is about the item."""

from __future__ import annotations

from stimfid_lib.tasks.answer import read_answer
from stimfid_lib.tasks.feed.reaction import Reaction
from stimfid_lib.tasks.keywords import content_words, words
from stimfid_lib.tasks.reaction.case import ReactionCase
from stimfid_lib.tasks.result import Score, score_of
from stimfid_lib.tasks.structured import invalid


def score_one(case: ReactionCase, out: str) -> Score:
    """Score an answer. Checks: `valid`, `verdict`, `reasoned` (not empty), `names item`.

    The reasoning names the item if it holds a word of the title of at least four letters that is no stop word; that
    does not apply to an empty one. Whether the reasoning is sound is not judged.
    """
    answer = read_answer(out, Reaction)
    if answer.value is None:
        return invalid(case, answer)
    reasoning = answer.value.reasoning.strip()
    naming = content_words(case.title)
    named = bool(set(naming) & set(words(reasoning)))
    checks: dict[str, float | None] = {
        "valid": 1.0,
        "verdict": float(answer.value.verdict == case.verdict),
        "reasoned": float(bool(reasoning)),
        "names item": float(named) if reasoning else None,
    }
    errors = []
    if not checks["verdict"]:
        errors.append(f"verdict {_told(answer.value.verdict)}, right is {_told(case.verdict)}: {case.note}")
    if not reasoning:
        errors.append("the reasoning is empty")
    elif not named:
        errors.append(f"the reasoning names none of the title's words ({', '.join(naming)})")
    copied = words(reasoning) == words(case.title)
    return score_of(case.id, checks, errors, how=answer.how, answer=answer.value.model_dump(), copied=copied)


def _told(verdict: bool) -> str:
    return "yes" if verdict else "no"
