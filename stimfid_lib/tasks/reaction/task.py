"""The reaction task put together: corpus, production builder, scorer, figures, stub, keyword baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from stimfid_lib.models.messages import Messages
from stimfid_lib.tasks.feed import reaction
from stimfid_lib.tasks.feed.reaction import Reaction
from stimfid_lib.tasks.keywords import content_words, shared_words
from stimfid_lib.tasks.reaction.case import ReactionCase
from stimfid_lib.tasks.reaction.score import score_one
from stimfid_lib.tasks.result import Score
from stimfid_lib.tasks.structured import by_family, how_read
from stimfid_lib.tasks.task import Task
from stimfid_lib.tasks.verdicts import Judged, confidence_is_constant, score_verdicts


def _messages(case: ReactionCase) -> Messages:
    return reaction.reaction_messages(case.persona, case.interests, case.title, case.summary)


def _stub(case: ReactionCase) -> str:
    """Want everything, and name the title as the reason."""
    return Reaction(verdict=True, confidence=3, reasoning=case.title).model_dump_json()


def _by_keywords(case: ReactionCase) -> str:
    """Want an item that holds two different words of the interests; more words, more confidence."""
    found = shared_words(content_words(" ".join(case.interests)), f"{case.title} {case.summary}")
    sure = min(5, 1 + len(found)) if len(found) >= 2 else 5 - len(found)
    reasoning = f"{case.title}: {len(found)} words of the interests"
    return Reaction(verdict=len(found) >= 2, confidence=sure, reasoning=reasoning).model_dump_json()


def figures(cases: Sequence[ReactionCase], scored: Sequence[Score]) -> dict[str, Any]:
    """Tables: how answers were read; `score_verdicts` by family and by persona; the histogram of confidence.

    Beside them in words: whether AUC applies, and how many reasonings are no more than the title.
    """
    right = {case.id: case.verdict for case in cases}

    def judged(some: Sequence[Score]) -> list[Judged]:
        answers = [(right[score["id"]], score["answer"] or {}) for score in some]
        return [Judged(truth, answer.get("verdict"), answer.get("confidence")) for truth, answer in answers]

    def summary(some: Sequence[Score]) -> dict[str, Any]:
        return asdict(score_verdicts(judged(some)))

    every = judged(scored)
    valid = [one for one in every if one.verdict is not None]
    counts = [sum(one.confidence == level for one in valid) for level in range(1, 6)]
    return {
        "answers": how_read(scored),
        "verdicts by family": by_family(cases, scored, summary),
        "verdicts by persona": by_family(cases, scored, summary, lambda case: case.persona, "persona"),
        "confidence": [{"confidence": level, "answers": count} for level, count in enumerate(counts, start=1)],
        "what the confidence tells": _inert(every),
        "reasoning that is only the title": f"{sum(score.get('copied', False) for score in scored)} of {len(valid)}",
    }


def _inert(judged: Sequence[Judged]) -> str:
    valid = [one for one in judged if one.verdict is not None]
    if not valid:
        return "nothing: no valid answer"
    if confidence_is_constant(valid):
        return f"nothing: it is {valid[0].confidence} in all {len(valid)} answers, so AUC is n/a"
    auc = score_verdicts(judged).auc
    return "n/a: one class only" if auc is None else f"AUC {auc:.3f} of signed confidence (0.5 is chance)"


TASK: Task[ReactionCase] = Task(
    name="reaction",
    corpus=Path(__file__).with_name("cases.json"),
    kind=ReactionCase,
    messages=_messages,
    score_one=score_one,
    figures=figures,
    stub=_stub,
    fields=(("persona", "interests", "title", "summary"), tuple(Reaction.model_fields)),
    schema=Reaction,
    baseline=_by_keywords,
)
