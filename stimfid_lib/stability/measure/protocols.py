"""Protocol records: each hash from what it covers, and open protocols paired with their guards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .chain import canonical, sha256_of

HASHED = (
    *("protocol_id", "family", "rewording_type", "panel_sha256", "n", "grammar_version", "options", "system"),
    *("thinking", "effort", "theta_positive_pct", "scenario_dominated_share_pct", "primary_contrast"),
)
"""What `protocol_sha256` covers; status, lane and twin stand outside."""

Numbered = tuple[int, dict[str, Any]]


def protocol_sha256(record: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical JSON of what is hashed."""
    return sha256_of(canonical({name: record[name] for name in HASHED}).encode("utf-8"))


def protocol_faults(protocols: Mapping[str, list[Numbered]]) -> list[str]:
    """A hash that is not what its record gives, or one id with two hashes."""
    faults: list[str] = []
    for name, records in protocols.items():
        for number, record in records:
            if protocol_sha256(record) != record["protocol_sha256"]:
                faults.append(f"line {number}: {name}: its protocol_sha256 is not that of what it says")
            if record["protocol_sha256"] != records[0][1]["protocol_sha256"]:
                faults.append(f"line {number}: {name} has another protocol_sha256 than in line {records[0][0]}")
    return faults


def pairing_faults(protocols: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Twins that are one-sided, cross families, repeat a type, or are not one open and one guard protocol.

    Args:
        protocols: by id; each with family, rewording_type, lane and twin_id. A twin that is not among them cannot be
            judged and is passed over.
    """
    faults: list[str] = []
    for name, record in protocols.items():
        twin_id = record["twin_id"]
        if twin_id is None:
            if record["lane"] == "open":
                faults.append(f"{name} is open and names no twin")
            continue
        twin = protocols.get(twin_id)
        if twin is None:
            continue
        if twin["twin_id"] != name:
            faults.append(f"{name} names {twin_id} as its twin, which names {twin['twin_id']}")
        if twin["family"] != record["family"]:
            faults.append(f"{name} and its twin {twin_id} are of two families")
        if twin["rewording_type"] == record["rewording_type"]:
            faults.append(f"{name} and its twin {twin_id} are of one type")
        if {record["lane"], twin["lane"]} != {"open", "guard"}:
            faults.append(f"{name} ({record['lane']}) and its twin {twin_id} ({twin['lane']}) are not open and guard")
    return faults
