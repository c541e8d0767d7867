"""Which protocols there are: those that ship with the project, and those of a private directory."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.settings import proposal
from stimfid_lib.stability.panels.panel import Panel, read_panel
from stimfid_lib.stability.panels.protocol import Protocol, read_protocol

SHIPPED = Path(__file__).parent / "shipped"
"""The public worked examples; a folder with one file a panel and `protocols/` with one file a protocol."""

PRIVATE = "STIMFID_PRIVATE_PANELS"
"""The environment variable that names an archive's own folder of the same format."""


@dataclass(frozen=True)
class Place:
    """Where a protocol stands: its folder, and whether that is the private one."""

    folder: Path
    private: bool

    def protocol_file(self, protocol_id: str) -> Path:
        """The protocol's file."""
        return self.folder / "protocols" / f"{protocol_id}.json"

    def panel_file(self, panel_name: str) -> Path:
        """The panel's file."""
        return self.folder / f"{panel_name}.json"


def private_folder() -> Path | None:
    """The private folder, if one is named.

    Raises:
        MissingInput: the variable names no folder.
    """
    named = os.environ.get(PRIVATE)
    if not named:
        return None
    if not Path(named).is_dir():
        raise MissingInput(f"{PRIVATE} is {named!r}, which is no folder: unset it or correct it")
    return Path(named)


def protocol_ids() -> tuple[str, ...]:
    """The ids of all protocols, shipped and private, sorted."""
    return tuple(sorted(_places()))


def place_of(protocol_id: str) -> Place:
    """Where a protocol stands; a private one takes the place of the shipped worked example of its id.

    Raises:
        Refused: no such id, or it stands in both folders and the shipped one is no candidate any more.
    """
    places = _places()
    if protocol_id not in places:
        raise Refused(f"protocol {protocol_id!r}{proposal(protocol_id, sorted(places))}")
    return places[protocol_id]


def load_protocol(protocol_id: str) -> Protocol:
    """Read one protocol.

    Raises:
        Refused: no such id, or the file is no protocol.
    """
    return read_protocol(place_of(protocol_id).protocol_file(protocol_id))


def load_panel(protocol: Protocol) -> Panel:
    """Read the panel of a protocol, and see that it is the one which the protocol names.

    Raises:
        Refused: it has another hash.
    """
    place = place_of(protocol.protocol_id)
    panel = read_panel(place.panel_file(protocol.panel_name))
    if panel.panel_sha256 != protocol.panel_sha256:
        raise Refused(
            f"{protocol.protocol_id}: its panel has sha256 {panel.panel_sha256[:12]}…, the protocol names "
            f"{protocol.panel_sha256[:12]}…: a changed panel makes a new protocol; restore the file"
        )
    return panel


def _places() -> dict[str, Place]:
    places = {path.stem: Place(SHIPPED, private=False) for path in (SHIPPED / "protocols").glob("*.json")}
    folder = private_folder()
    if folder is None:
        return places
    for path in sorted((folder / "protocols").glob("*.json")):
        shipped = places.get(path.stem)
        if shipped is not None and read_protocol(shipped.protocol_file(path.stem)).status != "candidate":
            raise Refused(
                f"{path.stem} stands in {PRIVATE} and was admitted among the shipped ones: one id is one instrument; "
                "take one of the two away"
            )
        places[path.stem] = Place(folder, private=True)
    return places
