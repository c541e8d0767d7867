"""The prompt as its own answer: what reading and scoring make of a reply that holds no list."""

from __future__ import annotations

import random

from stimfid_lib.models.reference.client import ReferenceClient
from stimfid_lib.suite.request import Request


class EchoClient(ReferenceClient):
    """Repeats the prompt, word for word.

    Whatever the extraction finds in its replies was read out of a request and not out of a list, so its counts tell
    how far the reader can be fooled by a model that repeats the question.
    """

    key = "echo"
    generator = "stimfid-echo-1"

    def reply(self, prompt: str, request: Request, draw: random.Random) -> str:  # noqa: ARG002
        """The prompt."""
        return prompt
