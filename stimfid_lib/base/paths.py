"""Where things lie: the repository's root and the folders that are made in it."""

from __future__ import annotations

import os
from pathlib import Path

from stimfid_lib.base.errors import MissingInput

_MARKS = ("pyproject.toml", "stimfid_lib")


def repo_root(start: Path | None = None) -> Path:
    """Return the study's root folder, from any working directory.

    In order: `$STIMFID_HOME`, the checkout that this package was imported from, the first folder at or above
    `start` (default: the working directory) that holds both `pyproject.toml` and `stimfid_lib/`.

    Raises:
        MissingInput: no such folder.
    """
    named = os.environ.get("STIMFID_HOME")
    if named:
        if Path(named).is_dir():
            return Path(named).resolve()
        raise MissingInput(f"STIMFID_HOME is {named!r}, which is no folder; unset it or name the checkout")
    here = (start or Path.cwd()).resolve()
    for folder in (Path(__file__).resolve().parents[2], here, *here.parents):
        if all((folder / mark).exists() for mark in _MARKS):
            return folder
    raise MissingInput(
        f"no stimfid checkout at or above {here}: run inside one, or name it in the environment variable STIMFID_HOME"
    )


def data_dir() -> Path:
    """Folder of what is fetched and built on this machine (git-ignored): `<root>/data`."""
    return repo_root() / "data"
