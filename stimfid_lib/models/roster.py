"""Who can be asked: `models.yaml`, validated; refusals name the place, the value, what is allowed, the nearest name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import Field, ValidationError, model_validator

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.models import entries
from stimfid_lib.models.entries import ENTRY_TYPES, Entry, Strict

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
            raise Refused(f"no model {key!r} in the roster{_proposal(key, self.models)}")
        return self.models[key]


def load_roster(path: Path | None = None) -> Roster:
    """Read and validate a roster (default: `models.yaml` at the repository's root).

    Raises:
        MissingInput: no such file.
        Refused: not YAML, a key that stands twice, an unknown key (the nearest right name is proposed), or a value
            out of range.
    """
    path = repo_root() / "models.yaml" if path is None else Path(path)
    if not path.is_file():
        raise MissingInput(f"no roster {path}: restore models.yaml from the repository, or name another file")
    try:
        raw = yaml.load(path.read_text(encoding="utf-8"), Loader=_NoKeyTwice)
    except yaml.YAMLError as error:
        raise Refused(f"{path} is not YAML: {error}") from error
    if not isinstance(raw, dict):
        raise Refused(f"{path} holds {type(raw).__name__}, expected a mapping with the keys verified and models")
    try:
        return Roster.model_validate(raw)
    except ValidationError as error:
        raise Refused(f"{path}: " + "; ".join(_in_words(entry) for entry in error.errors())) from None


def _in_words(error: Any) -> str:
    """Put one of pydantic's errors into: where, which value, what is allowed."""
    place = [str(part) for part in error["loc"] if part not in ENTRY_TYPES]
    where = ".".join(part for part in place if part not in ("PackagedWeights", "OwnWeights"))
    match error["type"]:
        case "extra_forbidden":
            return f"unknown key {where!r}{_proposal(place[-1], _allowed(error['loc']))}"
        case "missing":
            return f"{where} is missing"
        case "union_tag_not_found":
            return f"{where}.kind is missing: allowed are {', '.join(ENTRY_TYPES)}"
        case "union_tag_invalid":
            wrong = error["ctx"]["tag"]
            return f"{where}.kind = {wrong!r}{_proposal(wrong, ENTRY_TYPES)}"
        case _:
            return f"{where} = {error['input']!r}: {error['msg']}"


def _allowed(place: tuple[Any, ...]) -> list[str]:
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


def _proposal(wrong: str, allowed: Iterable[str]) -> str:
    names = list(allowed)
    near = difflib.get_close_matches(wrong, names, n=1)
    return (f"; did you mean {near[0]!r}?" if near else "") + f" (allowed: {', '.join(names)})"


class _NoKeyTwice(yaml.SafeLoader):
    """YAML's own loader lets the last of two equal keys win, which would drop a model without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} stands twice", key.start_mark
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep)
