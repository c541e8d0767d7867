"""Ctrl-C, or a system's request to end, as a wish to end well."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

_WISHES = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what a shutdown, a job scheduler or a container sends before it kills."""


@dataclass
class Interrupt:
    """Whether the user has asked to stop, once (`asked`) or again (`urgent`)."""

    asked: bool = False
    urgent: bool = False
    _deferred: bool = field(default=False, repr=False)

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """While the block runs, a second Ctrl-C is only noted too: the block looks at `urgent` where it may end.

        Else it would fall between taking a reply and writing it, and a reply that was paid for would be lost.
        """
        self._deferred = True
        try:
            yield
        finally:
            self._deferred = False

    def note(self, _number: int, _frame: FrameType | None) -> None:
        """Take note of a wish to end, as a signal handler."""
        self.urgent = self.asked
        self.asked = True
        if self.urgent and not self._deferred:
            raise KeyboardInterrupt


@contextmanager
def finish_current_line() -> Iterator[Interrupt]:
    """While the block runs, a first Ctrl-C or SIGTERM is only noted; a second one interrupts at once.

    Outside the main thread, where Python delivers no signals, nothing is noted.
    """
    wish = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield wish
        return
    before = {number: signal.signal(number, wish.note) for number in _WISHES}
    try:
        yield wish
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
