"""Anthropic's message batches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any, Literal

from stimfid_lib.models.batch.ledger import Batch
from stimfid_lib.models.batch.vendor import BatchQuestion, BatchStatus
from stimfid_lib.models.clients.anthropic_messages import AnthropicClient, read_message
from stimfid_lib.models.clients.faults import status_text
from stimfid_lib.models.clients.served import Malformed
from stimfid_lib.models.completion import Completion

_LOOK_BACK = 100


class AnthropicBatches:
    """Batches through the client's SDK.

    A batch carries nothing of ours but the ids of its requests, which are told with the results only: one whose id was
    lost is found among the ended batches of its size, and while one of that size is under way nobody can say.
    """

    def __init__(self, client: AnthropicClient) -> None:
        self._client = client

    async def send(self, batch: Batch, questions: Sequence[BatchQuestion]) -> str:  # noqa: ARG002
        """Send all requests in one."""
        requests: list[Any] = [
            {
                "custom_id": question.custom_id,
                "params": self._client.body(question.prompt, question.temperature, question.seed),
            }
            for question in questions
        ]
        return (await self._client.sdk.messages.batches.create(requests=requests)).id

    async def find(self, batch: Batch, known: Collection[str]) -> str | Literal["unclear"] | None:
        """Look into the results of the latest batches of this size."""
        seen, unclear = 0, False
        async for found in self._client.sdk.messages.batches.list(limit=50):
            counts = found.request_counts
            size = counts.processing + counts.succeeded + counts.errored + counts.canceled + counts.expired
            if size == len(batch.questions) and found.id not in known:
                if found.processing_status != "ended" or found.results_url is None:
                    unclear = True
                elif await self._is(found.id, batch):
                    return found.id
            seen += 1
            if seen >= _LOOK_BACK:
                break
        return "unclear" if unclear else None

    async def status(self, batch_id: str) -> BatchStatus:
        """Ask how a batch stands."""
        batch = await self._client.sdk.messages.batches.retrieve(batch_id)
        counts = batch.request_counts
        done = counts.succeeded + counts.errored + counts.canceled + counts.expired
        told = f"{batch.processing_status}, {done} of {done + counts.processing}"
        return BatchStatus("ended" if batch.processing_status == "ended" else "under way", told)

    async def replies(self, batch: Batch) -> AsyncIterator[tuple[str, Completion]]:
        """Read the results."""
        async for entry in await self._client.sdk.messages.batches.results(str(batch.batch_id)):
            yield entry.custom_id, _read(entry.result)

    async def cancel(self, batch_id: str) -> None:
        """Ask the vendor to stop."""
        await self._client.sdk.messages.batches.cancel(batch_id)

    async def _is(self, batch_id: str, batch: Batch) -> bool:
        async for entry in await self._client.sdk.messages.batches.results(batch_id):
            return batch.question(entry.custom_id) is not None
        return False


def _read(result: Any) -> Completion:
    if result.type == "succeeded":
        try:
            return read_message(result.message)
        except Malformed as error:
            return Completion(None, error=f"malformed reply ({error})")
    if result.type == "errored":
        body = result.error.model_dump() if hasattr(result.error, "model_dump") else None
        return Completion(None, error=status_text("batch", None, body))
    return Completion(None, error=f"batch: the question was {result.type}")
