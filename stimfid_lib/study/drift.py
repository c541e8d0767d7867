"""Two snapshots on disk compared: found, held against each other, counted, compared."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from stimfid_lib.analysis.cells import cell_counts
from stimfid_lib.analysis.drift import Drift, drift, require_same_ground
from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.study.params import load_params
from stimfid_lib.suite.freeze import read_manifest
from stimfid_lib.suite.manifest import suite_sha256

_TABLES = ("scored_items", "scored_lists", "suite")


def drift_between(before: str, after: str) -> Drift:
    """Compare two snapshots, each named by its parameter file or its build folder (from the repository's root).

    Raises:
        MissingInput: no such file or folder, or a snapshot that has not been scored.
        Refused: they asked another suite or were scored by another ground truth; or no model answered in both.
    """
    folders = [_folder(named) for named in (before, after)]
    require_same_ground(*(_ground(folder) for folder in folders))
    one, other = (
        cell_counts(*(pl.read_parquet(folder / f"{table}.parquet") for table in _TABLES)) for folder in folders
    )
    return drift(one, other)


def _folder(named: str) -> Path:
    root = repo_root()
    path = root / named
    folder = root / "build" / load_params(path).snapshot if path.suffix in (".yaml", ".yml") else path
    absent = [f"{table}.parquet" for table in _TABLES if not (folder / f"{table}.parquet").is_file()]
    if absent:
        raise MissingInput(
            f"{named}: {folder} lacks {', '.join(absent)}; name a parameter file or the build folder of a snapshot "
            "that has been scored (`stimfid score --params …`)"
        )
    return folder


def _ground(folder: Path) -> Mapping[str, Any]:
    """The manifest in a snapshot's folder that froze the suite lying there."""
    found = suite_sha256(pl.read_parquet(folder / "suite.parquet"))
    for path in sorted(folder.glob("*.json")):
        if path.name.endswith(".meta.json"):
            continue
        try:
            manifest = read_manifest(path)
        except Refused:
            continue
        if manifest["suite_sha256"] == found:
            return manifest
    raise Refused(f"{folder} holds no manifest of its suite {found[:12]}…: make the suite again with `stimfid suite`")
