"""Private folders of panels in which protocols are admitted, as only tests and simulations do."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from stimfid_lib.stability.panels.catalogue import SHIPPED


def panels_copied(folder: Path) -> Path:
    """Copies of all shipped panels and protocols."""
    return Path(shutil.copytree(SHIPPED, folder))


def panels_admitted(folder: Path, lanes: Mapping[str, tuple[str, str | None]]) -> Path:
    """The copies, with some protocols admitted: lane and twin by id."""
    panels_copied(folder)
    for protocol_id, (lane, twin) in lanes.items():
        path = folder / "protocols" / f"{protocol_id}.json"
        told = json.loads(path.read_text(encoding="utf-8"))
        told |= {"status": "admitted", "lane": lane, "twin_id": twin, "review": {"fixture": True}}
        path.write_text(json.dumps(told), encoding="utf-8")
    return folder
