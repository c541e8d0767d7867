"""The twelve admitted fixtures, read once."""

from __future__ import annotations

from datetime import date
from functools import cache

from stimfid_lib.stability.archive.simulated.instrument import fixtures, schedules
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.run.schedule import Schedule

EPOCH = date(2027, 1, 1)


@cache
def protocols() -> tuple[Protocol, ...]:
    return fixtures(EPOCH)


@cache
def all_schedules() -> dict[str, Schedule]:
    return schedules(protocols())
