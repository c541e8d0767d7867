"""OpenAI's batches: a file of requests in, files of replies and of errors out."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, Literal

from stimfid_lib.base.files import canonical_json
from stimfid_lib.models.batch.ledger import Batch
from stimfid_lib.models.batch.vendor import BatchQuestion, BatchStatus, read_or_error
from stimfid_lib.models.clients.faults import status_text
from stimfid_lib.models.clients.openai_compatible import OpenAICompatibleClient, read_chat
from stimfid_lib.models.completion import Completion

_MARK = "stimfid_intent"
_LOOK_BACK = 200


class OpenAIBatches:
    """Batches through the client's SDK; the intent travels in the batch's metadata."""

    def __init__(self, client: OpenAICompatibleClient) -> None:
        self._client = client

    async def send(self, batch: Batch, questions: Sequence[BatchQuestion]) -> str:
        """Upload the requests, then begin the batch."""
        lines = [
            canonical_json(
                {
                    "custom_id": question.custom_id,
                    "method": "POST",
                    "url": "/v1/chat/completions",
                    "body": self._client.body(question.prompt, question.temperature, question.seed),
                }
            )
            for question in questions
        ]
        data = ("\n".join(lines) + "\n").encode()
        uploaded = await self._client.sdk.files.create(file=(f"{batch.intent}.jsonl", data), purpose="batch")
        begun = await self._client.sdk.batches.create(
            completion_window="24h",
            endpoint="/v1/chat/completions",
            input_file_id=uploaded.id,
            metadata={_MARK: batch.intent},
        )
        return begun.id

    async def find(self, batch: Batch, known: Collection[str]) -> str | Literal["unclear"] | None:  # noqa: ARG002
        """Look for the intent among the latest batches."""
        seen = 0
        async for found in self._client.sdk.batches.list(limit=100):
            if (found.metadata or {}).get(_MARK) == batch.intent:
                return found.id
            seen += 1
            if seen >= _LOOK_BACK:
                break
        return None

    async def status(self, batch_id: str) -> BatchStatus:
        """Ask how a batch stands."""
        batch = await self._client.sdk.batches.retrieve(batch_id)
        counts = batch.request_counts
        told = batch.status + (f", {counts.completed + counts.failed} of {counts.total}" if counts else "")
        if batch.status == "failed":
            codes = [str(error.code) for error in islice((batch.errors.data if batch.errors else None) or (), 3)]
            return BatchStatus("failed", ", ".join(["failed", *codes]))
        ended = batch.status in ("completed", "expired", "cancelled")
        return BatchStatus("ended" if ended else "under way", told)

    async def replies(self, batch: Batch) -> AsyncIterator[tuple[str, Completion]]:
        """Read the files of replies and of errors; a line that is no JSON object is no reply to anything."""
        ended = await self._client.sdk.batches.retrieve(str(batch.batch_id))
        for file_id in (ended.output_file_id, ended.error_file_id):
            if file_id is None:
                continue
            content = await self._client.sdk.files.content(file_id)
            for piece in content.content.split(b"\n"):  # not `splitlines`: U+2028 and U+0085 stand inside of texts
                line = _object(piece)
                yield str(line.get("custom_id", "")), read_or_error(partial(_read, line))

    async def cancel(self, batch_id: str) -> None:
        """Ask the vendor to stop."""
        await self._client.sdk.batches.cancel(batch_id)


def _object(piece: bytes) -> Mapping[str, Any]:
    try:
        line = json.loads(piece)
    except ValueError:
        return {}
    return line if isinstance(line, Mapping) else {}


def _read(line: Mapping[str, Any]) -> Completion:
    from openai.types.chat import ChatCompletion

    response = line.get("response")
    if not isinstance(response, Mapping):
        return Completion(None, error=status_text("batch", None, line))
    if response.get("status_code") != 200:
        return Completion(None, error=status_text("batch", response.get("status_code"), response.get("body")))
    return read_chat(ChatCompletion.construct(**response["body"]))
