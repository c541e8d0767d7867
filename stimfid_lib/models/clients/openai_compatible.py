"""Any server that speaks OpenAI's chat completions: OpenAI itself, Ollama, vLLM, llama.cpp, the embedded model."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from typing import Any

from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.clients.served import (
    DEADLINE_S,
    Malformed,
    ServedClient,
    connection_options,
    counts,
    plain_text,
)
from stimfid_lib.models.completion import Completion
from stimfid_lib.models.entries import Limits

OPENAI_URL = "https://api.openai.com/v1"
_NO_KEY = "none"  # the SDK insists on a key; servers without keys ignore it


class OpenAICompatibleClient(ServedClient):
    """Asks through OpenAI's SDK; `base_url` ends in `/v1`, `api_key` is None for servers without keys.

    The SDK's aiohttp transport is used: of its own transports it was the fastest against a 50 ms loopback server
    (calls a second at 20, 50, 100 in flight: 279, 261, 570; its default one 235, 220, 322; threads 278, 256, 237).
    """

    def __init__(
        self,
        key: str,
        parameters: Parameters,
        *,
        base_url: str,
        api_key: str | None = None,
        deadline_s: float = DEADLINE_S,
        limits: Limits | None = None,
        lane: str | None = None,
    ) -> None:
        super().__init__(
            key, parameters, base_url=base_url, secret=api_key, deadline_s=deadline_s, limits=limits, lane=lane
        )
        import openai

        options = connection_options(base_url, deadline_s)
        self.sdk = openai.AsyncOpenAI(
            api_key=api_key or _NO_KEY,
            base_url=base_url,
            timeout=options["timeout"],
            max_retries=0,
            http_client=openai.DefaultAioHttpClient(**options),
        )

    async def _call(self, prompt: str, temperature: float | None, seed: int | None) -> Completion:
        reply = await self.sdk.chat.completions.create(**self.body(prompt, temperature, seed))
        return read_chat(reply)

    def complete_bound(
        self, prompt: str, schema: Mapping[str, Any], temperature: float | None = None, *, seed: int | None = None
    ) -> Completion:
        """Ask with `response_format`; see `completion.BindingClient`. The completion's request tells the schema."""
        bound = copy(self)  # the same connections, other parameters
        described = {"name": str(schema.get("title", "answer")), "strict": True, "schema": dict(schema)}
        form = {"type": "json_schema", "json_schema": described}
        bound.parameters = replace(self.parameters, extra={**self.parameters.extra, "response_format": form})
        return bound.complete(prompt, temperature, seed=seed)

    def body(self, prompt: str, temperature: float | None, seed: int | None) -> dict[str, Any]:
        """The request as the SDK takes it."""
        asked: dict[str, Any] = {
            "model": self.parameters.model_id,
            "messages": [{"role": "user", "content": prompt}],
            **self.parameters.named(temperature, seed),
        }
        return {**asked, "extra_body": dict(self.parameters.extra)} if self.parameters.extra else asked

    async def _list(self) -> list[str]:
        return [model.id async for model in self.sdk.models.list()]

    async def _close(self) -> None:
        await self.sdk.close()

    def _refusal(self, error: Exception) -> tuple[int, Mapping[str, str], object] | None:
        import openai

        if isinstance(error, openai.APIStatusError):
            return error.status_code, error.response.headers, error.body
        return None


def read_chat(reply: object) -> Completion:
    """Read a chat completion, which may still be anything: the SDK does not validate bodies.

    A finish reason `error` is how gateways tell a failure inside a reply of status 200.

    Raises:
        Malformed: it is no chat completion, has no choice, no message or no text, or says that it failed.
    """
    from openai.types.chat import ChatCompletionMessage

    if not hasattr(reply, "choices"):
        raise Malformed("no chat completion")
    choices = reply.choices
    choice = choices[0] if isinstance(choices, list) and choices else None
    if choice is None:
        raise Malformed("no choices")
    message = getattr(choice, "message", None)
    if not isinstance(message, ChatCompletionMessage):
        raise Malformed("no message")
    finish, text = plain_text(getattr(choice, "finish_reason", None)), message.content
    if finish == "error":
        raise Malformed("finish reason error")
    if isinstance(message.refusal, str) and message.refusal:
        text, finish = text or message.refusal, "refusal"
    if text is None and finish is None:
        raise Malformed("no text and no finish reason")
    if not isinstance(text, str | None):
        raise Malformed(f"content is {type(text).__name__}")
    return Completion(
        text or "",
        model_id=plain_text(getattr(reply, "model", None)),
        usage=_usage(getattr(reply, "usage", None)),
        finish_reason=finish,
    )


def _usage(usage: Any) -> dict[str, int]:
    prompt_details = getattr(usage, "prompt_tokens_details", None)
    reply_details = getattr(usage, "completion_tokens_details", None)
    return counts(
        input_tokens=getattr(usage, "prompt_tokens", None),
        output_tokens=getattr(usage, "completion_tokens", None),
        cached_tokens=getattr(prompt_details, "cached_tokens", None),
        reasoning_tokens=getattr(reply_details, "reasoning_tokens", None),
    )
