"""Scoring one set of tags without a model: the topics by precision and recall, kind and level by match."""

from __future__ import annotations

from stimfid_lib.tasks.answer import read_answer
from stimfid_lib.tasks.feed.tags import ItemTags
from stimfid_lib.tasks.result import Score, score_of
from stimfid_lib.tasks.structured import invalid
from stimfid_lib.tasks.tagging.case import TaggingCase


def score_one(case: TaggingCase, out: str) -> Score:
    """Score an answer. Checks: `valid`, `topic precision`, `topic recall`, `kind`, `level`.

    A topic outside the vocabulary, or more than three, does not validate.
    """
    answer = read_answer(out, ItemTags)
    if answer.value is None:
        return invalid(case, answer)
    given, right = set(answer.value.topics), set(case.topics)
    checks = {
        "valid": 1.0,
        "topic precision": len(given & right) / len(given),
        "topic recall": len(given & right) / len(right),
        "kind": float(answer.value.kind == case.kind),
        "level": float(answer.value.level == case.level),
    }
    errors = [
        *(f"topic {topic!r} is not what the item is about" for topic in answer.value.topics if topic not in right),
        *(f"topic {topic!r} is missing" for topic in case.topics if topic not in given),
        *([] if checks["kind"] else [f"kind is {case.kind!r}, answered {answer.value.kind!r}"]),
        *([] if checks["level"] else [f"written for {case.level!r}, answered {answer.value.level!r}"]),
    ]
    return score_of(case.id, checks, errors, how=answer.how, answer=answer.value.model_dump(mode="json"))
