"""How long a transcriber that warms up is waited for."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from stimfid_lib.base.errors import StimfidError
from stimfid_lib.models.interrupt import Interrupt
from stimfid_lib.pronounce.errors import Warming
from stimfid_lib.pronounce.validate.checkpoint import Done
from stimfid_lib.pronounce.validate.corpus import Entry
from stimfid_lib.pronounce.validate.ear import Ear
from stimfid_lib.pronounce.validate.measure import measure

_SLICE_S = 0.2


class StillWarming(StimfidError):
    """A transcriber was not ready each time it was asked, or somebody asked to stop while it was waited for."""


@dataclass(frozen=True)
class Patience:
    """Seconds to wait before each further try."""

    waits_s: tuple[float, ...] = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)

    def measure(self, entry: Entry, ear: Ear, wish: Interrupt, say: Callable[[str], None]) -> Done:
        """Measure an utterance, again while the transcriber is warming.

        Raises:
            StillWarming: it stayed so, or somebody asked to stop meanwhile.
            Misconfigured: it cannot work.
        """
        for wait in (*self.waits_s, None):
            try:
                return measure(entry, ear)
            except Warming as error:
                if wait is None or wish.asked:
                    raise StillWarming(f"{error} ({len(self.waits_s) + 1} tries)") from error
                say(f"{entry.key}: {error}; trying again in {wait:g} s")
                _sleep(wait, wish)
        raise AssertionError("the last try returns or raises")


def _sleep(seconds: float, wish: Interrupt) -> None:
    """Sleep in slices: a signal that is only noted does not end Python's own sleep."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0 and not wish.asked:
        time.sleep(min(left, _SLICE_S))
