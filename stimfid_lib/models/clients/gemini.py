"""Google's Gemini, through its SDK."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.clients.served import (
    DEADLINE_S,
    Malformed,
    ServedClient,
    connection_options,
    counts,
    plain_text,
    token_count,
)
from stimfid_lib.models.completion import Completion
from stimfid_lib.models.entries import Limits

GEMINI_URL = "https://generativelanguage.googleapis.com"
PROMPT_BLOCKED = "PROMPT_BLOCKED"
"""Finish reason of a reply that the vendor withheld because of the prompt; its own reason follows after a colon."""


class GeminiClient(ServedClient):
    """Asks Gemini; a reply that the vendor's safety filters withheld is an answer with their reason."""

    def __init__(
        self,
        key: str,
        parameters: Parameters,
        *,
        api_key: str,
        base_url: str = GEMINI_URL,
        deadline_s: float = DEADLINE_S,
        limits: Limits | None = None,
        lane: str | None = None,
    ) -> None:
        super().__init__(
            key, parameters, base_url=base_url, secret=api_key, deadline_s=deadline_s, limits=limits, lane=lane
        )
        import openai
        from google import genai
        from google.genai import types

        # Given an HTTP client the SDK never asks a second time by itself, which it does over its own aiohttp session.
        # This one is OpenAI's: the SDK brings none of its own for aiohttp.
        self._http = openai.DefaultAioHttpClient(**connection_options(base_url, deadline_s))
        options = types.HttpOptions(base_url=base_url, timeout=int(deadline_s * 1000), httpx_async_client=self._http)
        self.sdk = genai.Client(api_key=api_key, vertexai=False, http_options=options)

    async def _call(self, prompt: str, temperature: float | None, seed: int | None) -> Completion:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the SDK warns of finish reasons that are newer than itself
            reply = await self.sdk.aio.models.generate_content(
                model=self.parameters.model_id, contents=prompt, config=self.config(temperature, seed)
            )
        return read_response(reply)

    def config(self, temperature: float | None, seed: int | None) -> Any:
        """The parameters as the SDK takes them; None where nothing is sent."""
        from google.genai import types

        named = {**self.parameters.named(temperature, seed), **self.parameters.extra}
        return types.GenerateContentConfig(**named) if named else None

    async def _list(self) -> list[str]:
        pager = await self.sdk.aio.models.list(config={"query_base": True})
        return [str(model.name).removeprefix("models/") async for model in pager]

    async def _close(self) -> None:
        await self.sdk.aio.aclose()
        await self._http.aclose()
        self.sdk.close()

    def _refusal(self, error: Exception) -> tuple[int, Mapping[str, str], object] | None:
        from google.genai import errors

        if isinstance(error, errors.APIError) and isinstance(error.code, int):
            headers = getattr(error.response, "headers", None)
            return error.code, headers if isinstance(headers, Mapping) else {}, error.details
        return None


def read_response(reply: Any) -> Completion:
    """Read a response: the text of the first candidate's parts, thoughts left out.

    Raises:
        Malformed: no candidate and no block, or neither text nor a finish reason.
    """
    feedback = getattr(reply, "prompt_feedback", None)
    blocked = _name(getattr(feedback, "block_reason", None))
    candidates = getattr(reply, "candidates", None) or []
    if blocked is None and not candidates:
        raise Malformed("no candidates")
    candidate = candidates[0] if candidates else None
    parts = getattr(getattr(candidate, "content", None), "parts", None) or []
    texts = [part.text for part in parts if isinstance(part.text, str) and not part.thought]
    finish = _name(getattr(candidate, "finish_reason", None))
    if finish is None and blocked is not None:
        finish = f"{PROMPT_BLOCKED}:{blocked}"
    if not texts and finish is None:
        raise Malformed("no text and no finish reason")
    usage = getattr(reply, "usage_metadata", None)
    written = token_count(getattr(usage, "candidates_token_count", None))
    thought = token_count(getattr(usage, "thoughts_token_count", None))
    return Completion(
        "".join(texts),
        model_id=plain_text(getattr(reply, "model_version", None)),
        usage=counts(
            input_tokens=getattr(usage, "prompt_token_count", None),
            output_tokens=None if written is None and thought is None else (written or 0) + (thought or 0),
            cached_tokens=getattr(usage, "cached_content_token_count", None),
            reasoning_tokens=thought,
        ),
        finish_reason=finish,
    )


def _name(value: Any) -> str | None:
    """The vendor's own word for one of the SDK's enumerations."""
    return plain_text(getattr(value, "value", value))
