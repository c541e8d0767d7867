"""What each vendor's batch interface is asked for, whatever it is called there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from stimfid_lib.models.batch.ledger import Batch
from stimfid_lib.models.clients.served import Malformed
from stimfid_lib.models.completion import Completion

MOST_QUESTIONS = 1000
"""Questions in one batch; the vendors allow 10,000 and more, and 20 MB for those that go along inside the request."""


@dataclass(frozen=True, slots=True)
class BatchQuestion:
    """One question of a batch: its id within the batch, the prompt, the run's wishes."""

    custom_id: str
    prompt: str
    temperature: float | None
    seed: int | None


@dataclass(frozen=True, slots=True)
class BatchStatus:
    """How a batch stands at the vendor: under way, ended (its replies can be fetched), or failed whole."""

    state: Literal["under way", "ended", "failed"]
    told: str


class BatchVendor(Protocol):
    """A vendor's batches. Every method may raise the SDK's errors."""

    async def send(self, batch: Batch, questions: Sequence[BatchQuestion]) -> str:
        """Send a batch, with its intent, and return the vendor's id."""
        ...

    async def find(self, batch: Batch, known: Collection[str]) -> str | Literal["unclear"] | None:
        """Find the id of a batch of which only the intent is known; `unclear` where the vendor cannot tell yet.

        `known` are ids of batches that are ours and not this one.
        """
        ...

    async def status(self, batch_id: str) -> BatchStatus:
        """Ask how a batch stands."""
        ...

    def replies(self, batch: Batch) -> AsyncIterator[tuple[str, Completion]]:
        """Replies of an ended batch by custom id, in any order; a failed question is a completion with `error`."""
        ...

    async def cancel(self, batch_id: str) -> None:
        """Ask the vendor to stop; what is answered by then can still be fetched."""
        ...


def read_or_error(read: Callable[[], Completion]) -> Completion:
    """What one reply of a batch is read as; an odd one is an error of its question and no end of all the others."""
    try:
        return read()
    except Malformed as error:
        return Completion(None, error=f"malformed reply ({error})")
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        return Completion(None, error=f"malformed reply ({type(error).__name__})")
