"""Ask every model every prompt the wanted number of times, and lose no answer on the way."""

from __future__ import annotations

import queue
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.completion import ChatClient, Completion
from stimfid_lib.models.costs import Budget
from stimfid_lib.models.interrupt import Interrupt, finish_current_line
from stimfid_lib.models.journal import Journal
from stimfid_lib.models.lock import only_process
from stimfid_lib.models.model_journal import Settings
from stimfid_lib.models.plan import Task, plan
from stimfid_lib.models.pool import CrowdClient, Line, Pool, Written
from stimfid_lib.models.record import Asked, Record, make_record
from stimfid_lib.models.retry import Retries
from stimfid_lib.models.standing import ModelReport, OnProgress, Standing, State, log
from stimfid_lib.suite.manifest import suite_sha256 as digest_of

if TYPE_CHECKING:
    import polars as pl

COMMIT_EVERY_S = 0.25
"""Lines are forced to the disk in groups of what came within this time; only then do they count as answered. A forced
write took 0.3 ms on the machine where this was measured and takes 5 to 30 ms on slower disks, two files a reply."""

GATHER_S = 0.01
"""The writing thread lets so much time pass after a record for others to join it: woken for every record, it took the
interpreter's lock from the thread of the calls each time, and a busy machine was slow to give it back."""


def run_suite(
    suite: pl.DataFrame,
    clients: Mapping[str, ChatClient],
    out_dir: Path,
    replicates: int = 3,
    temperature: float | None = 1.0,
    *,
    suite_sha256: str | None = None,
    on_progress: OnProgress | None = None,
    budget: Budget | None = None,
    retries: Retries | None = None,
    in_batches: Mapping[str, Collection[Asked]] | None = None,
) -> list[ModelReport]:
    """Ask until every (prompt, replicate) of every model has an answer, or as far as one gets.

    What an earlier run has answered in the same folder is not asked again; what failed is. Every reply is on file
    (`<model_key>.jsonl`, `attempts.jsonl`) before its worker asks on. Models on servers are asked together, as many
    questions at once as their limits allow, and a call that failed for a passing reason is repeated (`Retries`); all
    others (generators, the embedded model) before them, one question at a time. A model for which `GIVE_UP_AFTER`
    questions in a row fail is left alone for the rest of the run. Ctrl-C ends the run after the replies under way.

    Args:
        suite: prompt_id and prompt_text, one row a prompt; may be a share of the suite that `suite_sha256` names.
        clients: whom to ask, by model key.
        out_dir: the run folder; one process at a time.
        replicates: how often each prompt is asked of each model.
        temperature: the wish that goes to every client; None sends none.
        suite_sha256: digest of the frozen suite, by default that of `suite`; a folder begun with another one is
            refused.
        on_progress: called at the start and after every reply that is safe on the disk.
        budget: counts the cost, and stops before its limit is passed.
        retries: how often and after which waits a failed call is repeated.
        in_batches: questions by model key that wait in a vendor's batch and are not asked here.

    Returns:
        One report a model, in the order of `clients`.

    Raises:
        Refused: another process writes into the folder; it holds answers of another suite, another temperature or
            other settings of a model, or a damaged line (nothing was asked then); or the disk is full.
        KeyboardInterrupt: after a first Ctrl-C, once the replies under way are on file; at once after a second.
    """
    out_dir, suite_sha256 = Path(out_dir), suite_sha256 or digest_of(suite)
    tasks, budget, waiting = plan(suite, replicates), budget or Budget({}), in_batches or {}
    settings = {key: _settings(client, temperature) for key, client in clients.items()}
    record = partial(_record, temperature=temperature, suite_sha256=suite_sha256)
    with (
        only_process(out_dir),
        Journal(out_dir, settings, suite_sha256=suite_sha256, temperature=temperature) as journal,
        finish_current_line() as interrupt,
    ):
        states: dict[str, State] = {}
        open_tasks: dict[str, Iterator[Task]] = {}
        for key in clients:
            done = sum(journal.holds(key, task.asked) for task in tasks)
            held = {question for question in waiting.get(key, ()) if not journal.holds(key, question)}
            states[key] = State(key, len(tasks), done, in_batches=len(held), priced=key in budget.tariffs)
            open_tasks[key] = tasks.without(partial(_is_settled, journal, key, held))
        desk = _Desk(journal, states, on_progress or _tell_nobody)
        crowd = {key: client for key, client in clients.items() if isinstance(client, CrowdClient)}
        single = {key: client for key, client in clients.items() if key not in crowd}
        with desk:
            for key, task in _in_turn({key: list(open_tasks[key]) for key in single}):
                if states[key].stopped:
                    continue
                completion = single[key].complete(task.prompt, temperature, seed=task.seed)
                states[key].final(completion)
                desk.write([Written(record(completion, task, key), 0.0)])
                if interrupt.asked:
                    raise KeyboardInterrupt(_go_on(out_dir))
            lines = [
                Line(client, states[key], open_tasks[key], temperature, partial(record, key=key))
                for key, client in crowd.items()
            ]
            if lines:
                with interrupt.deferred():
                    _together(Pool(lines, budget, retries), desk, interrupt)
            if interrupt.asked:
                raise KeyboardInterrupt(_go_on(out_dir))
    return [state.report() for state in states.values()]


def _is_settled(journal: Journal, key: str, held: Collection[Asked], question: Asked) -> bool:
    return question in held or journal.holds(key, question)


def _go_on(folder: Path) -> str:
    return f"stopped after the current replies; run again to go on in {folder}"


def _tell_nobody(_standing: Standing) -> None:
    return


class _Desk:
    """Where records are written: on file at once, safe on the disk group by group, counted and told only then."""

    def __init__(self, journal: Journal, states: Mapping[str, State], tell: OnProgress) -> None:
        self._journal, self._states, self._tell = journal, states, tell
        self._waiting: list[Written] = []
        self._committed_at = time.monotonic()

    def write(self, group: Sequence[Written]) -> None:
        """Write records; commit where the last commit is long enough ago."""
        self._journal.append(*(written.record for written in group))
        self._waiting += group
        self.commit_if_due()

    def commit_if_due(self) -> None:
        """Commit what waits, unless the last commit has only just been."""
        if self._waiting and time.monotonic() - self._committed_at >= COMMIT_EVERY_S:
            self.commit()

    def commit(self) -> None:
        """Force what waits to the disk, then count and tell it."""
        self._journal.commit()
        self._committed_at = time.monotonic()
        waiting, self._waiting = self._waiting, []
        for written in waiting:
            state = self._states[written.record["model_key"]]
            state.count(written.record, written.cost)
            self._tell(state.standing())

    def __enter__(self) -> None:
        for state in self._states.values():
            self._tell(state.standing())

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None or not issubclass(kind, Refused):  # a disk that has just refused a line refuses the rest too
            self.commit()


def _together(pool: Pool, desk: _Desk, interrupt: Interrupt) -> None:
    """Write what the pool's workers bring until they are done.

    After one Ctrl-C they begin nothing new; after two, what they bring is dropped, but not what they have brought.
    """
    pool.start()
    stopping = False
    try:
        while not interrupt.urgent:
            try:
                first = pool.take(COMMIT_EVERY_S)
            except queue.Empty:
                desk.commit_if_due()
            else:
                if first is None:
                    return
                time.sleep(GATHER_S)
                group = [first, *pool.take_waiting()]
                desk.write(group)
                pool.written(len(group))
            if interrupt.asked and not stopping:
                log.warning("finishing the calls under way; Ctrl-C again drops them")
                pool.stop()
                stopping = True
        raise KeyboardInterrupt
    except BaseException as failure:
        pool.abandon()
        if not isinstance(failure, Refused) and (rest := pool.take_waiting()):
            desk.write(rest)
        raise


def _in_turn(queues: Mapping[str, Sequence[Task]]) -> Iterator[tuple[str, Task]]:
    """One question of each model in turn."""
    for tasks in zip_longest(*queues.values()):
        for key, task in zip(queues, tasks, strict=True):
            if task is not None:
                yield key, task


def _settings(client: ChatClient, temperature: float | None) -> Settings | None:
    tell = getattr(client, "settings", None)
    return tell(temperature) if callable(tell) else None


def _record(completion: Completion, task: Task, key: str, *, temperature: float | None, suite_sha256: str) -> Record:
    return make_record(
        completion,
        prompt_id=task.prompt_id,
        replicate=task.replicate,
        model_key=key,
        temperature=temperature,
        seed=task.seed,
        suite_sha256=suite_sha256,
    )
