"""`verify` of a published folder: every byte against the manifest, every statistic against the decisions.

The folder is enough: no private file is needed, and records that are withheld stand in the chain by their hashes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from .chain import SEAL, Damage, canonical, read_seal, sha256_of
from .checking import Parts, Report, check_parts
from .panel_files import changed_panels, read_panels
from .partial import WITHHELD, PartialChain, lines_of
from .schema import Wrong, check_record
from .tables import coverage_csv, outcomes_csv, stability_csv
from .vectors import vector_faults

MANIFEST = "manifest.json"
"""Hashes every other file of the folder, and itself without its last field."""

CHAIN = "chain.jsonl"
OPEN_LANE = "open-lane"
PANELS = "panels"
TABLES = ("stability.csv", "outcomes.csv", "coverage.csv")
DECLASSIFIED = "declassified"
"""State of the `status` record by which a person opens one guard protocol; its detail names `protocol_id`."""


def manifest_text(files: Mapping[str, str], about: Mapping[str, Any]) -> str:
    """Write a manifest: `about`, the SHA-256 of every file by its path, and the SHA-256 of all that."""
    whole = {**about, "files": dict(files)}
    sha256 = sha256_of(canonical(whole).encode("utf-8"))
    return json.dumps({**whole, "manifest_sha256": sha256}, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def tables(records: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Write the published tables from the records of a chain, in its order."""
    kept = list(records)
    measured = [record for record in kept if record.get("record_type") == "measurement"]
    gaps = [record for record in kept if record.get("record_type") == "coverage_gap"]
    return dict(zip(TABLES, (stability_csv(measured), outcomes_csv(measured), coverage_csv(gaps)), strict=True))


def open_protocols(records: Iterable[Mapping[str, Any]]) -> set[str]:
    """Protocols whose trials and texts are public: those of lane `open`, and guard protocols that were declassified."""
    lanes: dict[str, Any] = {}
    opened: set[str] = set()
    for record in records:
        if record.get("record_type") == "protocol":
            lanes[record["protocol_id"]] = record["lane"]
        elif record.get("record_type") == "status" and record["state"] == DECLASSIFIED:
            opened.add(record["detail"]["protocol_id"])
    return {name for name, lane in lanes.items() if lane == "open"} | (opened & set(lanes))


def verify_published(folder: Path, *, on_run: Callable[[str], None] | None = None) -> Report:
    """Check a published folder; nothing is changed.

    Args:
        folder: holds `manifest.json`.
        on_run: called with each run's id before its statistics are computed again.
    """
    report = Report()
    report.faults += [f"golden vectors: {fault}" for fault in vector_faults()]
    report.faults += _file_faults(folder)
    texts = read_panels([folder / PANELS])
    report.faults += [fault for found in texts for fault in found.faults]
    try:
        parts, records = _read(folder, report)
    except (Damage, OSError) as damage:
        report.faults.append(f"{CHAIN}: {damage}")
        return report
    latest = [records[-1][1] for records in parts.protocols.values()]
    report.faults += changed_panels(texts, latest)
    shas = {panel.panel_sha256 for panel in texts}
    opened = open_protocols(records)
    for protocol in latest:
        if protocol["protocol_id"] in opened and protocol["panel_sha256"] not in shas:
            report.faults.append(f"{protocol['protocol_id']} is open, and {PANELS}/ holds no panel of its sha256")
    for run in parts.runs.values():
        if run.withheld and run.runs and run.protocol_id in opened:
            report.faults.append(f"line {run.first_line}: run {run.run_id} is open, and its trials are withheld")
    check_parts(parts, {panel.panel_sha256: panel for panel in texts}, report, on_run or (lambda _: None))
    for name, text in tables(records).items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != text.encode("utf-8"):
            report.faults.append(f"{name} is not what the records of {CHAIN} give")
    return report


def _file_faults(folder: Path) -> list[str]:
    try:
        data = (folder / MANIFEST).read_bytes()
        told = json.loads(data)
        files = dict(told.pop("files"))
        again = manifest_text(files, {name: value for name, value in told.items() if name != "manifest_sha256"})
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return [f"{MANIFEST} is no manifest ({error!r})"]
    faults = [] if again.encode("utf-8") == data else [f"{MANIFEST} was changed"]
    found = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path != folder / MANIFEST
    }
    faults += [f"{name} stands in {MANIFEST} and is not here" for name in sorted(set(files) - found)]
    faults += [f"{name} is here and does not stand in {MANIFEST}" for name in sorted(found - set(files))]
    for name in sorted(found & set(files)):
        if sha256_of((folder / name).read_bytes()) != files[name]:
            faults.append(f"{name} was changed: its sha256 is not that of {MANIFEST}")
    return faults


def _read(folder: Path, report: Report) -> tuple[Parts, list[dict[str, Any]]]:
    """Read the chain with the trials of the open lane in their places; trials themselves are not kept."""
    elsewhere: dict[str, bytes] = {}
    for path in sorted((folder / OPEN_LANE).glob("*.jsonl")):
        elsewhere |= lines_of(path)
    chain, parts, kept = PartialChain(folder / CHAIN, elsewhere), Parts(), list[dict[str, Any]]()
    for number, record in chain:
        kind = str(record.get("record_type"))
        if record.get(WITHHELD) is True:
            report.counted[f"{kind} withheld" if "record_type" in record else "sealed"] += 1
            if kind == "trial":
                parts.withhold(number, record)
            continue
        report.counted[kind] += 1
        try:
            check_record(record)
        except Wrong as wrong:
            report.faults.append(f"line {number}: {wrong}")
            continue
        parts.add(number, record)
        if kind != "trial":
            kept.append(record)
    seal = read_seal(folder)
    if seal is None or seal.next is not None or seal.mark != chain.mark:
        report.faults.append(f"{SEAL} does not bear witness of {CHAIN}: one of them was changed or cut")
    if unused := len(set(elsewhere) - chain.used):
        report.faults.append(f"{unused} lines of {OPEN_LANE}/ have no place in {CHAIN}")
    return parts, kept
