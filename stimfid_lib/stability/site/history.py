"""Measurements by curve, and the latest of each: what the results page goes through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stimfid_lib.stability.archive.series import Point, curves
from stimfid_lib.stability.panels.scenario import FAMILIES, TYPES
from stimfid_lib.stability.site.reading import Published

Measured = Mapping[str, Any]


@dataclass(frozen=True)
class Line:
    """One curve with its whole measurements; every point, hollow or not, in the order of its days.

    Attributes:
        series, model_family, protocol_id, profile: what all points share.
        points: see `archive.series.Point`.
        measured: the measurement of each point.
        simulated: whether no model was asked.
    """

    series: str
    model_family: str
    protocol_id: str
    profile: str
    points: tuple[Point, ...]
    measured: tuple[Measured, ...]
    simulated: bool

    @property
    def on_curve(self) -> int:
        """How many points carry no flag."""
        return sum(not point.hollow for point in self.points)


def order_of(protocol_id: str) -> tuple[int, int, str]:
    """Where a protocol stands in every list: by type, then family, then series."""
    family, kind, series = protocol_id.split("__")
    return (_place(kind, TYPES), _place(family, FAMILIES), series)


def lines(folders: Iterable[Published], series: str) -> list[Line]:
    """Every curve of a series; folders are never joined, so that simulated and real points share no curve."""
    found = []
    for folder in folders:
        by_run = {one["run_id"]: one for one in folder.of_type("measurement")}
        for name, points in curves(folder.records).items():
            if name[0] == series:
                measured = tuple(by_run[point.run_id] for point in points)
                found.append(Line(name[0], name[1], name[2], name[4], points, measured, folder.simulated))
    return sorted(found, key=lambda line: (line.model_family, order_of(line.protocol_id), line.profile))


@dataclass(frozen=True)
class Latest:
    """The latest measurement of a protocol by one model family under one profile."""

    measured: Measured
    simulated: bool
    folder: Published


def latest(folders: Iterable[Published], series: Sequence[str]) -> list[Latest]:
    """The latest measurement of every protocol, family and profile of these series."""
    found: dict[tuple[str, ...], Latest] = {}
    for folder in folders:
        for one in sorted(folder.of_type("measurement"), key=lambda one: (one["run_date"], one["replicate_index"])):
            if one["series"] in series:
                names = ("series", "model_family", "protocol_id", "condition_profile")
                key = (str(folder.folder), *(str(one[name]) for name in names))
                found[key] = Latest(one, folder.simulated, folder)
    return sorted(found.values(), key=lambda one: (one.measured["model_family"], order_of(one.measured["protocol_id"])))


def _place(name: str, known: Sequence[str]) -> int:
    return known.index(name) if name in known else len(known)
