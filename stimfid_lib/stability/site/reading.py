"""A published folder as the page reads it; nothing else is read, and every file is held to its published hash."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import sha256_file
from stimfid_lib.stability.measure import published
from stimfid_lib.stability.panels.panel import Panel, read_panel

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Published:
    """One published folder.

    Attributes:
        folder: where it lies.
        files: SHA-256 of every file but the manifest, by path.
        published_on: ISO day.
        simulated: whether no model was asked.
        status: its `status.json`.
        records: every public record of its chain but trials, in order.
        panels: the open panels by family and type.
    """

    folder: Path
    files: Mapping[str, str]
    published_on: str
    simulated: bool
    status: Mapping[str, Any]
    records: tuple[Record, ...]
    panels: Mapping[str, Panel]

    def of_type(self, record_type: str) -> tuple[Record, ...]:
        """Its records of one type, in order."""
        return tuple(record for record in self.records if record["record_type"] == record_type)

    def trials(self, run_id: str) -> Iterator[Record]:
        """The public trials of one run."""
        for name in sorted(self.files):
            if name.startswith(f"{published.OPEN_LANE}/"):
                with (self.folder / name).open(encoding="utf-8") as lines:
                    for line in lines:
                        if run_id in line:
                            trial = json.loads(line)
                            if trial["run_id"] == run_id:
                                yield trial


def read_published(folder: Path) -> Published:
    """Read a published folder and hold every file that is there to the manifest.

    This is no `verify`: chain and statistics are not computed again.

    Raises:
        MissingInput: there is no manifest.
        Refused: the manifest is no manifest of ours, or a file is missing or is not the one that was published.
    """
    folder = Path(folder)
    path = folder / published.MANIFEST
    if not path.is_file():
        raise MissingInput(f"{path} is missing: name a folder that `stimfid stability publish` has written")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        files, day, simulated = dict(manifest["files"]), str(manifest["published_on"]), bool(manifest["simulated"])
    except (ValueError, KeyError, TypeError) as error:
        raise Refused(f"{path} is no manifest of a publication ({error!r}): publish the archive again") from None
    for name, digest in files.items():
        if not (folder / name).is_file() or sha256_file(folder / name) != digest:
            raise Refused(
                f"{folder / name} is missing or not what was published: no page is made of a folder that was changed; "
                "publish the archive again"
            )
    panels = (read_panel(folder / name) for name in sorted(files) if name.startswith(f"{published.PANELS}/"))
    return Published(
        folder,
        files,
        day,
        simulated,
        json.loads((folder / "status.json").read_text(encoding="utf-8")),
        tuple(_records(folder / published.CHAIN)),
        {panel.name: panel for panel in panels},
    )


def _records(path: Path) -> Iterator[Record]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if record.get("withheld") is not True and record["record_type"] != "trial":
                yield record


def sealed_at(path: Path) -> tuple[int, str]:
    """Where a chain stands, from its seal: number of lines, hash of the last."""
    seal = json.loads(path.read_text(encoding="utf-8"))
    return int(seal["lines"]), str(seal["last_sha256"])
