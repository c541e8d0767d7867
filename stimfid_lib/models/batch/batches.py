"""Send, poll and cancel batches of a run folder, through every crash; their replies go into the same journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.batch.anthropic_batch import AnthropicBatches
from stimfid_lib.models.batch.gemini_batch import GeminiBatches
from stimfid_lib.models.batch.ledger import Batch, BatchLedger
from stimfid_lib.models.batch.merging import merge
from stimfid_lib.models.batch.openai_batch import OpenAIBatches
from stimfid_lib.models.batch.vendor import MOST_QUESTIONS, BatchQuestion, BatchVendor
from stimfid_lib.models.clients.anthropic_messages import AnthropicClient
from stimfid_lib.models.clients.gemini import GeminiClient
from stimfid_lib.models.clients.loop import wait_for
from stimfid_lib.models.clients.openai_compatible import OpenAICompatibleClient
from stimfid_lib.models.clients.served import ServedClient
from stimfid_lib.models.completion import Completion
from stimfid_lib.models.journal import Journal
from stimfid_lib.models.lock import only_process
from stimfid_lib.models.plan import Plan, Task
from stimfid_lib.models.record import Asked

UNSEEN_FOR = timedelta(minutes=2)
"""A batch that the vendor does not list so long after it was written down has never reached it."""


@dataclass(frozen=True, slots=True)
class BatchNews:
    """What is new about one batch, in words; `recorded` counts the replies that went into the journal now."""

    batch: Batch
    told: str
    recorded: int = 0

    def __str__(self) -> str:
        name = self.batch.batch_id or f"intent {self.batch.intent}"
        return f"{self.batch.model_key}: {name}, {len(self.batch.questions)} questions: {self.told}"


@dataclass(frozen=True)
class Batches:
    """The batches of one model in a run folder.

    Attributes:
        folder: the run folder.
        client: the model's client.
        plan: all questions of the run.
        temperature: the run's wish.
        suite_sha256: digest of the frozen suite.
    """

    folder: Path
    client: ServedClient
    plan: Plan
    temperature: float | None
    suite_sha256: str

    def submit(self, unseen_for: timedelta = UNSEEN_FOR) -> list[BatchNews]:
        """Send every question that is neither answered nor in a batch already.

        What is to be sent is on the disk before it is sent, and the vendor's id before anything else happens.

        Raises:
            Refused: another process works in the folder, the journal is of another suite or settings, or the vendor
                refuses; nothing is doubled when it is tried again.
        """
        vendor_of(self.client)
        with self._opened() as (journal, ledger):
            news = [
                self._look_up(ledger, batch, unseen_for) for batch in self._mine(ledger) if batch.state == "intended"
            ]
            held = {question for batch in self._mine(ledger) for question in batch.questions}
            key = self.client.key
            open_tasks = self.plan.without(lambda question: question in held or journal.holds(key, question))
            while part := list(islice(open_tasks, MOST_QUESTIONS)):
                batch = ledger.intend(key, tuple(task.asked for task in part), self.suite_sha256)
                news.append(self._send(ledger, batch, part))
            return news

    def poll(self, unseen_for: timedelta = UNSEEN_FOR) -> list[BatchNews]:
        """Ask how the open batches stand and write the replies of those that have ended into the journal.

        Raises:
            Refused: as `submit`, or the vendor does not answer.
        """
        with self._opened() as (journal, ledger):
            news: list[BatchNews] = []
            for batch in self._mine(ledger):
                found = self._look_up(ledger, batch, unseen_for)
                if found.batch.state == "sent":
                    found = self._fetch(journal, ledger, found.batch)
                news.append(found)
            return news

    def cancel(self, unseen_for: timedelta = UNSEEN_FOR) -> list[BatchNews]:
        """Ask the vendor to stop the open batches; poll afterwards for what was answered by then.

        Raises:
            Refused: as `poll`.
        """
        with self._opened() as (_, ledger):
            news: list[BatchNews] = []
            for batch in self._mine(ledger):
                found = self._look_up(ledger, batch, unseen_for)
                if found.batch.batch_id and found.batch.state == "sent":
                    with self._told("cancel", found.batch):
                        wait_for(self._vendor.cancel(found.batch.batch_id))
                    found = BatchNews(found.batch, "cancelling; poll for what was answered")
                news.append(found)
            return news

    @property
    def _vendor(self) -> BatchVendor:
        return vendor_of(self.client)

    @contextmanager
    def _opened(self) -> Iterator[tuple[Journal, BatchLedger]]:
        settings = {self.client.key: self.client.settings(self.temperature)}
        with (
            only_process(self.folder),
            BatchLedger(self.folder) as ledger,
            Journal(self.folder, settings, suite_sha256=self.suite_sha256, temperature=self.temperature) as journal,
        ):
            for batch in self._mine(ledger):
                if batch.suite_sha256 != self.suite_sha256:
                    raise Refused(
                        f"{ledger.path}: batch {batch.batch_id or batch.intent} holds questions of another suite, "
                        f"{batch.suite_sha256[:12]}…: poll it with the snapshot that sent it"
                    )
            yield journal, ledger

    def _mine(self, ledger: BatchLedger) -> list[Batch]:
        return [batch for batch in ledger.open() if batch.model_key == self.client.key]

    def _send(self, ledger: BatchLedger, batch: Batch, tasks: Sequence[Task]) -> BatchNews:
        questions = [
            BatchQuestion(batch.custom_id(index), task.prompt, self.temperature, task.seed)
            for index, task in enumerate(tasks)
        ]
        try:
            batch_id = wait_for(self._vendor.send(batch, questions))
        except Exception as error:  # noqa: BLE001 - whatever an SDK raises ends as a stated refusal
            told = self.client.told(error)
            if self.client.was_refused(error):  # the vendor itself says that there is no such batch
                ledger.mark(batch, "lost", note=told)
            raise Refused(
                f"{self.client.key}: the batch was not accepted: {told}. Nothing is doubled: try again"
            ) from None
        return BatchNews(ledger.mark(batch, "sent", batch_id=batch_id), "sent")

    def _look_up(self, ledger: BatchLedger, batch: Batch, unseen_for: timedelta) -> BatchNews:
        """Find out what became of a batch whose id was never written down, because the process died on the way."""
        if batch.state != "intended":
            return BatchNews(batch, "sent")
        known = {other.batch_id for other in ledger.batches.values() if other.batch_id}
        with self._told("look for", batch):
            found = wait_for(self._vendor.find(batch, known))
        if found == "unclear":
            return BatchNews(
                batch, "the vendor cannot tell yet whether it was sent; poll again when its batches have ended"
            )
        if found is not None:
            return BatchNews(ledger.mark(batch, "sent", batch_id=found), "found again")
        if abs(datetime.now(UTC) - datetime.fromisoformat(batch.ts)) < unseen_for:
            return BatchNews(batch, f"not listed by the vendor yet; poll again in {unseen_for.seconds // 60} minutes")
        return BatchNews(
            ledger.mark(batch, "lost", note="not listed by the vendor"),
            "never reached the vendor; its questions are open again",
        )

    def _fetch(self, journal: Journal, ledger: BatchLedger, batch: Batch) -> BatchNews:
        with self._told("poll", batch):
            status = wait_for(self._vendor.status(str(batch.batch_id)))
            if status.state == "under way":
                return BatchNews(batch, status.told)
            if status.state == "failed":
                return BatchNews(
                    ledger.mark(batch, "failed", note=status.told), f"{status.told}; its questions are open again"
                )
            replies = wait_for(self._replies(batch))
        recorded = merge(self.folder, journal, batch, replies, self.plan, self.client, self.temperature)
        return BatchNews(ledger.mark(batch, "merged"), f"{status.told}; replies are in the journal", recorded)

    async def _replies(self, batch: Batch) -> dict[Asked, Completion]:
        """Replies by question, the first answer of each; whatever is no question of this batch is left aside."""
        found: dict[Asked, Completion] = {}
        async for custom_id, completion in self._vendor.replies(batch):
            question = batch.question(custom_id)
            if question is not None and (question not in found or found[question].error is not None):
                found[question] = completion
        return found

    @contextmanager
    def _told(self, what: str, batch: Batch) -> Iterator[None]:
        try:
            yield
        except Refused:
            raise
        except Exception as error:  # noqa: BLE001 - whatever an SDK raises ends as a stated refusal
            name = batch.batch_id or f"intent {batch.intent}"
            raise Refused(
                f"{self.client.key}: cannot {what} batch {name}: {self.client.told(error)}. Try again later"
            ) from None


def vendor_of(client: ServedClient) -> BatchVendor:
    """The batch interface of a client's vendor.

    Raises:
        Refused: there is none.
    """
    if isinstance(client, AnthropicClient):
        return AnthropicBatches(client)
    if isinstance(client, GeminiClient):
        return GeminiBatches(client)
    if isinstance(client, OpenAICompatibleClient) and client.lane == "openai":
        return OpenAIBatches(client)
    raise Refused(f"model {client.key!r}: only vendors take batches; ask it with `stimfid ask`")
