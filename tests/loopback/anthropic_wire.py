"""Anthropic's messages as the vendor words them."""

from __future__ import annotations

from typing import Any

from tests.loopback.server import Answer, Json


def message(text: str | None, *, model: str = "loopback-1", stop: str | None = "end_turn", **more: Any) -> Json:
    """A message with one block of text, or with none."""
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [] if text is None else [{"type": "text", "text": text}],
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 7},
        **more,
    }


def refuse(
    status: int, *, kind: str = "api_error", message: str = "no", headers: dict[str, str] | None = None
) -> Answer:
    """An error body as the vendor words it."""
    return Answer({"type": "error", "error": {"type": kind, "message": message}}, status, headers or {})
