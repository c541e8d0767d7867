"""How fast a provider is asked, on a clock that the test turns."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from stimfid_lib.models.entries import Limits
from stimfid_lib.models.throttle import CALM_AFTER, Throttle


class Clock:
    """A clock that goes on only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)


def throttle(clock: Clock, **limits: int | None) -> Throttle:
    return Throttle(Limits.model_validate(limits), clock=clock, sleep=clock.sleep)


def run(work: Coroutine[object, object, None]) -> None:
    asyncio.run(work)


def leave(gate: Throttle, sent_at: float, **told: object) -> None:
    named = {"reserved": 10, "used": 10, "crowded": False, "after_s": None} | told
    gate.leave(sent_at, **named)  # type: ignore[arg-type]


def test_no_more_than_the_limit_are_under_way() -> None:
    async def work() -> None:
        gate = throttle(Clock(), concurrency=2)
        first, _ = [await gate.enter(10) for _ in range(2)]
        third = asyncio.create_task(gate.enter(10))
        for _ in range(5):
            await asyncio.sleep(0)
        assert not third.done()
        leave(gate, first)
        await third
        assert gate.under_way == 2

    run(work())


def test_requests_are_spaced_over_the_minute() -> None:
    async def work() -> None:
        clock = Clock()
        gate = throttle(clock, concurrency=100, requests_per_minute=30)
        times = [await gate.enter(10) for _ in range(61)]
        assert times[60] - times[0] >= 60 / 30 * 60 - 1, "61 requests are 60 gaps of two seconds"
        assert max(sum(start <= other < start + 60 for other in times) for start in times) <= 31

    run(work())


def test_tokens_are_spaced_too_and_what_was_not_used_is_given_back() -> None:
    async def work() -> None:
        for used, wanted in ((1000, 60.0), (500, 30.0)):
            clock = Clock()
            gate = throttle(clock, concurrency=1, tokens_per_minute=10_000)
            start = clock.now
            for _ in range(11):
                leave(gate, await gate.enter(1000), reserved=1000, used=used)
            assert abs(clock.now - start - wanted) <= 6.0

    run(work())


def test_a_complaint_halves_the_width_once_for_all_that_were_under_way() -> None:
    async def work() -> None:
        clock = Clock()
        gate = throttle(clock, concurrency=16)
        sent = [await gate.enter(10) for _ in range(16)]
        clock.now += 1
        for at in sent:
            leave(gate, at, crowded=True)
        assert gate.width == 8
        clock.now += 1
        leave(gate, await gate.enter(10), crowded=True)
        assert gate.width == 4
        for _ in range(10):
            clock.now += 1
            leave(gate, await gate.enter(10), crowded=True)
        assert gate.width == 1

    run(work())


def test_calm_brings_the_width_back_and_no_higher() -> None:
    async def work() -> None:
        clock = Clock()
        gate = throttle(clock, concurrency=3)
        gate.width = 1
        for wanted in (2, 3, 3):
            for _ in range(CALM_AFTER):
                leave(gate, await gate.enter(10))
            assert gate.width == wanted

    run(work())


def test_nobody_asks_before_the_server_wants_to_be_asked() -> None:
    async def work() -> None:
        clock = Clock()
        gate = throttle(clock, concurrency=2)
        leave(gate, await gate.enter(10), crowded=True, after_s=30.0)
        assert await gate.enter(10) >= 130.0

    run(work())


def test_a_worker_that_is_called_off_takes_no_place() -> None:
    async def work() -> None:
        gate = throttle(Clock(), concurrency=1)
        first = await gate.enter(10)
        called_off = asyncio.create_task(gate.enter(10))
        next_one = asyncio.create_task(gate.enter(10))
        await asyncio.sleep(0)
        called_off.cancel()
        await asyncio.sleep(0)
        leave(gate, first)
        await asyncio.wait_for(next_one, 1)
        assert gate.under_way == 1

    run(work())
