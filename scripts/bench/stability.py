"""One measurement, its parts, and a mean of six."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from scripts.bench.timing import Line, processor_best_of
from stimfid_lib.base.seed import SEED
from stimfid_lib.stability.measure.aggregate import mean_stability
from stimfid_lib.stability.measure.draws import RESAMPLES
from stimfid_lib.stability.measure.measurement import measure
from stimfid_lib.stability.responders import RESPONDERS, decisions_of

MEAN_OF = 6


def lines() -> Iterator[Line]:
    """Time `measure` at both sizes, with all resamples and with one, and a mean of measurements."""
    for n in (30, 120):
        yield _line(f"one measurement at n = {n}, {RESAMPLES:,} resamples", _measuring(n, RESAMPLES))
        yield _line(f"the same with one resample, n = {n}", _measuring(n, 1))
    records = [{**_measuring(120, 1)(), **_triple(number), "rewording_type": "wording"} for number in range(MEAN_OF)]
    yield _line(f"the mean of {MEAN_OF} at n = 120, {RESAMPLES:,} resamples", lambda: mean_stability(records))


def _triple(number: int) -> dict[str, str]:
    return {"protocol_id": f"bench__wording__v{number}", "run_date": "2026-01-31", "subject_model_id": "bench"}


def _measuring(n: int, resamples: int) -> Callable[[], dict[str, Any]]:
    decisions = decisions_of(RESPONDERS["wording_sensitive"], n, random.Random(SEED))
    given = {"options": ("A", "B"), "n": n, "theta_positive_pct": 15, "scenario_dominated_share_pct": 40}
    return lambda: measure(decisions, **given, **_triple(0), resamples=resamples)


def _line(what: str, action: Callable[[], object]) -> Line:
    clock, processor = processor_best_of(action, repeats=3)
    return Line(what, f"{clock * 1e3:,.0f} ms", f"{processor * 1e3:,.1f} ms of the processor")
