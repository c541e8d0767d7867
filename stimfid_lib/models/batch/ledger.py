"""The record of batches: what was to be sent, under which id it went, what became of it; written before the act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, Self, get_args

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json, sha256_text
from stimfid_lib.models.lines import Line, LineWriter, Reading, iterate_lines, mend
from stimfid_lib.models.model_journal import BATCHES
from stimfid_lib.models.record import Asked

State = Literal["intended", "sent", "merged", "lost", "failed"]
"""`intended`: written down, and whether it reached the vendor is not known · `sent`: the vendor's id is known ·
`merged`: its replies are in the journal · `lost`: it never reached the vendor · `failed`: the vendor refused it whole.
The questions of the last three are no longer held by the batch."""

OPEN: frozenset[State] = frozenset({"intended", "sent"})


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch of one model's questions.

    Attributes:
        intent: our own id, which goes along to the vendor so that a batch whose id was lost can be found again.
        model_key: whose questions these are.
        questions: in the order sent.
        ts: when it was written down, UTC in ISO 8601.
        state: see `State`.
        batch_id: the vendor's id, None until it is known.
        note: what the vendor said of a batch that failed.
    """

    intent: str
    model_key: str
    questions: tuple[Asked, ...]
    ts: str
    suite_sha256: str
    state: State = "intended"
    batch_id: str | None = None
    note: str | None = None

    def custom_id(self, index: int) -> str:
        """The id of one question within the batch."""
        return f"{self.intent}-{index}"

    def question(self, custom_id: str) -> Asked | None:
        """The question that an id stands for; None where it is none of this batch's."""
        intent, _, index = custom_id.rpartition("-")
        if intent != self.intent or not index.isdecimal() or int(index) >= len(self.questions):
            return None
        return self.questions[int(index)]


class BatchLedger:
    """The file `batches.jsonl` of a run folder, one event a line, each forced to the disk before anything follows.

    Use as a context manager, under the folder's lock.

    Raises:
        Refused: a damaged line, or an event of a batch that was never begun.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / BATCHES
        reading = Reading(self.path)
        self.batches = _replayed(self.path, reading)
        mend(self.path, reading)
        self._writer = LineWriter(self.path)

    def intend(self, model_key: str, questions: tuple[Asked, ...], suite_sha256: str) -> Batch:
        """Write down that a batch is about to be sent."""
        ts = datetime.now(UTC).isoformat(timespec="microseconds")
        intent = sha256_text(canonical_json([model_key, questions, ts, suite_sha256]))[:16]
        event = {"event": "intended", "intent": intent, "model_key": model_key, "ts": ts}
        self._write(event | {"questions": [list(question) for question in questions], "suite_sha256": suite_sha256})
        self.batches[intent] = Batch(intent, model_key, questions, ts, suite_sha256)
        return self.batches[intent]

    def mark(self, batch: Batch, state: State, *, batch_id: str | None = None, note: str | None = None) -> Batch:
        """Write down what became of a batch."""
        changed = replace(batch, state=state, batch_id=batch_id or batch.batch_id, note=note)
        self._write({"event": state, "intent": batch.intent, "batch_id": changed.batch_id, "note": note})
        self.batches[batch.intent] = changed
        return changed

    def open(self) -> list[Batch]:
        """Batches that still hold their questions, oldest first."""
        return [batch for batch in self.batches.values() if batch.state in OPEN]

    def _write(self, event: dict[str, Any]) -> None:
        self._writer.append(event)
        self._writer.sync()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._writer.close()


def batches_in(folder: Path) -> list[Batch]:
    """Every batch of a run folder, oldest first; nothing is changed.

    Raises:
        Refused: see `BatchLedger`.
    """
    return list(_replayed(folder / BATCHES, iterate_lines(folder / BATCHES)).values())


def questions_in_batches(folder: Path) -> dict[str, set[Asked]]:
    """Questions by model key that wait in a vendor's batch and must not be asked otherwise."""
    held: dict[str, set[Asked]] = {}
    for batch in batches_in(folder):
        if batch.state in OPEN:
            held.setdefault(batch.model_key, set()).update(batch.questions)
    return held


def _replayed(path: Path, lines: Any) -> dict[str, Batch]:
    batches: dict[str, Batch] = {}
    for line in lines:
        try:
            batch = _after(batches, line)
        except (KeyError, TypeError, ValueError) as error:
            raise Refused(
                f"{path}, line {line.number}: no event of a batch ({type(error).__name__}: {error}). Restore the file"
            ) from None
        batches[batch.intent] = batch
    return batches


def _after(batches: Mapping[str, Batch], line: Line) -> Batch:
    event = line.value
    if event["event"] not in get_args(State):
        raise ValueError(f"unknown event {event['event']!r}")
    if event["event"] == "intended":
        questions = tuple((str(prompt_id), int(replicate)) for prompt_id, replicate in event["questions"])
        return Batch(event["intent"], event["model_key"], questions, event["ts"], event["suite_sha256"])
    known = batches[event["intent"]]
    return replace(known, state=event["event"], batch_id=event["batch_id"], note=event.get("note"))
