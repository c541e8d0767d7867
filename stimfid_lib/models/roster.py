"""Who can be asked: `models.yaml`, validated; refusals name the place, the value, what is allowed, the nearest name."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.base.settings import Place, Strict, load_settings, proposal
from stimfid_lib.models import entries
from stimfid_lib.models.entries import ENTRY_TYPES, EndpointEntry, Entry, Limits, Provider, VendorEntry

Key = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=60)]


VENDOR_LIMITS = Limits(concurrency=8)
"""For a provider of which the roster says nothing."""


_PRICED = (VendorEntry, EndpointEntry)


class Roster(Strict):
    """The whole roster.

    `verified` is the day on which every vendor's model id was found in that vendor's listing, None if never.
    `limits` hold for all models of a provider together. An entry without `kind` but with a `provider` is a vendor's.
    """

    verified: date | None = None
    limits: dict[Provider, Limits] = Field(default_factory=dict)
    models: Annotated[dict[Key, Entry], Field(min_length=1)]

    @model_validator(mode="before")
    @classmethod
    def _kind_of_vendors(cls, raw: Any) -> Any:
        if not isinstance(raw, dict) or not isinstance(raw.get("models"), dict):
            return raw
        models = {
            key: {"kind": "vendor"} | entry if isinstance(entry, dict) and "provider" in entry else entry
            for key, entry in raw["models"].items()
        }
        return {**raw, "models": models}

    @model_validator(mode="after")
    def _one_currency(self) -> Self:
        prices = {key: entry.prices for key, entry in self.models.items() if isinstance(entry, _PRICED)}
        found = {priced.currency: key for key, priced in prices.items() if priced is not None}
        if len(found) > 1:
            told = " and ".join(f"{currency} ({key})" for currency, key in found.items())
            raise ValueError(f"prices stand in {told}; write all of them in one currency, or no cost can be summed")
        return self

    def entry(self, key: str) -> Entry:
        """Return the entry of a model key.

        Raises:
            Refused: no such key; the nearest one is proposed.
        """
        if key not in self.models:
            raise Refused(f"no model {key!r} in the roster{proposal(key, self.models)}")
        return self.models[key]

    def limits_of(self, key: str) -> Limits:
        """How much of a model may be asked at once and a minute."""
        entry = self.entry(key)
        if isinstance(entry, VendorEntry):
            return self.limits.get(entry.provider, VENDOR_LIMITS)
        return entry.limits if isinstance(entry, EndpointEntry) else Limits()


def load_roster(path: Path | None = None) -> Roster:
    """Read and validate a roster (default: `models.yaml` at the repository's root).

    Raises:
        MissingInput: no such file.
        Refused: see `settings.load_settings`.
    """
    path = repo_root() / "models.yaml" if path is None else Path(path)
    if not path.is_file():
        raise MissingInput(f"no roster {path}: restore models.yaml from the repository, or name another file")
    tags = (*ENTRY_TYPES, "PackagedWeights", "OwnWeights")
    return load_settings(path, Roster, allowed_at=_allowed_at, hidden=tags, private=("key_env", "base_url"))


def _allowed_at(place: Place) -> list[str]:
    """Names that are allowed at a place: walk the schema down the path that pydantic gives."""
    parents: dict[str, type[Strict]] = {
        **ENTRY_TYPES,
        "prices": entries.Prices,
        "limits": Limits,
        "sampler": entries.Sampler,
        "PackagedWeights": entries.PackagedWeights,
        "OwnWeights": entries.OwnWeights,
    }
    known = [parents[str(part)] for part in place[:-1] if str(part) in parents]
    return list((known[-1] if known else Roster).model_fields)
