"""Ask every model every prompt the wanted number of times, and lose no answer on the way."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stimfid_lib.models.completion import ChatClient
from stimfid_lib.models.interrupt import finish_current_line
from stimfid_lib.models.journal import Journal
from stimfid_lib.models.lock import only_process
from stimfid_lib.models.model_journal import Settings
from stimfid_lib.models.plan import Task, plan
from stimfid_lib.models.record import Asked, Record, is_clean, make_record

if TYPE_CHECKING:
    import polars as pl

GIVE_UP_AFTER = 5
"""Errors in a row after which a model is not asked any more in this run: its server, key or quota is at fault."""

OnProgress = Callable[[str, int, int], None]
log = logging.getLogger("stimfid.runs")


@dataclass(frozen=True, slots=True)
class ModelReport:
    """What became of one model in one call of `run_suite`; all but `stopped` are counts of (prompt, replicate).

    `wanted` = `before` (answered by an earlier run) + `answered` (now) + what is still open. `errors` counts failed
    calls of this run; `stopped` says why the model was not asked to the end, None if it was.
    """

    model_key: str
    wanted: int
    before: int
    answered: int
    errors: int
    stopped: str | None = None

    @property
    def open(self) -> int:
        """How many are still without an answer; running again asks these and no others."""
        return self.wanted - self.before - self.answered

    def __str__(self) -> str:
        text = f"{self.model_key}: {self.before + self.answered} of {self.wanted} answered"
        if self.open:
            text += f", {self.open} open ({self.errors} failed now); run again to ask only these"
        return text + (f"; {self.stopped}" if self.stopped else "")


def run_suite(
    suite: pl.DataFrame,
    clients: Mapping[str, ChatClient],
    out_dir: Path,
    replicates: int = 3,
    temperature: float | None = 1.0,
    *,
    suite_sha256: str,
    on_progress: OnProgress | None = None,
) -> list[ModelReport]:
    """Ask until every (prompt, replicate) of every model has an answer, or as far as one gets.

    What an earlier run has answered in the same folder is not asked again; what failed is. Every reply is on file
    (`<model_key>.jsonl`, `attempts.jsonl`) before the next question. A model that fails `GIVE_UP_AFTER` times in a
    row is left alone for the rest of the run. Ctrl-C ends the run after the current reply.

    Args:
        suite: prompt_id and prompt_text, one row a prompt; may be a share of the suite that `suite_sha256` names.
        clients: whom to ask, by model key.
        out_dir: the run folder; one process at a time.
        replicates: how often each prompt is asked of each model.
        temperature: the wish that goes to every client; None sends none.
        suite_sha256: digest of the frozen suite; a folder begun with another one is refused.
        on_progress: called as (model_key, answered, wanted) at the start and after every reply.

    Returns:
        One report a model, in the order of `clients`.

    Raises:
        Refused: another process writes into the folder; it holds answers of another suite, another temperature or
            other settings of a model, or a damaged line; nothing was asked then.
        KeyboardInterrupt: after a first Ctrl-C, once the current reply is on file; at once after a second.
    """
    out_dir = Path(out_dir)
    tasks = plan(suite, replicates)
    tell = on_progress or _tell_nobody
    settings = {key: _settings(client, temperature) for key, client in clients.items()}
    with (
        only_process(out_dir),
        Journal(out_dir, settings, suite_sha256=suite_sha256, temperature=temperature) as journal,
        finish_current_line() as interrupt,
    ):
        states = {key: _State(key, tasks, journal.answered(key)) for key in clients}
        for key, state in states.items():
            tell(key, state.done, len(tasks))
        for key, task in _in_turn({key: state.queue for key, state in states.items()}):
            state = states[key]
            if state.stopped:
                continue
            record = _ask(clients[key], task, key, temperature, suite_sha256)
            journal.append(record)
            state.count(record)
            tell(key, state.done, len(tasks))
            if interrupt.asked:
                raise KeyboardInterrupt(f"stopped after the current reply; run again to go on in {out_dir}")
    return [state.report() for state in states.values()]


def _tell_nobody(_key: str, _done: int, _total: int) -> None:
    return


class _State:
    """How far one model has come in this run."""

    def __init__(self, key: str, tasks: Sequence[Task], answered: set[Asked]) -> None:
        self.key, self.wanted = key, len(tasks)
        self.queue = [task for task in tasks if task.asked not in answered]
        self.before = self.wanted - len(self.queue)
        self.answered = self.errors = self.in_a_row = 0
        self.stopped: str | None = None

    @property
    def done(self) -> int:
        return self.before + self.answered

    def count(self, record: Record) -> None:
        if is_clean(record):
            self.answered += 1
            self.in_a_row = 0
            return
        self.errors += 1
        self.in_a_row += 1
        if self.in_a_row >= GIVE_UP_AFTER:
            self.stopped = f"not asked any more after {self.in_a_row} errors in a row, the last: {record['error']}"
            log.warning("%s: %s", self.key, self.stopped)

    def report(self) -> ModelReport:
        return ModelReport(self.key, self.wanted, self.before, self.answered, self.errors, self.stopped)


def _in_turn(queues: Mapping[str, Sequence[Task]]) -> Iterator[tuple[str, Task]]:
    """One question of each model in turn. Asking several at once will replace this loop: see decision 0005."""
    for index in range(max((len(queue) for queue in queues.values()), default=0)):
        for key, queue in queues.items():
            if index < len(queue):
                yield key, queue[index]


def _settings(client: ChatClient, temperature: float | None) -> Settings | None:
    tell = getattr(client, "settings", None)
    return tell(temperature) if callable(tell) else None


def _ask(client: ChatClient, task: Task, key: str, temperature: float | None, suite_sha256: str) -> Record:
    completion = client.complete(task.prompt, temperature, seed=task.seed)
    return make_record(
        completion,
        prompt_id=task.prompt_id,
        replicate=task.replicate,
        model_key=key,
        temperature=temperature,
        seed=task.seed,
        suite_sha256=suite_sha256,
    )
