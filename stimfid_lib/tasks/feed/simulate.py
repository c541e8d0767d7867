"""Simulating readers over a feed: who would want what, why, and what the items are about."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from pydantic import BaseModel, ValidationError

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.settings import Strict
from stimfid_lib.tasks.answer import Answer
from stimfid_lib.tasks.chat import CallFailed, ChatJson
from stimfid_lib.tasks.feed.ask import explain, react, tag
from stimfid_lib.tasks.feed.item import FeedItem, Reader

P = ParamSpec("P")
A = TypeVar("A", bound=BaseModel)

SAMPLE = Path(__file__).with_name("sample.json")


class Feed(Strict):
    """A feed and its readers."""

    readers: tuple[Reader, ...]
    items: tuple[FeedItem, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """One reader and one item: the reaction, the line where the reader wants it, the tags; None where there is none.

    `errors` tells, in prose, every answer that did not come or did not validate. A simulated reader's wish is a
    model's guess and stands for no person's.
    """

    reader: str
    title: str
    verdict: bool | None
    confidence: int | None
    line: str | None
    topics: tuple[str, ...] | None
    kind: str | None
    level: str | None
    errors: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def load_feed(path: Path = SAMPLE) -> Feed:
    """Read a feed: JSON with `readers` (name, persona, interests) and `items` (title, summary).

    Raises:
        MissingInput: no such file.
        Refused: it is no feed; the text says where.
    """
    if not path.is_file():
        raise MissingInput(f"no feed {path}: name a JSON file with readers and items")
    try:
        return Feed.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{path} is not JSON: {error}") from error
    except ValidationError as error:
        told = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        raise Refused(f"{path} is no feed of readers and items: {told}") from None


def simulate(chat: ChatJson, feed: Feed, on_item: Callable[[], None] | None = None) -> tuple[Rating, ...]:
    """Let each reader react to each item, explain those that are wanted, and tag every item once.

    No answer stops the simulation: what failed stands in the ratings. `on_item` is called after each rating.
    """
    ratings = []
    for item in feed.items:
        tags, tag_error = _tried(tag, chat, item)
        for reader in feed.readers:
            reaction, error = _tried(react, chat, reader, item)
            errors = [tag_error, error]
            line = None
            if reaction is not None and reaction.verdict:
                line, error = _tried(explain, chat, reader, item)
                errors.append(error)
            ratings.append(
                Rating(
                    reader=reader.name,
                    title=item.title,
                    verdict=reaction.verdict if reaction else None,
                    confidence=reaction.confidence if reaction else None,
                    line=line.line if line else None,
                    topics=tags.topics if tags else None,
                    kind=tags.kind if tags else None,
                    level=tags.level if tags else None,
                    errors=tuple(told for told in errors if told),
                )
            )
            if on_item:
                on_item()
    return tuple(ratings)


def as_rows(ratings: Sequence[Rating]) -> list[dict[str, Any]]:
    """Word ratings as rows of a table."""
    return [
        {
            "item": rating.title,
            "reader": rating.reader,
            "wants it": {True: "yes", False: "no", None: None}[rating.verdict],
            "sure (1-5)": rating.confidence,
            "why": rating.line,
            "topics": ", ".join(rating.topics) if rating.topics else None,
            "kind": rating.kind,
            "for": rating.level,
            "what went wrong": "; ".join(rating.errors),
        }
        for rating in ratings
    ]


def _tried(ask: Callable[P, Answer[A]], *args: P.args, **named: P.kwargs) -> tuple[A | None, str | None]:
    try:
        answer = ask(*args, **named)
    except CallFailed as error:
        return None, f"no answer: {error}"
    return answer.value, answer.error
