"""The reaction of a simulated reader: would they want the item?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from stimfid_lib.base.settings import Strict
from stimfid_lib.models.messages import Messages
from stimfid_lib.tasks.feed.item import LONGEST_TEXT, item_text

SYSTEM = (
    "You judge for one reader whether they want an item of a research feed. Answer with one JSON object and nothing "
    'else: {"verdict": true or false, "confidence": 1 to 5, "reasoning": "..."}.\n'
    "verdict: true only if the item reports something (a result, method, tool or data) that falls under one of the "
    "stated interests. A shared word, a neighbouring field, or praise and promises without a result is false. A short "
    "summary is no reason for false.\n"
    "confidence: 1 is a guess, 5 is sure.\n"
    "reasoning: one sentence that uses a word of the title."
)


class Reaction(Strict):
    """What the model answers. `confidence` is the model's own word, 1 (a guess) to 5 (sure), and no probability."""

    verdict: bool
    confidence: Annotated[int, Field(ge=1, le=5)]
    reasoning: Annotated[str, Field(max_length=LONGEST_TEXT)]


def reaction_messages(persona: str, interests: Sequence[str], title: str, summary: str) -> Messages:
    """Build what the model is sent for one reader and one item; production and evaluation both call this."""
    reader = f"Reader: {persona}\nStated interests: {'; '.join(interests)}"
    text = f"{reader}\n\n{item_text(title, summary)}\n\nThe JSON object:"
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": text}]
