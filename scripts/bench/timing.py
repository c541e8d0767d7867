"""How the benchmarks time and what a line of their table is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

REPEATS = 5


class Line(NamedTuple):
    """One line of the table: what was timed, its figure with its unit, and what stands beside it."""

    what: str
    figure: str
    beside: str = ""


def best_of(action: Callable[[], object], repeats: int = REPEATS) -> float:
    """Seconds of the quickest of several runs, the figure that the neighbours disturb least."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        action()
        times.append(time.perf_counter() - started)
    return min(times)


def processor_best_of(action: Callable[[], object], repeats: int = REPEATS) -> tuple[float, float]:
    """Seconds by the clock and of this process on its processors, the least of several runs each.

    On a machine that others use too, the first tells what they took and the second what the work costs.
    """
    clock, processor = [], []
    for _ in range(repeats):
        started, begun = time.perf_counter(), time.process_time()
        action()
        clock.append(time.perf_counter() - started)
        processor.append(time.process_time() - begun)
    return min(clock), min(processor)
