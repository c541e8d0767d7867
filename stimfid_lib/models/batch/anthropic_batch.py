"""Anthropic's message batches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from functools import partial
from typing import Any, Literal
from urllib.parse import urlsplit

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.batch.ledger import Batch
from stimfid_lib.models.batch.vendor import BatchQuestion, BatchStatus, read_or_error
from stimfid_lib.models.clients.anthropic_messages import AnthropicClient, read_message
from stimfid_lib.models.clients.faults import status_text
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
        async for entry in self._results(str(batch.batch_id)):
            yield str(getattr(entry, "custom_id", "")), read_or_error(partial(_read, entry))

    async def cancel(self, batch_id: str) -> None:
        """Ask the vendor to stop."""
        await self._client.sdk.messages.batches.cancel(batch_id)

    async def _is(self, batch_id: str, batch: Batch) -> bool:
        async for entry in self._results(batch_id):
            return batch.question(str(getattr(entry, "custom_id", ""))) is not None
        return False

    async def _results(self, batch_id: str) -> AsyncIterator[Any]:
        """Results, from the vendor's own host only: the SDK sends the key to whatever address the batch tells."""
        sdk = self._client.sdk
        told = urlsplit(str((await sdk.messages.batches.retrieve(batch_id)).results_url or ""))
        ours = urlsplit(self._client.base_url)
        if told.netloc and (told.scheme, told.netloc) != (ours.scheme, ours.netloc):
            raise Refused(
                f"batch {batch_id}: its results lie at {told.netloc}, not at {ours.netloc}, and no key is sent there: "
                "fetch them from the vendor's console"
            )
        async for entry in await sdk.messages.batches.results(batch_id):
            yield entry


def _read(entry: Any) -> Completion:
    result = entry.result
    if result.type == "succeeded":
        return read_message(result.message)
    if result.type == "errored":
        body = result.error.model_dump() if hasattr(result.error, "model_dump") else None
        return Completion(None, error=status_text("batch", None, body))
    return Completion(None, error=f"batch: the question was {result.type}")
