"""Baselines of the reference model: one file an architecture, on the machine that measures and in no repository."""

from __future__ import annotations

import json
import re
from pathlib import Path

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_json
from stimfid_lib.stability.instrument.fingerprint import RuntimeFingerprint

HOW_TO_MAKE = "make one with `stimfid stability instrument baseline`"


def baseline_path(folder: Path, architecture: str) -> Path:
    """Name the file of an architecture: its description, with a hyphen for whatever is neither letter nor digit."""
    return Path(folder) / "baselines" / f"{re.sub('[^a-z0-9]+', '-', architecture.lower()).strip('-')}.json"


def read_baseline(folder: Path, architecture: str) -> RuntimeFingerprint:
    """Read the baseline of an architecture.

    Raises:
        MissingInput: there is none: bits of another processor are no reason for an alarm, and none for trust either.
        Refused: the file was changed by hand or is damaged.
    """
    path = baseline_path(folder, architecture)
    if not path.is_file():
        raise MissingInput(f"no baseline for {architecture!r} in {path.parent}: {HOW_TO_MAKE}")
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        digest = value.pop("sha256")
    except (ValueError, KeyError, AttributeError) as error:
        raise Refused(f"{path} is damaged ({error}): restore it from a copy, or {HOW_TO_MAKE}") from None
    found = RuntimeFingerprint.from_json(value, str(path))
    if found.sha256 != digest:
        raise Refused(f"{path} was changed since it was written: restore it from a copy, or {HOW_TO_MAKE}")
    return found


def write_baseline(folder: Path, fingerprint: RuntimeFingerprint, *, replace: bool = False) -> Path:
    """Keep a fingerprint as its architecture's baseline, atomically.

    Raises:
        Refused: there is another one already and `replace` is not set; only a person's recorded decision sets it.
    """
    path = baseline_path(folder, fingerprint.conditions.architecture)
    if path.is_file() and not replace and read_baseline(folder, fingerprint.conditions.architecture) != fingerprint:
        raise Refused(
            f"{path} holds another baseline, which stays: a new one follows a person's decision "
            "(`stimfid stability instrument recover --new-baseline --by … --reason …`)"
        )
    write_json(path, {**fingerprint.to_json(), "sha256": fingerprint.sha256})
    return path
