"""Coverage of the commercial series as the published folder tells it: sweeps that ran, and gaps with their causes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.archive.cadence import load_cadence
from stimfid_lib.stability.archive.causes import CAUSES
from stimfid_lib.stability.archive.jobs import SWEEP
from stimfid_lib.stability.site.reading import Published, Record

COMMERCIAL = "commercial"
RAN = "measured"
PARTS = (RAN, *CAUSES)
"""What a due sweep of one protocol can have become, in the order in which it is drawn."""


@dataclass(frozen=True)
class Coverage:
    """The sweeps of the commercial series that were due and are settled.

    Attributes:
        parts: how many were measured, and how many not, by cause.
        sweeps: the same by sweep, by the ISO day on which its period begins, counted from the first one.
        period: days from one sweep to the next.
        others: gaps of all other jobs by job and cause; how often those ran is not published.
        simulated: whether any of it is simulated.
    """

    parts: Counter[str]
    sweeps: dict[str, Counter[str]]
    period: int
    others: Counter[tuple[str, str]]
    simulated: bool

    @property
    def due(self) -> int:
        """All of them."""
        return self.parts.total()

    @property
    def share_pct(self) -> float:
        """Measured ones in percent of all."""
        return 100 * self.parts[RAN] / self.due


def coverage_of(folders: Iterable[Published]) -> Coverage:
    """Count them: a sweep was measured, or has a `coverage_gap` with its one cause.

    Runs of a bridge, exploratory runs and repetitions on one day were no sweep. A sweep that is still open has neither
    and is not counted; those of sealed protocols are not public.

    Raises:
        Refused: no sweep of the commercial series was ever due: without its coverage no page is made.
    """
    settled, others, simulated = list[tuple[str, str]](), Counter[tuple[str, str]](), False
    for folder in folders:
        found = [*_measured(folder), *_missed(folder)]
        simulated = simulated or (folder.simulated and bool(found))
        settled += found
        others.update((gap["job"], gap["cause"]) for gap in folder.of_type("coverage_gap") if not _is_sweep(gap))
    if not settled:
        raise Refused(
            "the published folder holds no sweep of the commercial series, neither measured nor missed, so that its "
            "coverage bar cannot be drawn, and no page is made without it: publish an archive that runs this series"
        )
    period = load_cadence().periods.full_sweep.days
    return Coverage(Counter(part for _, part in settled), _by_sweep(settled, period), period, others, simulated)


def _measured(folder: Published) -> Iterator[tuple[str, str]]:
    bridged = {run_id for record in folder.of_type("generation_bridge") for run_id in record["run_ids"]}
    for one in folder.of_type("measurement"):
        own = one["series"] == COMMERCIAL and one["run_id"] not in bridged
        if own and one["replicate_index"] == 1 and "exploratory" not in one["flags"]:
            yield one["run_date"], RAN


def _missed(folder: Published) -> Iterator[tuple[str, str]]:
    for gap in folder.of_type("coverage_gap"):
        if _is_sweep(gap):
            yield gap["scheduled_on"], gap["cause"]


def _is_sweep(gap: Record) -> bool:
    return bool(gap["job"] == SWEEP and gap["series"] == COMMERCIAL)


def _by_sweep(settled: Iterable[tuple[str, str]], period: int) -> dict[str, Counter[str]]:
    found = [(date.fromisoformat(day), part) for day, part in settled]
    first, last = min(day for day, _ in found), max(day for day, _ in found)
    sweeps = [Counter[str]() for _ in range((last - first).days // period + 1)]
    for day, part in found:
        sweeps[(day - first).days // period][part] += 1
    return {(first + timedelta(days=period * place)).isoformat(): sweep for place, sweep in enumerate(sweeps)}
