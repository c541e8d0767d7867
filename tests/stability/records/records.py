"""Small sound records for tests of the chain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stimfid_lib.stability.records.archive import Archive


def gap(number: int, **changed: Any) -> dict[str, Any]:
    """A record of a job that did not run; records with different numbers differ."""
    return {
        "record_type": "coverage_gap",
        "scheduled_on": f"2026-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}",
        "job": "full_sweep",
        "protocol_id": None,
        "subject_model_id": f"Modèle-{number}",
        "series": "commercial",
        "cause": "dormant",
        **changed,
    }


def archive_of(folder: Path, count: int) -> Archive:
    """An archive of so many records, each written alone."""
    archive = Archive(folder)
    with archive:
        for number in range(count):
            archive.append(gap(number))
    return archive


def lines_of(folder: Path) -> list[bytes]:
    """The lines of an archive's file, each with its end."""
    return (folder / "records.jsonl").read_bytes().splitlines(keepends=True)
