"""What the reference generators share: they know the suite's prompts, draw, and write a reply as chatbots do."""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED
from stimfid_lib.models.completion import Completion, requested_and_sent, settings_of
from stimfid_lib.models.reference.draw import Entry
from stimfid_lib.models.reference.styles import write_reply
from stimfid_lib.suite.request import Request, requests_of

if TYPE_CHECKING:
    import polars as pl

    from stimfid_lib.lexicon.lexicon import Lexicon


class ReferenceClient(ABC):
    """A generator that answers the prompts of one suite from a lexicon; the same seed and prompt give the same text.

    Without a seed the reply depends on the prompt alone. `temperature` is not used, and the record says so.

    Args:
        suite: the frozen suite (prompt_id, prompt_text, constraints_json, contrast_json, list_length).
        lex: the lexicon to draw from.
        key: the model key.

    Raises:
        Refused: one prompt text stands for two different requests.
    """

    key: str
    generator: str
    """Name and version; a change of what it answers is a new version, so that a journal tells old replies apart."""

    def __init__(self, suite: pl.DataFrame, lex: Lexicon, key: str | None = None) -> None:
        self.key = key or self.key
        self._lex = lex
        self._requests = _requests(suite)

    def complete(self, prompt: str, temperature: float | None = None, *, seed: int | None = None) -> Completion:
        """Answer a prompt of the suite.

        Raises:
            Refused: the prompt is none of the suite's.
        """
        started = time.perf_counter()
        request = self._requests.get(prompt)
        if request is None:
            raise Refused(
                f"{self.generator}: knows only the {len(self._requests)} prompts of its suite, not {prompt[:80]!r}; "
                "make the client with the suite that is asked"
            )
        draw = random.Random(f"{SEED}:{self.generator}:{request.prompt_id}:{seed}")
        return Completion(
            self.reply(prompt, request, draw),
            model_id=self.generator,
            finish_reason="stop",
            latency_s=time.perf_counter() - started,
            request=self._request(temperature, seed),
        )

    def settings(self, temperature: float | None) -> dict[str, Any]:
        """What decides a reply besides prompt and seed; see `completion.settings_of`."""
        return settings_of(self._request(temperature, seed=0))

    def _request(self, temperature: float | None, seed: int | None) -> dict[str, Any]:
        wishes = {"temperature": temperature, "seed": seed}
        sent = {} if seed is None else {"seed": seed}
        return {**requested_and_sent(wishes, sent), "generator": self.generator}

    @abstractmethod
    def reply(self, prompt: str, request: Request, draw: random.Random) -> str:
        """The reply's text."""


class ListClient(ReferenceClient):
    """A generator that answers with a list, written as chatbots write lists."""

    def reply(self, prompt: str, request: Request, draw: random.Random) -> str:  # noqa: ARG002
        """Choose entries and write them down."""
        return write_reply(self.entries(request, draw), self._lex, draw)

    @abstractmethod
    def entries(self, request: Request, draw: random.Random) -> list[Entry]:
        """Choose what to answer: at most `list_length` entries, in the order of the reply."""


def _requests(suite: pl.DataFrame) -> dict[str, Request]:
    """What each prompt text asks for."""
    found: dict[str, Request] = {}
    asked = requests_of(suite)
    for text, prompt_id in suite.select("prompt_text", "prompt_id").iter_rows():
        request = asked[prompt_id]
        same = found.setdefault(text, request)
        if replace(same, prompt_id=prompt_id) != request:
            raise Refused(f"prompts {same.prompt_id} and {prompt_id} have the same text but ask for different things")
    return found
