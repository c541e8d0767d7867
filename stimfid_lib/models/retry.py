"""When a failed question is asked again in the same run, and how long to wait before."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from stimfid_lib.base.seed import SEED
from stimfid_lib.models.completion import Completion


@dataclass(frozen=True)
class Retries:
    """How often and after which waits.

    Attributes:
        attempts: calls of one question in one run.
        first_s: the wait after the first failure lies between half of this and this; it doubles with each further one.
        longest_s: no wait of our own is longer.
        patience_s: a server that asks for more than this is left alone for the rest of the run.
        draw: the jitter's source, so that questions which failed together do not come back together.
    """

    attempts: int = 5
    first_s: float = 1.0
    longest_s: float = 60.0
    patience_s: float = 600.0
    draw: random.Random = field(default_factory=lambda: random.Random(SEED))

    def wait_s(self, completion: Completion, attempt: int) -> float | None:
        """Seconds to wait before attempt `attempt` + 1; None when the question is not asked again in this run.

        What the server asks for (`Retry-After`) is never undercut.
        """
        fault = completion.fault
        if completion.error is None or fault is None or not fault.again or attempt >= self.attempts:
            return None
        if self.asks_too_much(completion):
            return None
        own = min(self.longest_s, self.first_s * 2.0 ** (attempt - 1)) * (0.5 + self.draw.random() / 2)
        return own if fault.after_s is None else max(own, fault.after_s + min(own, self.first_s))

    def asks_too_much(self, completion: Completion) -> bool:
        """Tell whether the server asks for a longer wait than the run has patience for."""
        fault = completion.fault
        return fault is not None and (fault.after_s or 0.0) > self.patience_s
