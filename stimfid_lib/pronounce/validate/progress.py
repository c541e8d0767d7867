"""How far a run is, and about how long it will take."""

from __future__ import annotations

import time
from collections.abc import Callable

TELL_S = 15.0
"""Seconds between two lines."""


class Progress:
    """Tells every quarter of a minute, and at the end; `new` counts what this run has done itself."""

    def __init__(self, total: int, before: int, say: Callable[[str], None]) -> None:
        self.new = 0
        self._total, self._before, self._say = total, before, say
        self._began = self._told = time.monotonic()

    def count(self, done: int) -> None:
        """Take note that so many are done in all."""
        self.new = done - self._before
        now = time.monotonic()
        if now - self._told < TELL_S and done < self._total:
            return
        self._told = now
        left = (now - self._began) / max(1, self.new) * (self._total - done)
        self._say(f"{done} of {self._total} utterances" + (f", about {left / 60:.0f} min to go" if left > 60 else ""))
