"""The record beside a stage's files: made from which inputs, with which parameters, by which code."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from stimfid_lib.base.files import RECORD, sha256_file, sha256_text, write_json
from stimfid_lib.study.made import Made

_PACKAGE = Path(__file__).resolve().parents[1]
_SHAPE = {"recipe": dict, "outputs": dict, "tables": dict, "incomplete": list, "versions": dict}
_VERSIONS = ("stimfid", "polars", "numpy", "openai", "anthropic", "google-genai", "aiohttp", "xllamacpp", "lemminflect")


def sidecar_path(folder: Path, stage: str) -> Path:
    """Path of a stage's sidecar: `<folder>/<stage>.meta.json`."""
    return folder / f"{stage}.meta.json"


@cache
def code_sha256(floors: tuple[str, ...]) -> str:
    """Digest of the library's own source in the named floors or files (paths under `stimfid_lib/`).

    A stage whose code changed is made anew; model runs among them resume, so that no reply is asked for twice.
    """
    files: list[Path] = []
    for floor in floors:
        place = _PACKAGE / floor
        files += (
            [place]
            if place.is_file()
            else [f for f in place.rglob("*") if f.is_file() and "__pycache__" not in f.parts]
        )
    named = sorted((f.relative_to(_PACKAGE).as_posix(), sha256_file(f)) for f in files)
    return sha256_text(RECORD.join(f"{name} {digest}" for name, digest in named))


def versions() -> dict[str, str]:
    """Versions of the parts that a result may depend on."""
    found = {"python": platform.python_version()}
    for name in _VERSIONS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return found


def read_sidecar(path: Path) -> dict[str, Any] | None:
    """Read a sidecar; one that is absent, torn or of another shape counts as none, so that its stage is made anew."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError, UnicodeDecodeError):
        return None
    whole = isinstance(record, dict) and all(isinstance(record.get(name), kind) for name, kind in _SHAPE.items())
    return record if whole else None


def is_current(path: Path, recipe: Mapping[str, Any]) -> bool:
    """Tell whether the files that a sidecar names still stand as made, from the same recipe."""
    record = read_sidecar(path)
    if record is None or record["recipe"] != recipe or record["incomplete"]:
        return False
    return all(
        (path.parent / name).is_file() and sha256_file(path.parent / name) == digest
        for name, digest in record["outputs"].items()
    )


def write_sidecar(
    path: Path,
    recipe: Mapping[str, Any],
    outputs: Sequence[str],
    *,
    tables: Mapping[str, str] | None = None,
    made: Made = Made(),  # noqa: B008 - frozen
) -> None:
    """Write the record of a stage that has just ended well.

    Args:
        path: `<folder>/<stage>.meta.json`; `outputs` are names in the same folder.
        recipe: inputs' digests, parameters and code digest; the stage is skipped while it stays the same.
        outputs: the files made.
        tables: digests of tables' values, for comparison between two runs (files may differ in dates).
        made: what is left to be said; a stage that owes something is tried again at the next run.
    """
    write_json(
        path,
        {
            "recipe": recipe,
            "outputs": {name: sha256_file(path.parent / name) for name in outputs},
            "tables": dict(tables or {}),
            "incomplete": list(made.owed),
            "notes": list(made.notes),
            "versions": versions(),
        },
    )


def made_before(path: Path) -> Made:
    """What was left to be said when a sidecar was written; nothing where there is none."""
    record = read_sidecar(path) or {}
    return Made(tuple(record.get("incomplete", ())), tuple(record.get("notes", ())))
