"""Chat messages, for tasks that give a model instructions and data apart; the study's own prompts are one message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict


class Message(TypedDict):
    """One message of a chat: who speaks, and what."""

    role: Literal["system", "user"]
    content: str


Messages = list[Message]


def as_prompt(messages: Sequence[Message]) -> str:
    """Join messages into the one user message that `ChatClient.complete` sends, a blank line between them.

    Every client takes that, whatever it makes of a system role; instructions come first and data last.
    """
    return "\n\n".join(message["content"] for message in messages)
