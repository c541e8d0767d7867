"""One line that tells a reader why an item fits their stated interests, or the mandated refusal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from stimfid_lib.base.settings import Strict
from stimfid_lib.models.messages import Messages
from stimfid_lib.tasks.feed.item import LONGEST_TEXT, item_text

REFUSAL = "Outside your stated interests."
"""The whole answer where nothing fits, to the letter."""

WORDS_BELOW = 15
"""An explanation has fewer words than this."""

OPENINGS = ("You will find", "You might like", "This item", "The paper", "Here is", "Sure")
"""Openings that say nothing, as the prompt names them; the scorer looks for these and their near kin."""

SYSTEM = (
    "You tell a reader in one line why an item of a research feed fits their stated interests. Answer with one JSON "
    'object and nothing else: {"line": "..."}.\n'
    f'If the item is about none of the stated interests, the line is exactly "{REFUSAL}" A shared word or a good cause '
    "is no fit.\n"
    f'Otherwise the line has fewer than {WORDS_BELOW} words, addresses the reader as "you", and names the topic that '
    f"they share with the item. Start with the reason: no opening such as {', '.join(OPENINGS)}."
)


class Explanation(Strict):
    """What the model answers: the line, or `REFUSAL`."""

    line: Annotated[str, Field(max_length=LONGEST_TEXT)]


def explanation_messages(profile: Sequence[str], title: str, summary: str) -> Messages:
    """Build what the model is sent for one reader's stated interests (`profile`) and one item.

    Production and evaluation both call this and nothing else.
    """
    text = f"Stated interests: {'; '.join(profile)}\n\n{item_text(title, summary)}\n\nThe JSON object:"
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": text}]
