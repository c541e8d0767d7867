"""Opening a guard protocol: a person's decision, one protocol at a time, recorded in the chain."""

from __future__ import annotations

from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.measure.published import DECLASSIFIED, open_protocols
from stimfid_lib.stability.records.archive import Archive


def declassify(archive: Archive, protocol_id: str, *, day: str, by: str, reason: str) -> dict[str, Any]:
    """Record that a guard protocol is public from now on: its text, and the trials of all its runs.

    Nothing that was published before changes; the trials that come out have the hashes that stood in their places.

    Args:
        archive: where it is recorded.
        protocol_id: one protocol.
        day: ISO day.
        by, reason: whose decision it is, and why; policy asks for four generations of models first.

    Returns:
        The record.

    Raises:
        Refused: no such protocol in the archive, not of lane guard, open already, or nobody is named.
    """
    for name, value in (("by", by), ("reason", reason)):
        if not value.strip():
            raise Refused(f"{name} is empty: declassifying is a person's decision and says whose it is and why")
    with archive:
        records = [record for record in archive.records() if record["record_type"] in ("protocol", "status")]
        lanes = {record["protocol_id"]: record["lane"] for record in records if record["record_type"] == "protocol"}
        if protocol_id not in lanes:
            raise Refused(f"no protocol {protocol_id!r} in {archive.folder}; it holds {', '.join(sorted(lanes))}")
        if protocol_id in open_protocols(records):
            raise Refused(f"{protocol_id} is public already")
        if lanes[protocol_id] != "guard":
            raise Refused(f"{protocol_id} is of lane {lanes[protocol_id]}: only a guard protocol is declassified")
        record = {
            "record_type": "status",
            "as_of": day,
            "state": DECLASSIFIED,
            "detail": {"protocol_id": protocol_id, "by": by, "reason": reason},
        }
        archive.append(record)
    return record
