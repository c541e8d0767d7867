"""Gemini's batches, with requests and replies inside the job."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from functools import partial
from typing import Any, Literal

from stimfid_lib.models.batch.ledger import Batch
from stimfid_lib.models.batch.vendor import BatchQuestion, BatchStatus, read_or_error
from stimfid_lib.models.clients.faults import status_text
from stimfid_lib.models.clients.gemini import GeminiClient, read_response
from stimfid_lib.models.completion import Completion

_KEY = "key"
_LOOK_BACK = 200
_ENDED = frozenset({"SUCCEEDED", "PARTIALLY_SUCCEEDED", "CANCELLED", "EXPIRED"})


class GeminiBatches:
    """Batches through the client's SDK; the intent is the job's display name."""

    def __init__(self, client: GeminiClient) -> None:
        self._client = client

    async def send(self, batch: Batch, questions: Sequence[BatchQuestion]) -> str:
        """Send all requests in one."""
        from google.genai import types

        requests = [
            types.InlinedRequest(
                contents=question.prompt,
                metadata={_KEY: question.custom_id},
                config=self._client.config(question.temperature, question.seed),
            )
            for question in questions
        ]
        job = await self._client.sdk.aio.batches.create(
            model=self._client.parameters.model_id, src=requests, config={"display_name": batch.intent}
        )
        return str(job.name)

    async def find(self, batch: Batch, known: Collection[str]) -> str | Literal["unclear"] | None:  # noqa: ARG002
        """Look for the intent among the latest jobs."""
        seen = 0
        async for job in await self._client.sdk.aio.batches.list(config={"page_size": 100}):
            if job.display_name == batch.intent:
                return str(job.name)
            seen += 1
            if seen >= _LOOK_BACK:
                break
        return None

    async def status(self, batch_id: str) -> BatchStatus:
        """Ask how a job stands."""
        job = await self._client.sdk.aio.batches.get(name=batch_id)
        state = str(getattr(job.state, "value", job.state)).removeprefix("JOB_STATE_")
        if state == "FAILED":
            return BatchStatus("failed", "failed")
        return BatchStatus("ended" if state in _ENDED else "under way", state.lower())

    async def replies(self, batch: Batch) -> AsyncIterator[tuple[str, Completion]]:
        """Read the replies inside the job.

        Where none has an id of ours they come in the order of the requests, one each; of fewer nobody could say whose
        they are, so they are left aside.
        """
        job = await self._client.sdk.aio.batches.get(name=str(batch.batch_id))
        responses = (job.dest.inlined_responses if job.dest else None) or []
        named = [(entry.metadata or {}).get(_KEY) for entry in responses]
        if not any(named) and len(responses) == len(batch.questions):
            named = [batch.custom_id(index) for index in range(len(responses))]
        for name, entry in zip(named, responses, strict=True):
            yield str(name or ""), read_or_error(partial(_read, entry))

    async def cancel(self, batch_id: str) -> None:
        """Ask the vendor to stop."""
        await self._client.sdk.aio.batches.cancel(name=batch_id)


def _read(entry: Any) -> Completion:
    if entry.error is not None:
        body = {"code": entry.error.code, "message": entry.error.message}
        return Completion(None, error=status_text("batch", None, body))
    return read_response(entry.response)
