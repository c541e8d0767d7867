"""OpenAI's chat completions as the vendor words them."""

from __future__ import annotations

from typing import Any

from tests.loopback.server import Answer, Json, LoopbackServer, Script, serving, wait_until

__all__ = ["Answer", "Json", "LoopbackServer", "Script", "chat", "refuse", "serving", "wait_until"]


def chat(text: str | None, *, model: str = "loopback-1", finish: str | None = "stop", **message: Any) -> Json:
    """A chat completion as the vendor words it."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
        ],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def refuse(status: int, *, message: str = "no", headers: dict[str, str] | None = None, **codes: Any) -> Answer:
    """An error body as the vendor words it."""
    error = {"message": message, "type": codes.get("type"), "code": codes.get("code"), "param": codes.get("param")}
    return Answer({"error": error}, status, headers or {})
