"""Which models are live, and the leave to ask them, which whoever builds clients has to bring along."""

from __future__ import annotations

from dataclasses import dataclass

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.clients.anthropic_messages import ANTHROPIC_URL
from stimfid_lib.models.clients.base import is_loopback
from stimfid_lib.models.clients.gemini import GEMINI_URL
from stimfid_lib.models.clients.openai_compatible import OPENAI_URL
from stimfid_lib.models.entries import EndpointEntry, Entry, VendorEntry

URL_OF = {"openai": OPENAI_URL, "anthropic": ANTHROPIC_URL, "google": GEMINI_URL}
"""Where each vendor is asked unless the roster names another address."""


def address_of(entry: Entry) -> str | None:
    """Where a model is asked; None for one that needs no server."""
    if isinstance(entry, VendorEntry):
        return entry.base_url or URL_OF[entry.provider]
    return entry.base_url if isinstance(entry, EndpointEntry) else None


def is_live(entry: Entry) -> bool:
    """Tell whether asking a model leaves this machine: a vendor, or a server elsewhere."""
    address = address_of(entry)
    return address is not None and not is_loopback(address)


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave to ask live models, given by whoever has checked pre-registration, suite and roster (`study.guards`).

    Attributes:
        models: keys of the models that may be asked.
        suite_sha256: the suite whose prompts may be sent.
    """

    models: frozenset[str]
    suite_sha256: str


def require_leave(key: str, entry: Entry, leave: Leave | None) -> None:
    """Refuse a live model without leave; embedded, loopback and reference models need none.

    Raises:
        Refused: the text says which command checks and asks.
    """
    if is_live(entry) and (leave is None or key not in leave.models):
        raise Refused(
            f"model {key!r}: {address_of(entry)} is not on this machine, and no live model is asked without a check of "
            "pre-registration, suite and roster: ask it with `stimfid ask`, `stimfid run` or `make study`"
        )
