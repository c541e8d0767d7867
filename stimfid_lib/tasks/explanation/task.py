"""The explanation task put together: corpus, production builder, scorer, figures, stub, keyword baseline."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stimfid_lib.models.messages import Messages
from stimfid_lib.tasks.explanation.case import ExplanationCase
from stimfid_lib.tasks.explanation.score import score_one
from stimfid_lib.tasks.feed import explanation
from stimfid_lib.tasks.feed.explanation import REFUSAL, Explanation
from stimfid_lib.tasks.keywords import content_words, shared_words
from stimfid_lib.tasks.result import Score
from stimfid_lib.tasks.structured import by_family, checks_of, how_read
from stimfid_lib.tasks.task import Task

CHECKS = ("valid", "refusal", "mention", "short", "you", "opening")


def _messages(case: ExplanationCase) -> Messages:
    return explanation.explanation_messages(case.interests, case.title, case.summary)


def _stub(case: ExplanationCase) -> str:
    """Tell every reader that the first interest fits."""
    return Explanation(line=f"You follow {case.interests[0]}.").model_dump_json()


def _by_keywords(case: ExplanationCase) -> str:
    """Name the first interest of which a word stands in the item, else refuse."""
    text = f"{case.title} {case.summary}"
    found = next((interest for interest in case.interests if shared_words(content_words(interest), text)), None)
    return Explanation(line=REFUSAL if found is None else f"You follow {found}.").model_dump_json()


def figures(cases: Sequence[ExplanationCase], scored: Sequence[Score]) -> dict[str, Any]:
    """Tables: how answers were read, refusals where due and where not, checks by family; copies of the title.

    Checks other than `valid` are means over the valid answers that they apply to.
    """
    due = {case.id: case.refuse for case in cases}
    valid = [score for score in scored if score["answer"] is not None]
    lengths = [len(score["answer"].split()) for score in valid if not score["refused"]]
    return {
        "answers": how_read(scored),
        "refusals": [
            {
                "case": name,
                "answers": sum(due[score["id"]] == refuse for score in scored),
                "refused": sum(score["refused"] for score in valid if due[score["id"]] == refuse),
                "explained": sum(not score["refused"] for score in valid if due[score["id"]] == refuse),
                "invalid": sum(score["answer"] is None for score in scored if due[score["id"]] == refuse),
            }
            for name, refuse in (("fits an interest", False), ("fits none", True))
        ],
        "by family": by_family(cases, scored, checks_of(CHECKS)),
        "lines that are only the title": f"{sum(score['copied'] for score in valid)} of {len(valid)}",
        "median words of a line": statistics.median(lengths) if lengths else None,
    }


TASK: Task[ExplanationCase] = Task(
    name="explanation",
    corpus=Path(__file__).with_name("cases.json"),
    kind=ExplanationCase,
    messages=_messages,
    score_one=score_one,
    figures=figures,
    stub=_stub,
    fields=(("interests", "title", "summary"), tuple(Explanation.model_fields)),
    schema=Explanation,
    baseline=_by_keywords,
)
