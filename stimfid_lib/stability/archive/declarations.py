"""Declarations of succession: a provider's own words, on file, with their hash. Anything less decides nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Literal

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import atomic_writer, sha256_bytes

Form = Literal["machine_readable", "dated_snapshot"]

SUCCESSOR_FIELDS = ("successor", "successor_id", "successor_model", "replacement", "recommended_replacement")
"""Fields by which providers name a successor in JSON, beside an `id` (or `model`, `name`) of the older model."""

_NAMES = ("id", "model", "model_id", "name")

DECLARATIONS = "declarations"


@dataclass(frozen=True, slots=True)
class Declaration:
    """That a model is succeeded by another, by the provider's own words.

    Attributes:
        old_model_id, new_model_id: exact ids.
        form: `machine_readable` (a successor field) or `dated_snapshot` (of the deprecation page).
        dated: the day on which the answer or the page was saved.
        sha256: of the file.
    """

    old_model_id: str
    new_model_id: str
    form: Form
    dated: date
    sha256: str

    def entry(self, day: date) -> dict[str, Any]:
        """As an entry of the books."""
        return {
            "kind": "declaration",
            "day": day.isoformat(),
            "old_model_id": self.old_model_id,
            "new_model_id": self.new_model_id,
            "form": self.form,
            "dated": self.dated.isoformat(),
            "sha256": self.sha256,
        }


def read_declaration(path: Path, old: str, new: str, *, dated: date | None, today: date) -> Declaration:
    """Read a provider's declaration from a file.

    A JSON file must hold an object that names the old model and, in one of `SUCCESSOR_FIELDS`, the new one. Any other
    file is a snapshot of the deprecation page: it needs the day on which it was saved and must name both ids.

    Raises:
        MissingInput: no such file.
        Refused: the file does not say it, or the day is missing or still to come.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise MissingInput(f"no declaration {path}: save the provider's answer or page there") from None
    if old == new:
        raise Refused(f"{old} cannot succeed itself")
    saved = dated or today
    if saved > today:
        raise Refused(f"the declaration is dated {saved}, which is still to come")
    digest = sha256_bytes(data)
    if path.suffix == ".json":
        if not any(_names(found, old, new) for found in _objects(_parsed(path, data))):
            raise Refused(
                f"{path.name} holds no object that names {old!r} ({', '.join(_NAMES)}) and {new!r} as its successor "
                f"({', '.join(SUCCESSOR_FIELDS)})"
            )
        return Declaration(old, new, "machine_readable", saved, digest)
    if dated is None:
        raise Refused(f"{path.name} is a snapshot of a page: say on which day it was saved (--dated)")
    text = data.decode("utf-8", errors="replace")
    missing = [name for name in (old, new) if not re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", text)]
    if missing:
        raise Refused(f"{path.name} does not name {' or '.join(missing)}: a page that does not say it declares nothing")
    return Declaration(old, new, "dated_snapshot", saved, digest)


def keep(path: Path, declaration: Declaration, folder: Path) -> Path:
    """Put the file itself on record, under its hash, in `declarations/` of the private folder."""
    kept = folder / DECLARATIONS / f"{declaration.sha256}{path.suffix}"
    data = path.read_bytes()
    if sha256_bytes(data) != declaration.sha256:
        raise Refused(f"{path} was changed while it was read: nothing was kept; do it again")
    with atomic_writer(kept) as handle:
        handle.write(data)
    return kept


def _parsed(path: Path, data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path.name} is no JSON ({error})") from None


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _objects(inner)


def _names(found: dict[str, Any], old: str, new: str) -> bool:
    return any(found.get(name) == old for name in _NAMES) and any(found.get(name) == new for name in SUCCESSOR_FIELDS)
