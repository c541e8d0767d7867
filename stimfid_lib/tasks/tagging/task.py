"""The tagging task put together: corpus, production builder, scorer, figures, stub, keyword baseline."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stimfid_lib.models.messages import Messages
from stimfid_lib.tasks.feed import tags
from stimfid_lib.tasks.feed.tags import KINDS, LEVELS, TOPICS, ItemTags
from stimfid_lib.tasks.keywords import content_words, shared_words, words
from stimfid_lib.tasks.result import Score
from stimfid_lib.tasks.structured import answered, by_family, checks_of, how_read
from stimfid_lib.tasks.tagging.case import TaggingCase
from stimfid_lib.tasks.tagging.score import score_one
from stimfid_lib.tasks.task import Task

CHECKS = ("valid", "topic precision", "topic recall", "kind", "level")


def _messages(case: TaggingCase) -> Messages:
    return tags.tag_messages(case.item)


def _stub(_case: TaggingCase) -> str:
    """Give every item the first tags of the vocabulary."""
    return ItemTags(topics=TOPICS[:1], kind=KINDS[0], level=LEVELS[0]).model_dump_json()


def _by_keywords(case: TaggingCase) -> str:
    """Take topics, kind and level whose own words stand in the text."""
    text = f"{case.title} {case.summary}"
    topics = [topic for topic in TOPICS if shared_words(content_words(topic), text)][:3]
    said = {word.removesuffix("s") for word in words(text)}
    kind = next((kind for kind in KINDS if kind in said), "study")
    level = next((level for level in LEVELS if level in said), "researcher")
    return ItemTags.model_validate({"topics": topics or TOPICS[:1], "kind": kind, "level": level}).model_dump_json()


def figures(cases: Sequence[TaggingCase], scored: Sequence[Score]) -> dict[str, Any]:
    """Tables: how answers were read; checks by family; how often each topic, kind and level is right and was answered.

    Checks other than `valid` are means over valid answers.
    """
    by_id = {case.id: case for case in cases}
    right = [by_id[score["id"]] for score in scored]
    valid = [score["answer"] for score in scored if score["answer"]]
    return {
        "answers": how_read(scored),
        "by family": by_family(cases, scored, checks_of(CHECKS)),
        "topics": answered(
            [topic for answer in valid for topic in answer["topics"]],
            [topic for case in right for topic in case.topics],
            "topic",
            TOPICS,
        ),
        "kinds": answered([answer["kind"] for answer in valid], [case.kind for case in right], "kind", KINDS),
        "levels": answered([answer["level"] for answer in valid], [case.level for case in right], "level", LEVELS),
    }


TASK: Task[TaggingCase] = Task(
    name="tagging",
    corpus=Path(__file__).with_name("cases.json"),
    kind=TaggingCase,
    messages=_messages,
    score_one=score_one,
    figures=figures,
    stub=_stub,
    fields=(("title", "summary"), tuple(ItemTags.model_fields)),
    schema=ItemTags,
    baseline=_by_keywords,
)
