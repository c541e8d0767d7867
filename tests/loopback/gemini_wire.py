"""Gemini's content as the vendor words it."""

from __future__ import annotations

from typing import Any

from tests.loopback.server import Answer, Json


def content(text: str | None, *, model: str = "loopback-1", finish: str | None = "STOP", **more: Any) -> Json:
    """One candidate with one part of text, or with none."""
    parts = {} if text is None else {"content": {"parts": [{"text": text}], "role": "model"}}
    return {
        "candidates": [{**parts, **({"finishReason": finish} if finish else {}), "index": 0}],
        "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18},
        "modelVersion": model,
        **more,
    }


def refuse(
    status: int,
    *,
    name: str = "UNAVAILABLE",
    message: str = "no",
    details: list[Json] | None = None,
    headers: dict[str, str] | None = None,
) -> Answer:
    """An error body as the vendor words it."""
    error = {"code": status, "message": message, "status": name, "details": details or []}
    return Answer({"error": error}, status, headers or {})
