"""What a feed holds and who reads it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stimfid_lib.base.settings import Strict

Text = Annotated[str, Field(min_length=1)]
Interests = Annotated[tuple[Text, ...], Field(min_length=1)]


LONGEST_TEXT = 240
"""Characters of a sentence that a model may answer; a bound server stops there, where a small model would run on to its
cap and leave the object open."""


class FeedItem(Strict):
    """An item of a research feed."""

    title: Text
    summary: Text


class Reader(Strict):
    """A reader: a short `name`, the `persona` in a phrase, and the `interests` that were stated, one a phrase."""

    name: Text
    persona: Text
    interests: Interests


def item_text(title: str, summary: str) -> str:
    """Word an item for a message."""
    return f"Title: {title}\nSummary: {summary}"
