"""Tags of an item: topics of a closed vocabulary, what kind of text it is, whom it is written for."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field

from stimfid_lib.base.settings import Strict
from stimfid_lib.models.messages import Messages
from stimfid_lib.tasks.feed.item import FeedItem, item_text

Topic = Literal[
    "organic-synthesis",
    "catalysis",
    "analytical-chemistry",
    "materials",
    "drug-discovery",
    "language-models",
    "computer-vision",
    "robotics",
    "computing-systems",
    "genomics",
    "ecology",
    "neuroscience",
    "linguistics",
    "speech-therapy",
    "energy",
    "astronomy",
]
TOPICS: tuple[Topic, ...] = get_args(Topic)

Kind = Literal["study", "review", "dataset", "tool", "tutorial", "news"]
KINDS: tuple[Kind, ...] = get_args(Kind)

Level = Literal["public", "student", "researcher"]
LEVELS: tuple[Level, ...] = get_args(Level)

SYSTEM = (
    "You tag items of a research feed. Answer with one JSON object and nothing else: "
    '{"topics": [...], "kind": "...", "level": "..."}.\n'
    f"topics: one to three of {', '.join(TOPICS)}; "
    "only what the work itself is about, not what a word merely recalls.\n"
    "kind: study (new findings), review (weighs the literature), dataset (offers data), tool (software, instrument or "
    "protocol to use), tutorial (teaches), news (announcement, event, opinion or portrait).\n"
    "level: whom it is written for: public (no training needed), student (learns the field), researcher (works in it)."
)


def _once(topics: tuple[Topic, ...]) -> tuple[Topic, ...]:
    """Drop repeats; a topic named twice is one topic."""
    return tuple(dict.fromkeys(topics))


class ItemTags(Strict):
    """What the model answers; at most three `topics`, in its order, each once."""

    topics: Annotated[tuple[Topic, ...], Field(min_length=1, max_length=3), AfterValidator(_once)]
    kind: Kind
    level: Level


def tag_messages(item: FeedItem) -> Messages:
    """Build what the model is sent to tag one item; production and evaluation both call this and nothing else."""
    text = f"{item_text(item.title, item.summary)}\n\nThe JSON object:"
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": text}]
