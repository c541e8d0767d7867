"""Any server that speaks OpenAI's chat completions: OpenAI itself, Ollama, vLLM, llama.cpp, the embedded model."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from stimfid_lib.models.clients.base import error_text, is_loopback
from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.completion import Completion, settings_of

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletion

OPENAI_URL = "https://api.openai.com/v1"
TIMEOUT_S = 120.0
_NO_KEY = "none"  # the SDK insists on a key; servers without keys ignore it


class OpenAICompatibleClient:
    """Asks through the official SDK, with the SDK's own retries off: one call is one request.

    Args:
        key: the model key of records and files.
        parameters: the model's id and what it is sent.
        base_url: the server's address, `…/v1`; always given, so that `OPENAI_BASE_URL` cannot redirect a run.
        api_key: None for servers without keys; it is held by the SDK's client only and stands in no record or error.
        timeout_s: seconds without a byte until the call counts as failed.
    """

    def __init__(
        self,
        key: str,
        parameters: Parameters,
        *,
        base_url: str,
        api_key: str | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        self.key = key
        self.parameters = parameters
        self._secret = api_key
        self._sdk = _sdk_client(base_url, api_key or _NO_KEY, timeout_s)

    def settings(self, temperature: float | None) -> dict[str, Any]:
        """What decides a reply besides prompt and seed; see `completion.settings_of`."""
        return settings_of(self.parameters.request(temperature, seed=0))

    def complete(self, prompt: str, temperature: float | None = None, *, seed: int | None = None) -> Completion:
        """Send the prompt as one user message; every failure of the call comes back as a completion with `error`."""
        import httpx2
        import openai

        request = self.parameters.request(temperature, seed)
        started = time.perf_counter()
        try:
            reply = self._sdk.chat.completions.create(
                model=self.parameters.model_id,
                messages=[{"role": "user", "content": prompt}],
                extra_body=dict(self.parameters.extra) or None,
                **self.parameters.named(temperature, seed),
            )
        except openai.APIStatusError as error:
            failure = error_text(error, status=error.status_code, body=error.body, secret=self._secret)
        except (openai.OpenAIError, httpx2.HTTPError, ValueError, RecursionError) as error:
            # a 200 whose body is no JSON, no UTF-8 or nested without end leaves the SDK as Python's own error
            failure = error_text(error, secret=self._secret)
        else:
            return _completion(reply, time.perf_counter() - started, request)
        return Completion(None, error=failure, latency_s=time.perf_counter() - started, request=request)

    def close(self) -> None:
        """Close the connections."""
        self._sdk.close()


def _sdk_client(base_url: str, api_key: str, timeout_s: float) -> openai.OpenAI:
    import httpx2
    import openai

    timeout = httpx2.Timeout(timeout_s, connect=10.0)
    # neither a proxy named in the environment nor a redirect may lead from a server on this machine to another one
    local = is_loopback(base_url)
    transport = openai.DefaultHttpx2Client(trust_env=False, follow_redirects=False, timeout=timeout) if local else None
    return openai.OpenAI(api_key=api_key, base_url=base_url, timeout=timeout, max_retries=0, http_client=transport)


def _completion(reply: ChatCompletion, latency_s: float, request: dict[str, Any]) -> Completion:
    """Read a reply of status 200, which may still be anything: the SDK does not validate bodies."""
    from openai.types.chat import ChatCompletionMessage

    choices = getattr(reply, "choices", None)
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = getattr(choice, "message", None)
    if not hasattr(reply, "choices"):
        malformed = "no chat completion"
    elif choice is None:
        malformed = "no choices"
    elif not isinstance(message, ChatCompletionMessage):
        malformed = "no message"
    else:
        finish, text, refusal = getattr(choice, "finish_reason", None), message.content, message.refusal
        if text is None and isinstance(refusal, str):
            text, finish = refusal, "refusal"
        if isinstance(text, str) or (text is None and isinstance(finish, str)):
            return Completion(
                text or "",
                model_id=_text(getattr(reply, "model", None)),
                usage=_usage(getattr(reply, "usage", None)),
                finish_reason=_text(finish),
                latency_s=latency_s,
                request=request,
            )
        malformed = "no text and no finish reason" if text is None else f"content is {type(text).__name__}"
    return Completion(None, error=f"malformed reply ({malformed})", latency_s=latency_s, request=request)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _usage(usage: Any) -> dict[str, int]:
    """Token counts under one set of names whatever the vendor."""
    prompt_details = getattr(usage, "prompt_tokens_details", None)
    reply_details = getattr(usage, "completion_tokens_details", None)
    found = {
        "input_tokens": getattr(usage, "prompt_tokens", None),
        "output_tokens": getattr(usage, "completion_tokens", None),
        "cached_tokens": getattr(prompt_details, "cached_tokens", None),
        "reasoning_tokens": getattr(reply_details, "reasoning_tokens", None),
    }
    return {name: count for name, count in found.items() if isinstance(count, int)}
