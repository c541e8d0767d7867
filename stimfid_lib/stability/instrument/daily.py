"""A day's checks of the instrument: the runtime's fingerprint, and one guard protocol in rotation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.stability.bookkeeping import Bookkeeping
from stimfid_lib.stability.instrument.baselines import read_baseline
from stimfid_lib.stability.instrument.fingerprint import RuntimeFingerprint, differences
from stimfid_lib.stability.instrument.state import GUARD, RUNTIME, alarm_entries
from stimfid_lib.stability.measure.change import change


def check_runtime(books: Bookkeeping, folder: Path, today: RuntimeFingerprint, day: str) -> tuple[str, ...]:
    """Compare a day's fingerprint with the baseline of its architecture and write both down, with the alarm if any.

    Returns:
        What differs, in words; empty where every bit is equal.

    Raises:
        MissingInput: the architecture has no baseline; nothing was written down, so that the day has no fingerprint.
    """
    told = differences(read_baseline(folder, today.conditions.architecture), today)
    taken = {"kind": RUNTIME, "day": day, "sha256": today.sha256, "equal": not told}
    books.append({**taken, "architecture": today.conditions.architecture}, *alarm_entries(day, RUNTIME, told))
    return told


def guard_of_day(protocol_ids: Sequence[str], day: str) -> str:
    """Name the guard protocol whose turn it is: by the number of the day, so that a missed day shifts nobody's turn.

    Raises:
        MissingInput: there is no guard protocol.
    """
    if not protocol_ids:
        raise MissingInput(
            "no guard protocol: give protocols the lane guard with `stimfid stability promote`, in a private "
            "directory named by STIMFID_PRIVATE_PANELS"
        )
    ordered = sorted(protocol_ids)
    return ordered[date.fromisoformat(day).toordinal() % len(ordered)]


def check_guard(
    books: Bookkeeping, protocol_id: str, baseline: Mapping[str, Any], today: Mapping[str, Any], day: str
) -> tuple[str, ...]:
    """Judge the reference model's measurement of a day against its baseline by the change rule, and write it down.

    The weights are the same on both days, so that a change that the rule calls real is the instrument's.

    Args:
        books: where the verdict, and the alarm if any, are written.
        protocol_id: the guard protocol.
        baseline, today: two measurements of it by the reference model.
        day: ISO day.

    Returns:
        Why there is an alarm, in words; empty where the verdict is `flat`.
    """
    found = change(baseline, today)
    verdict = str(found["verdict"])
    told: tuple[str, ...] = () if verdict == "flat" else (f"{protocol_id} is {verdict} against its baseline",)
    books.append({"kind": GUARD, "day": day, "protocol_id": protocol_id, **found}, *alarm_entries(day, GUARD, told))
    return told
