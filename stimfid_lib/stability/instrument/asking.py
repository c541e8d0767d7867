"""Takes the fingerprint: the fixed questions, greedily, from a fresh server of the embedded reference model."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from stimfid_lib.base.files import canonical_json, sha256_text
from stimfid_lib.base.seed import SEED
from stimfid_lib.models.entries import EmbeddedEntry
from stimfid_lib.models.local import REPLY_WITHIN_S, LocalClient
from stimfid_lib.stability.instrument.fingerprint import Answer, Conditions, RuntimeFingerprint

TOKENS = 32
"""Tokens of an answer: a changed bit shows within a few, and twelve answers take about ten seconds."""

LIKELIEST = 5


@cache
def questions() -> tuple[str, ...]:
    """Return the twelve fixed questions, in order. A change of one makes every baseline useless."""
    return tuple(json.loads(files(__package__).joinpath("questions.json").read_text(encoding="utf-8")))


def take_fingerprint(key: str, entry: EmbeddedEntry) -> RuntimeFingerprint:
    """Ask the reference model the fixed questions: temperature 0, a fixed seed, one at a time, no cache of prompts.

    The server is a new one, so that nothing that was asked before can matter.

    Raises:
        EmbeddedModelUnavailable: the model cannot run on this machine.
        Refused: the weights are not the ones that are pinned.
    """
    import openai

    with LocalClient(key, entry) as client:
        conditions = Conditions(**client.conditions())
        sdk = openai.OpenAI(
            base_url=f"{client.address}/v1",
            api_key="none",
            max_retries=0,
            timeout=REPLY_WITHIN_S,
            http_client=openai.DefaultHttpxClient(trust_env=False),
        )
        with sdk:
            answers = tuple(_answer(sdk, entry.model_id, question) for question in questions())
    return RuntimeFingerprint(conditions, answers)


def _answer(sdk: Any, model_id: str, question: str) -> Answer:
    reply = sdk.chat.completions.create(
        model=model_id,
        messages=[{"role": "user", "content": question}],
        temperature=0,
        seed=SEED,
        max_tokens=TOKENS,
        logprobs=True,
        top_logprobs=LIKELIEST,
        extra_body={"cache_prompt": False},
    )
    choice = reply.choices[0]
    along = [
        [token.token, token.logprob, [[other.token, other.logprob] for other in token.top_logprobs]]
        for token in choice.logprobs.content
    ]
    return Answer(sha256_text(question), sha256_text(choice.message.content), sha256_text(canonical_json(along)))
