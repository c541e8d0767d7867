"""Coverage of the commercial series as the published folder tells it: sweeps that ran, and gaps with their causes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.archive.causes import CAUSES
from stimfid_lib.stability.archive.jobs import SWEEP
from stimfid_lib.stability.site.reading import Published

RAN = "measured"
PARTS = (RAN, *CAUSES)
"""What a due sweep of one protocol can have become, in the order in which it is drawn."""


@dataclass(frozen=True)
class Coverage:
    """The sweeps of the commercial series that were due and are settled.

    Attributes:
        parts: how many were measured, and how many not, by cause.
        months: the same by calendar month, from the first to the last one.
        others: gaps of all other jobs by job and cause; how often those ran is not published.
        simulated: whether any of it is simulated.
    """

    parts: Counter[str]
    months: dict[str, Counter[str]]
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
    parts, others = Counter[str](), Counter[tuple[str, str]]()
    months: dict[str, Counter[str]] = {}
    simulated = False
    for folder in folders:
        bridged = {run_id for record in folder.of_type("generation_bridge") for run_id in record["run_ids"]}
        settled = [
            (measured["run_date"], RAN)
            for measured in folder.of_type("measurement")
            if measured["series"] == "commercial"
            and measured["run_id"] not in bridged
            and measured["replicate_index"] == 1
            and "exploratory" not in measured["flags"]
        ]
        for gap in folder.of_type("coverage_gap"):
            if gap["job"] == SWEEP and gap["series"] == "commercial":
                settled.append((gap["scheduled_on"], gap["cause"]))
            else:
                others[gap["job"], gap["cause"]] += 1
        simulated = simulated or (folder.simulated and bool(settled))
        for day, part in settled:
            parts[part] += 1
            months.setdefault(day[:7], Counter())[part] += 1
    if not parts:
        raise Refused(
            "the published folder holds no sweep of the commercial series, neither measured nor missed, so that its "
            "coverage bar cannot be drawn, and no page is made without it: publish an archive that runs this series"
        )
    return Coverage(parts, {month: months.get(month, Counter()) for month in _months(months)}, others, simulated)


def _months(found: Iterable[str]) -> list[str]:
    first, last = min(found), max(found)
    told, day = [], date.fromisoformat(f"{first}-01")
    while f"{day:%Y-%m}" <= last:
        told.append(f"{day:%Y-%m}")
        day = date(day.year + day.month // 12, day.month % 12 + 1, 1)
    return told
