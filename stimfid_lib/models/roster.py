"""Who can be asked: `models.yaml`, validated; refusals name the place, the value, what is allowed, the nearest name."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, model_validator

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.base.settings import Place, Strict, load_settings, proposal
from stimfid_lib.models import entries
from stimfid_lib.models.entries import ENTRY_TYPES, Entry

Key = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=60)]


class Roster(Strict):
    """The whole roster.

    `verified` is the day on which every vendor's model id was found in that vendor's listing, None if never.
    An entry without `kind` but with a `provider` is a vendor's.
    """

    verified: date | None = None
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

    def entry(self, key: str) -> Entry:
        """Return the entry of a model key.

        Raises:
            Refused: no such key; the nearest one is proposed.
        """
        if key not in self.models:
            raise Refused(f"no model {key!r} in the roster{proposal(key, self.models)}")
        return self.models[key]


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
    return load_settings(path, Roster, allowed_at=_allowed_at, hidden=tags)


def _allowed_at(place: Place) -> list[str]:
    """Names that are allowed at a place: walk the schema down the path that pydantic gives."""
    parents: dict[str, type[Strict]] = {
        **ENTRY_TYPES,
        "prices": entries.Prices,
        "sampler": entries.Sampler,
        "PackagedWeights": entries.PackagedWeights,
        "OwnWeights": entries.OwnWeights,
    }
    known = [parents[str(part)] for part in place[:-1] if str(part) in parents]
    return list((known[-1] if known else Roster).model_fields)
