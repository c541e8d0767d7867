"""Anthropic's messages, through its SDK."""

from __future__ import annotations

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
)
from stimfid_lib.models.completion import Completion
from stimfid_lib.models.entries import Limits

ANTHROPIC_URL = "https://api.anthropic.com"


class AnthropicClient(ServedClient):
    """Asks Claude; `base_url` is without `/v1`. The API wants a cap (`max_tokens`) and knows no seed.

    A refusal that the vendor marks (`stop_reason` refusal) is an answer, with whatever text came before it.
    """

    def __init__(
        self,
        key: str,
        parameters: Parameters,
        *,
        api_key: str,
        base_url: str = ANTHROPIC_URL,
        deadline_s: float = DEADLINE_S,
        limits: Limits | None = None,
        lane: str | None = None,
    ) -> None:
        super().__init__(
            key, parameters, base_url=base_url, secret=api_key, deadline_s=deadline_s, limits=limits, lane=lane
        )
        import anthropic

        options = connection_options(base_url, deadline_s)
        self.sdk = anthropic.AsyncAnthropic(
            api_key=api_key,
            base_url=base_url,
            timeout=options["timeout"],
            max_retries=0,
            http_client=anthropic.DefaultAioHttpClient(**options),
        )

    async def _call(self, prompt: str, temperature: float | None, seed: int | None) -> Completion:
        body = self.body(prompt, temperature, seed)
        # the SDK's own method has no parameter for it, since current models take none; older ones do
        extra = {"temperature": body.pop("temperature")} if "temperature" in body else None
        return read_message(await self.sdk.messages.create(**body, extra_body=extra))

    def body(self, prompt: str, temperature: float | None, seed: int | None) -> dict[str, Any]:
        """The request as the API takes it."""
        return {
            "model": self.parameters.model_id,
            "messages": [{"role": "user", "content": prompt}],
            **self.parameters.named(temperature, seed),
            **self.parameters.extra,
        }

    async def _list(self) -> list[str]:
        return [model.id async for model in self.sdk.models.list()]

    async def _close(self) -> None:
        await self.sdk.close()

    def _refusal(self, error: Exception) -> tuple[int, Mapping[str, str], object] | None:
        import anthropic

        if isinstance(error, anthropic.APIStatusError):
            return error.status_code, error.response.headers, error.body
        return None


def read_message(reply: object) -> Completion:
    """Read a message: the text of its blocks; thinking is left out.

    Raises:
        Malformed: it is no message, or has neither text nor a reason to stop.
    """
    content = getattr(reply, "content", None)
    if not isinstance(content, list):
        raise Malformed("no message")
    if not all(isinstance(getattr(block, "type", None), str) for block in content):
        raise Malformed("a block without a type")
    texts = [getattr(block, "text", None) for block in content if block.type == "text"]
    if not all(isinstance(text, str) for text in texts):
        raise Malformed("a text block without text")
    finish = plain_text(getattr(reply, "stop_reason", None))
    if not texts and finish is None:
        raise Malformed("no text and no stop reason")
    usage = getattr(reply, "usage", None)
    return Completion(
        "".join(str(text) for text in texts),
        model_id=plain_text(getattr(reply, "model", None)),
        usage=counts(
            input_tokens=getattr(usage, "input_tokens", None),
            output_tokens=getattr(usage, "output_tokens", None),
            cached_tokens=getattr(usage, "cache_read_input_tokens", None),
        ),
        finish_reason=finish,
    )
