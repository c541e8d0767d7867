"""The replies of an ended batch go into the run's journal, each once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

from stimfid_lib.models.batch.ledger import Batch
from stimfid_lib.models.clients.served import ServedClient
from stimfid_lib.models.completion import Completion
from stimfid_lib.models.journal import Journal
from stimfid_lib.models.lines import iterate_lines
from stimfid_lib.models.model_journal import ATTEMPTS
from stimfid_lib.models.plan import Plan
from stimfid_lib.models.record import Asked, make_record

_WRITE_AT_ONCE = 100
_MISSING = Completion(None, error="batch: ended without a reply to this question")


def merge(
    folder: Path,
    journal: Journal,
    batch: Batch,
    replies: Mapping[Asked, Completion],
    plan: Plan,
    client: ServedClient,
    temperature: float | None,
) -> int:
    """Write what is not on file yet and force it to the disk; a process that dies here does so again, doubling nothing.

    A question of the batch without a reply becomes an error. A record has the same request as a direct call, so that
    both stand in one file.

    Args:
        folder: the run folder, whose journal is open.
        journal: the open journal.
        batch: the batch, with the vendor's id.
        replies: by question.
        plan: all questions of the run.
        client: the model's client.
        temperature: the run's wish.

    Returns:
        How many records were written.
    """
    settled, wanted = _recorded(folder, batch), set(batch.questions)
    todo = [
        task
        for task in plan
        if task.asked in wanted and task.asked not in settled and not journal.holds(client.key, task.asked)
    ]
    records = (
        make_record(
            replace(
                client.without_key(replies.get(task.asked, _MISSING)),
                request=client.parameters.request(temperature, task.seed),
            ),
            prompt_id=task.prompt_id,
            replicate=task.replicate,
            model_key=client.key,
            temperature=temperature,
            seed=task.seed,
            suite_sha256=batch.suite_sha256,
            batch=batch.batch_id,
        )
        for task in todo
    )
    while group := list(islice(records, _WRITE_AT_ONCE)):
        journal.append(*group)
    journal.commit()
    return len(todo)


def _recorded(folder: Path, batch: Batch) -> set[Asked]:
    """Questions of a batch of which the ledger of attempts holds a line."""
    return {
        (line.value["prompt_id"], line.value["replicate"])
        for line in iterate_lines(folder / ATTEMPTS)
        if line.value.get("batch") == batch.batch_id and line.value.get("model_key") == batch.model_key
    }
