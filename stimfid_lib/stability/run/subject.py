"""Who is asked: a model of the roster under a condition profile, or a synthetic responder."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json, sha256_text
from stimfid_lib.models.build import served_client
from stimfid_lib.models.clients.base import close_all
from stimfid_lib.models.clients.keys import load_env
from stimfid_lib.models.completion import ChatClient
from stimfid_lib.models.costs import Tariff, tariffs_of
from stimfid_lib.models.entries import EmbeddedEntry, EndpointEntry, ReferenceEntry, VendorEntry
from stimfid_lib.models.live import Leave, address_of, is_live, require_leave
from stimfid_lib.models.roster import Roster
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.run.profiles import (
    DEFAULT_PROFILE,
    EMBEDDED_PROFILES,
    RESPONDER,
    SYNTHETIC_PROFILE,
    THINKING_OFF,
    Profile,
    embedded_profile,
)
from stimfid_lib.stability.run.schedule import Schedule

if TYPE_CHECKING:
    from stimfid_lib.models.clients.served import ServedClient
    from stimfid_lib.models.local import LocalClient

ModelEntry = EmbeddedEntry | EndpointEntry | VendorEntry
"""Entries of models, as opposed to generators."""


@dataclass(frozen=True)
class Subject:
    """A model as the records know it.

    Attributes:
        key: the name of its journal.
        model_id: the id that is asked for.
        series: `open_weights` (weights that anybody can hold), `commercial`, or `synthetic` (a responder).
        model_family: what succeeds one another: gpt, claude, gemini, smollm2 …
        profile: the condition profile.
        entry: its roster entry; None for a responder.
    """

    key: str
    model_id: str
    series: str
    model_family: str
    profile: Profile
    entry: ModelEntry | None = None

    @property
    def live(self) -> bool:
        """Tell whether asking it leaves this machine, which may cost money."""
        return self.entry is not None and is_live(self.entry)

    @property
    def tariffs(self) -> dict[str, Tariff]:
        """Its prices, by its key; empty where the roster holds none."""
        return tariffs_of({self.key: self.entry}) if self.entry is not None else {}

    def api_surface_sha(self, settings: Mapping[str, Any]) -> str:
        """Digest of what the model is asked through: kind of server, address, everything sent but prompt and seed."""
        kind = "responder" if self.entry is None else self.entry.kind
        address = None if self.entry is None else address_of(self.entry)
        return sha256_text(canonical_json({"kind": kind, "address": address, "settings": settings}))


def subject_of(
    name: str, roster: Roster, protocol: Protocol, *, profile: str | None = None, family: str | None = None
) -> Subject:
    """Find a subject by its name.

    Args:
        name: a key of the roster, or `responder:<law>`.
        roster: see `load_roster`.
        protocol: what it will be asked; its options enter the constrained profile, its `thinking` what is sent.
        profile: of the embedded model, `free` or `constrained` (default); others have one profile only.
        family: the model family; default: the id's letters and digits up to the first hyphen.

    Raises:
        Refused: no such model, a generator of the fidelity study, or a profile that it does not have.
    """
    if name.startswith(RESPONDER):
        _only(name, profile, SYNTHETIC_PROFILE)
        key = name.replace(":", "-").replace("_", "-")
        return Subject(key, name, "synthetic", family or "responder", Profile(SYNTHETIC_PROFILE))
    entry = model_entry(name, roster)
    if isinstance(entry, EmbeddedEntry):
        chosen = _with_thinking(embedded_profile(profile or EMBEDDED_PROFILES[-1], protocol.options), entry, protocol)
    else:
        _only(name, profile, DEFAULT_PROFILE)
        chosen = _with_thinking(Profile(DEFAULT_PROFILE), entry, protocol)
    series = "commercial" if isinstance(entry, VendorEntry) else "open_weights"
    return Subject(name, entry.model_id, series, family or family_of(entry.model_id), chosen, entry)


def model_entry(name: str, roster: Roster) -> ModelEntry:
    """Find a model that can be asked anything.

    Raises:
        Refused: no such key, or a generator of the fidelity study.
    """
    entry = roster.entry(name)
    if isinstance(entry, ReferenceEntry):
        raise Refused(f"{name!r} is a generator of word lists and decides nothing: name a model, or {RESPONDER}<law>")
    return entry


def family_of(model_id: str) -> str:
    """The letters and digits of an id up to its first hyphen or colon, in small letters: `gpt`, `claude`, `smollm2`."""
    found = re.match(r"[a-z0-9]+", model_id.rpartition("/")[2].lower())
    return found[0] if found else "unknown"


def client_of(subject: Subject, schedule: Schedule, roster: Roster, leave: Leave | None = None) -> ChatClient:
    """Make the client that asks a subject; close it with `clients.base.close_all`.

    Raises:
        Refused: a live model without leave.
        MissingInput: an API key is not set.
        EmbeddedModelUnavailable: the embedded model cannot run here.
    """
    if subject.entry is None:
        from stimfid_lib.stability.run.responder import ResponderClient

        return ResponderClient(subject.model_id, schedule, key=subject.key)
    return model_client(subject.key, subject.entry, roster, subject.profile, leave)


@contextmanager
def client_open(
    subject: Subject, schedule: Schedule, roster: Roster, leave: Leave | None = None
) -> Iterator[ChatClient]:
    """`client_of` for the length of a block; it is closed at its end."""
    client = client_of(subject, schedule, roster, leave)
    try:
        yield client
    finally:
        close_all([client])


def model_client(
    key: str, entry: ModelEntry, roster: Roster, profile: Profile, leave: Leave | None = None
) -> LocalClient | ServedClient:
    """Make the client of a model of the roster under a profile; see `client_of`, whose errors are the same."""
    load_env()
    require_leave(key, entry, leave)
    if isinstance(entry, EmbeddedEntry):
        return _local(key, entry, profile)
    return served_client(key, entry, roster.limits_of(key), extra=profile.extra)


def _local(key: str, entry: EmbeddedEntry, profile: Profile) -> LocalClient:
    from stimfid_lib.models.local import LocalClient

    cap = profile.max_tokens or entry.max_tokens
    return LocalClient(key, entry.model_copy(update={"max_tokens": cap}), extra=profile.extra)


def _with_thinking(profile: Profile, entry: ModelEntry, protocol: Protocol) -> Profile:
    kind = entry.provider if isinstance(entry, VendorEntry) else entry.kind
    off = THINKING_OFF.get(kind, {}) if protocol.thinking == "disabled" else {}
    return Profile(profile.name, profile.max_tokens, {**profile.extra, **off})


def _only(name: str, profile: str | None, allowed: str) -> None:
    if profile not in (None, allowed):
        raise Refused(f"{name!r} has no condition profile {profile!r}: it has {allowed!r} only")
