"""Whether the roster's model ids stand in the vendors' own listings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_text
from stimfid_lib.models.build import served_client
from stimfid_lib.models.clients.base import close_all
from stimfid_lib.models.clients.keys import load_env
from stimfid_lib.models.clients.loop import wait_for
from stimfid_lib.models.clients.served import ServedClient
from stimfid_lib.models.entries import EndpointEntry, VendorEntry
from stimfid_lib.models.roster import Roster, load_roster

_VERIFIED = re.compile(r"^verified:[^#\n]*?(?P<gap>\s*)(?P<note>#[^\n]*)?$", flags=re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Found:
    """What the listing says of one model.

    `state`: `listed` (the id, its snapshot and all its aliases stand there), `missing` (one does not), `not checked`
    (no key, or the server does not answer).
    """

    model_key: str
    state: Literal["listed", "missing", "not checked"]
    told: str
    vendor: bool

    def __str__(self) -> str:
        return f"{self.model_key}: {self.state}: {self.told}"


def check_roster(roster: Roster) -> list[Found]:
    """Ask each server of the roster for its listing; no model is asked anything."""
    load_env()
    found: list[Found] = []
    for key, entry in roster.models.items():
        if isinstance(entry, VendorEntry | EndpointEntry):
            found.append(_check(key, entry))
    return found


def listed_ids(key: str, entry: VendorEntry | EndpointEntry) -> list[str]:
    """Every model id that a model's server lists; no model is asked anything.

    Raises:
        MissingInput: its API key is not set.
        ConnectionError: the server does not answer, or not as a listing does.
    """
    load_env()
    client = served_client(key, entry)
    try:
        return _listed(client)
    finally:
        close_all([client])


def _check(key: str, entry: VendorEntry | EndpointEntry) -> Found:
    vendor = isinstance(entry, VendorEntry)
    try:
        client = served_client(key, entry)
    except (MissingInput, Refused) as error:
        return Found(key, "not checked", str(error), vendor)
    try:
        listed = _listed(client)
    except ConnectionError as error:
        return Found(key, "not checked", str(error), vendor)
    finally:
        close_all([client])
    ids = [entry.model_id, *([entry.snapshot] if entry.snapshot else []), *entry.aliases]
    missing = [name for name in ids if name not in listed]
    if missing:
        near = [name for name in listed if name.split("-")[0] == entry.model_id.split("-")[0]]
        told = (
            f"{', '.join(missing)} not among {len(listed)} listed models; of the same name: {', '.join(near) or 'none'}"
        )
        return Found(key, "missing", told, vendor)
    return Found(key, "listed", ", ".join(ids), vendor)


def _listed(client: ServedClient) -> list[str]:
    try:
        return wait_for(client.listed())
    except Exception as error:  # noqa: BLE001 - whatever an SDK raises is told by the allow-list
        raise ConnectionError(client.told(error)) from None


def set_verified(path: Path, found: Iterable[Found], today: date) -> None:
    """Write today's date as `verified` into the roster, where every vendor's id was found; comments stay.

    Raises:
        Refused: an id of a vendor was not found or not checked, or the file has no line `verified:`.
    """
    unseen = [entry.model_key for entry in found if entry.vendor and entry.state != "listed"]
    if unseen:
        raise Refused(
            f"{path.name}: verified stays as it is, because {', '.join(unseen)} could not be found: correct the ids "
            "or set the keys, and check again; take out a model that is not asked any more"
        )
    text = path.read_text(encoding="utf-8")
    changed, count = _VERIFIED.subn(rf"verified: {today.isoformat()}\g<gap>\g<note>", text, count=1)
    if not count:
        raise Refused(f"{path.name} has no line that begins with 'verified:'; add `verified: {today.isoformat()}`")
    write_text(path, changed)
    load_roster(path)
