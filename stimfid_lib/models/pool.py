"""Many questions at once: workers a provider, on the calling loop, whose records one thread takes and writes."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from itertools import count
from typing import Protocol, runtime_checkable

from stimfid_lib.models.clients.loop import calling_loop, submit
from stimfid_lib.models.completion import Completion
from stimfid_lib.models.costs import OVERHEAD_TOKENS, Budget
from stimfid_lib.models.entries import Limits
from stimfid_lib.models.plan import Task
from stimfid_lib.models.record import Record
from stimfid_lib.models.retry import Retries
from stimfid_lib.models.standing import State
from stimfid_lib.models.throttle import Throttle

ASSUMED_REPLY_TOKENS = 1024
"""What a reply without a cap is reckoned at in a minute's tokens until the server has counted it."""


@runtime_checkable
class CrowdClient(Protocol):
    """A client that can be asked many questions at once (`clients.served.ServedClient`)."""

    key: str
    lane: str
    limits: Limits

    @property
    def max_tokens(self) -> int | None:
        """The cap on a reply's tokens, None without."""
        ...

    async def ask(self, prompt: str, temperature: float | None = None, *, seed: int | None = None) -> Completion:
        """As `ChatClient.complete`."""
        ...


@dataclass
class Line:
    """One model in the pool: whom to ask what, and how a completion becomes a record."""

    client: CrowdClient
    state: State
    tasks: Iterator[Task]
    temperature: float | None
    record: Callable[[Completion, Task], Record]


@dataclass(frozen=True, slots=True)
class Written:
    """A record for the journal, with what it cost."""

    record: Record
    cost: float


class Pool:
    """Asks until every line is empty or stopped.

    Records come out of `take`, one an attempt, failed ones included; the thread that takes them writes them and says so
    by `written`. No worker asks on while more than twice the lane's concurrency wait to be written, so that memory
    stays flat and a killed process has little under way. Nothing is asked before `start`.

    Args:
        lines: the models; those of one lane share its limits, and take turns within it.
        budget: counts and limits the cost.
        retries: when a failed question is asked again.
    """

    def __init__(self, lines: Sequence[Line], budget: Budget, retries: Retries | None = None) -> None:
        self._lanes: dict[str, list[Line]] = {}
        for line in lines:
            self._lanes.setdefault(line.client.lane, []).append(line)
        self._budget = budget
        self._retries = retries or Retries()
        self._queue: queue.SimpleQueue[Written | BaseException | None] = queue.SimpleQueue()
        self._stopping = False
        self._idle: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(2 * sum(_limits(lane).concurrency for lane in self._lanes.values()))
        self._settled = asyncio.Event()
        self._running: Future[None] | None = None

    def start(self) -> None:
        """Begin to ask."""
        self._running = submit(self._run())

    def take(self, timeout_s: float) -> Written | None:
        """The next record; None when nothing more will come.

        Raises:
            queue.Empty: nothing came in time.
        """
        found = self._queue.get(timeout=timeout_s)
        if isinstance(found, BaseException):
            raise found
        return found

    def take_waiting(self) -> list[Written]:
        """Whatever waits now, without waiting for more; the end and failures are left to `take`."""
        found: list[Written] = []
        while True:
            try:
                entry = self._queue.get_nowait()
            except queue.Empty:
                return found
            if not isinstance(entry, Written):
                self._queue.put(entry)
                return found
            found.append(entry)

    def written(self, count: int) -> None:
        """Say that so many records are on file."""

        def release() -> None:
            for _ in range(count):
                self._room.release()

        calling_loop().call_soon_threadsafe(release)

    def stop(self) -> None:
        """Begin no more calls; those under way end, and their records are still to be taken."""
        calling_loop().call_soon_threadsafe(self._stop)

    def abandon(self) -> None:
        """Drop the calls under way and wait until nothing runs."""
        if self._running is not None:
            self._running.cancel()
            wait([self._running], timeout=5.0)

    async def _run(self) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                for lane in self._lanes.values():
                    limits = _limits(lane)
                    throttle, turns = Throttle(limits), self._turns(lane)
                    for _ in range(limits.concurrency):
                        self._idle.add(group.create_task(self._work(turns, throttle)))
        except BaseExceptionGroup as failed:
            self._queue.put(failed.exceptions[0])
        finally:
            self._queue.put(None)

    def _stop(self) -> None:
        self._stopping = True
        for worker in self._idle:
            worker.cancel()

    def _turns(self, lane: list[Line]) -> Iterator[tuple[Line, Task]]:
        """One question of each model in turn, until none has any."""
        waiting = list(lane)
        while waiting:
            for line in list(waiting):
                task = None if self._stopping or line.state.stopped else next(line.tasks, None)
                if task is None:
                    waiting.remove(line)
                else:
                    yield line, task

    async def _work(self, turns: Iterator[tuple[Line, Task]], throttle: Throttle) -> None:
        for line, task in turns:
            await self._until_settled(line, task, throttle)

    async def _until_settled(self, line: Line, task: Task, throttle: Throttle) -> None:
        """Ask one question until it is answered or given up."""
        for attempt in count(1):
            completion = await self._once(line, task, throttle)
            if completion is None:
                return
            pause = None if self._stopping or line.state.stopped else self._retries.wait_s(completion, attempt)
            if pause is None:
                line.state.final(completion)
                if completion.fault and self._retries.asks_too_much(completion):
                    line.state.stop(f"not asked any more: the server asks to wait {completion.fault.after_s:.0f} s")
                return
            await asyncio.sleep(pause)

    async def _once(self, line: Line, task: Task, throttle: Throttle) -> Completion | None:
        """One call, when there is money, room and leave for it; None where there will be none."""
        price = self._budget.price_of_next(line.client.key, task.prompt)
        while not self._budget.reserve(price):
            if not self._budget.under_way:
                line.state.stop(self._budget.refusal(price))
                return None
            self._settled.clear()
            await self._settled.wait()
        try:
            await self._room.acquire()
            tokens = len(task.prompt) // 4 + OVERHEAD_TOKENS + (line.client.max_tokens or ASSUMED_REPLY_TOKENS)
            sent_at = await throttle.enter(tokens)
            if self._stopping or line.state.stopped:
                throttle.leave(sent_at, reserved=tokens, used=0, crowded=False, after_s=None)
                self._room.release()
                return None
            completion = await self._call(line, task)
            # from here to the queue nothing waits, so that no answer is lost between server and journal
            self._learn(throttle, sent_at, tokens, completion)
            record = line.record(completion, task)
            self._queue.put(Written(record, self._budget.charge(record, task.prompt)))
            return completion
        finally:
            self._budget.release(price)
            self._settled.set()

    async def _call(self, line: Line, task: Task) -> Completion:
        """The call itself, during which `stop` leaves its worker alone."""
        me = asyncio.current_task()
        assert me is not None
        self._idle.discard(me)
        try:
            return await line.client.ask(task.prompt, line.temperature, seed=task.seed)
        finally:
            self._idle.add(me)

    def _learn(self, throttle: Throttle, sent_at: float, reserved: int, completion: Completion) -> None:
        fault, usage = completion.fault, completion.usage
        counted = usage.get("input_tokens"), usage.get("output_tokens")
        throttle.leave(
            sent_at,
            reserved=reserved,
            used=None if None in counted else sum(found or 0 for found in counted),
            crowded=fault is not None and fault.crowded,
            after_s=None if fault is None or self._retries.asks_too_much(completion) else fault.after_s,
        )


def _limits(lane: Sequence[Line]) -> Limits:
    return lane[0].client.limits
