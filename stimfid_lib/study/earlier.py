"""Earlier snapshots of the same frozen suite that lie on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from stimfid_lib.analysis.drift import require_same_ground
from stimfid_lib.base.errors import Refused
from stimfid_lib.suite.freeze import read_manifest

if TYPE_CHECKING:
    from stimfid_lib.study.workspace import Study

_NEEDED = ("suite_manifest.json", "suite.parquet", "runs.parquet", "scored_items.parquet", "scored_lists.parquet")


@dataclass(frozen=True)
class Earlier:
    """A snapshot asked before another one: its name, its folder, its last day (ISO), the products both asked."""

    name: str
    folder: Path
    last_day: str
    shared: tuple[str, ...]


def earlier_snapshots(study: Study, subjects: frozenset[str]) -> list[Earlier]:
    """Find scored snapshots of the same suite and lexicon that asked one of `subjects` before this one; latest first.

    Reference generators and embedded models are no subjects: they do not drift.
    """
    mine = study.table("runs").filter(pl.col("model_key").is_in(sorted(subjects)))
    if mine.is_empty():
        return []
    began = str(mine["ts"].min())[:10]
    found = []
    for folder in sorted(study.folder.parent.iterdir()):
        if folder == study.folder or not all((folder / name).is_file() for name in _NEEDED):
            continue
        try:
            require_same_ground(read_manifest(folder / _NEEDED[0]), study.manifest())
        except Refused:
            continue
        runs = pl.read_parquet(folder / "runs.parquet").filter(pl.col("model_key").is_in(sorted(subjects)))
        last = str(runs["ts"].max())[:10] if runs.height else began
        shared = tuple(sorted(set(runs["model_key"]) & set(mine["model_key"])))
        if shared and last < began:
            found.append(Earlier(folder.name, folder, last, shared))
    return sorted(found, key=lambda snapshot: snapshot.last_day, reverse=True)
