"""Comparison points: runs of others, or of models that succeed nobody; a table of their own, never a curve."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from stimfid_lib.stability.measure.change import counts_of
from stimfid_lib.stability.measure.entropy import entropy
from stimfid_lib.stability.measure.gap import gap, pct
from stimfid_lib.stability.site.reading import Published, Record


@dataclass(frozen=True)
class Compared:
    """A comparison point with what its counts give; None where a version has no decision."""

    point: Record
    simulated: bool
    gap_pct: float | None
    gap_null_pct: float | None
    gap_positive_pct: float | None
    entropy_a: float | None
    entropy_b: float | None
    lost_pct: float

    @property
    def stability_pct(self) -> float | None:
        """100 minus the gap of A and B."""
        return None if self.gap_pct is None else 100 - self.gap_pct


def compared(folders: Iterable[Published]) -> list[Compared]:
    """Every comparison point, worked out from the counts that it tells."""
    return [_worked_out(point, folder.simulated) for folder in folders for point in folder.of_type("comparison_point")]


def _worked_out(point: dict[str, Any] | Record, simulated: bool) -> Compared:
    counts = {version: counts_of(point, version) for version in point["outcomes"]}
    return Compared(
        point,
        simulated,
        pct(gap(counts["A"], counts["B"])),
        pct(gap(counts["A"], counts["A_prime"])),
        pct(gap(counts["A"], counts["C"])),
        entropy(counts["A"]),
        entropy(counts["B"]),
        100 * max(1 - sum(found) / point["n"] for found in counts.values()),
    )
