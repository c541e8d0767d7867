"""Ctrl-C as a wish to end well."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@dataclass
class Interrupt:
    """Whether the user has asked to stop."""

    asked: bool = False


@contextmanager
def finish_current_line() -> Iterator[Interrupt]:
    """While the block runs, a first Ctrl-C is only noted; a second one interrupts at once as usual.

    Outside the main thread, where Python delivers no signals, nothing is noted.
    """
    wish = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield wish
        return

    def note(_number: int, _frame: FrameType | None) -> None:
        if wish.asked:
            raise KeyboardInterrupt
        wish.asked = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield wish
    finally:
        signal.signal(signal.SIGINT, before)
