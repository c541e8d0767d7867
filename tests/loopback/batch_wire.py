"""Batches of Anthropic and Google as the vendors word them, remembered by the server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.loopback.anthropic_wire import message
from tests.loopback.gemini_wire import content
from tests.loopback.server import Answer, Json

Reply = Callable[[str], Json]


class AnthropicBatchServer:
    """Message batches; a test ends them by `ended` and may spoil single results by `results`."""

    def __init__(self) -> None:
        self.root = ""
        self.batches: list[list[Json]] = []
        self.ended = False
        self.results: dict[int, Json] = {}
        self.cancelled: list[str] = []

    def post(self, body: Json) -> Answer:
        self.batches.append(body.get("requests", []))
        return Answer(self._told(len(self.batches) - 1))

    def get(self, path: str) -> Answer:
        path = path.partition("?")[0]
        name = path.split("/")[4] if path.count("/") >= 4 else ""
        if path.endswith("/results"):
            return Answer(self._results(int(name[9:])), content_type="application/x-jsonl")
        if name:
            return Answer(self._told(int(name[9:])))
        data = [self._told(number) for number in reversed(range(len(self.batches)))]
        return Answer({"data": data, "has_more": False, "first_id": None, "last_id": None})

    def _told(self, number: int) -> Json:
        size = len(self.batches[number])
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        name = f"msgbatch_{number}"
        return {
            "id": name,
            "type": "message_batch",
            "processing_status": "ended" if self.ended else "in_progress",
            "request_counts": counts | {"succeeded" if self.ended else "processing": size},
            "results_url": f"{self.root}/v1/messages/batches/{name}/results" if self.ended else None,
            "created_at": "2026-11-30T00:00:00Z",
            "expires_at": "2026-12-01T00:00:00Z",
        }

    def _results(self, number: int) -> bytes:
        lines = []
        for index, request in enumerate(self.batches[number]):
            text = f"1. red {request['params']['messages'][0]['content']}"
            result = self.results.get(index, {"type": "succeeded", "message": message(text)})
            lines.append(json.dumps({"custom_id": request["custom_id"], "result": result}))
        return "\n".join(reversed(lines)).encode()


class GeminiBatchServer:
    """Batches with requests and replies inside the job."""

    def __init__(self, *, keyed: bool = True) -> None:
        self.jobs: list[Json] = []
        self.ended = False
        self.results: dict[int, Json] = {}
        self.keyed = keyed

    def post(self, body: Json) -> Answer:
        if "batch" not in body:
            return Answer({})
        self.jobs.append(body["batch"])
        return Answer(self._told(len(self.jobs) - 1))

    def get(self, path: str) -> Answer:
        name = path.partition("?")[0].rpartition("/")[2]
        if name.startswith("job-"):
            return Answer(self._told(int(name[4:])))
        return Answer({"operations": [self._told(number) for number in range(len(self.jobs))]})

    def requests(self, number: int) -> list[Json]:
        found: list[Json] = self.jobs[number]["inputConfig"]["requests"]["requests"]
        return found

    def _told(self, number: int) -> Json:
        told: dict[str, Any] = {
            "state": "BATCH_STATE_SUCCEEDED" if self.ended else "BATCH_STATE_RUNNING",
            "displayName": self.jobs[number]["displayName"],
        }
        if self.ended:
            told["output"] = {"inlinedResponses": {"inlinedResponses": self._replies(number)}}
        return {"name": f"batches/job-{number}", "metadata": told}

    def _replies(self, number: int) -> list[Json]:
        replies = []
        for index, request in enumerate(self.requests(number)):
            text = f"1. red {request['request']['contents'][0]['parts'][0]['text']}"
            reply = self.results.get(index, {"response": content(text)})
            replies.append(reply | ({"metadata": request["metadata"]} if self.keyed else {}))
        return replies
