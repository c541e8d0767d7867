"""How fast a provider is asked: so many at once, so many a minute, fewer when it says that it is too much."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

from stimfid_lib.models.entries import Limits

CALM_AFTER = 10
"""Replies in a row without a complaint after which one more question is asked at once."""

MINUTE_S = 60.0


class Throttle:
    """The limits of one provider, obeyed by everyone who asks it. For one event loop.

    `width` is how many may be under way: it starts at the limit, is halved when the server complains (once for all
    calls that were sent before it was), and grows by one after `CALM_AFTER` replies without complaint.

    Args:
        limits: of the provider.
        clock: seconds of a clock that never jumps.
        sleep: how to wait.
    """

    def __init__(
        self,
        limits: Limits,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.limits = limits
        self.width = limits.concurrency
        self.under_way = 0
        self._clock, self._sleep = clock, sleep
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._closed_until = 0.0
        self._calm = 0
        self._complained_at = float("-inf")
        now = clock()
        self._requests_due = self._tokens_due = now

    async def enter(self, tokens: int) -> float:
        """Wait for a place, then for the minute's share; returns the time of sending, for `leave`.

        Args:
            tokens: the most that the call may take, prompt and reply together.
        """
        while self.under_way >= self.width:
            place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            await place
        self.under_way += 1
        try:
            await self._wait_for_the_minute(tokens)
        except BaseException:
            self._free()
            raise
        return self._clock()

    def leave(self, sent_at: float, *, reserved: int, used: int | None, crowded: bool, after_s: float | None) -> None:
        """Give the place back and learn from the reply.

        Args:
            sent_at: what `enter` returned.
            reserved: tokens that were taken from the minute.
            used: tokens that the server counted; None leaves what was reserved.
            crowded: the server complained.
            after_s: how long it wants to be left alone.
        """
        if used is not None and self.limits.tokens_per_minute:
            self._tokens_due -= max(0, reserved - used) * MINUTE_S / self.limits.tokens_per_minute
        if crowded:
            self._calm = 0
            if sent_at > self._complained_at:  # one complaint counts once, however many calls were under way
                self.width = max(1, self.width // 2)
                self._complained_at = self._clock()
        else:
            self._calm += 1
            if self._calm >= CALM_AFTER and self.width < self.limits.concurrency:
                self.width, self._calm = self.width + 1, 0
        if after_s:
            self._closed_until = max(self._closed_until, self._clock() + after_s)
        self._free()

    def _free(self) -> None:
        self.under_way -= 1
        for _ in range(self.width - self.under_way):
            while self._waiting:
                place = self._waiting.popleft()
                if not place.done():
                    place.set_result(None)
                    break

    async def _wait_for_the_minute(self, tokens: int) -> None:
        """Space requests and tokens evenly over the minute, with one second's worth at once."""
        while True:
            now = self._clock()
            wait = max(self._closed_until - now, self._requests_due - now - 1.0, self._tokens_due - now - 1.0)
            if wait <= 0:
                break
            await self._sleep(wait)
        if self.limits.requests_per_minute:
            self._requests_due = max(self._requests_due, now) + MINUTE_S / self.limits.requests_per_minute
        if self.limits.tokens_per_minute:
            self._tokens_due = max(self._tokens_due, now) + tokens * MINUTE_S / self.limits.tokens_per_minute
