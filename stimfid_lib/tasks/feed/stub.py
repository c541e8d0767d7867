"""Answers without a model, for `--offline`: always valid, always the same, and named a stub wherever they show."""

from __future__ import annotations

from pydantic import BaseModel

from stimfid_lib.models.messages import Messages
from stimfid_lib.tasks.feed.explanation import REFUSAL, Explanation
from stimfid_lib.tasks.feed.reaction import Reaction
from stimfid_lib.tasks.feed.tags import ItemTags

_ANSWERS: dict[type[BaseModel], BaseModel] = {
    Reaction: Reaction(verdict=True, confidence=1, reasoning="a stub wants everything and read nothing"),
    Explanation: Explanation(line=REFUSAL),
    ItemTags: ItemTags(topics=("materials",), kind="study", level="public"),
}


def stub(_messages: Messages, schema: type[BaseModel] | None = None, /) -> str:
    """Answer one of the feed's questions without reading it."""
    return "" if schema is None else _ANSWERS[schema].model_dump_json()
