"""The published chain: every record in its order, and where one is withheld, its hash in its place.

A line is either a record exactly as it was written, or a stub that states the SHA-256 of the line which it stands for.
A record that is published elsewhere (a trial, in a year's file) is put into its place by its hash. So nothing can be
put in, taken out or moved; and a record that is declassified later has to have the hash that was stated before.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .chain import START, Damage, Mark, canonical, sha256_of

WITHHELD = "withheld"


def stub(record: Mapping[str, Any], sha256: str, *, named: bool) -> dict[str, Any]:
    """What stands in the published chain for a record.

    Args:
        record: the record.
        sha256: of its line.
        named: whether its type and run are told; a sealed record tells neither.
    """
    told = {name: record[name] for name in ("record_type", "run_id") if named and name in record}
    return {WITHHELD: True, "sha256": sha256, "prev_sha256": record["prev_sha256"], **told}


class PartialChain:
    """One pass over a published chain. Iterate first; then `mark` says where it stands.

    Args:
        path: `chain.jsonl`.
        elsewhere: lines that are published in other files, by their SHA-256, without their line ends.

    Raises:
        Damage: while iterating, a line is neither record nor stub, or does not follow the line before it.
    """

    def __init__(self, path: Path, elsewhere: Mapping[str, bytes]) -> None:
        self.path = path
        self.mark = Mark(0, START)
        self.used: set[str] = set()
        self._elsewhere = elsewhere

    def __iter__(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield each line's number and its record, or its stub where the record is nowhere here."""
        with self.path.open("rb") as handle:
            for number, piece in enumerate(handle, start=1):
                line = piece.removesuffix(b"\n")
                if line == piece:
                    raise Damage(number, "it has no line end: the file was cut")
                told = _object(number, line)
                sha256 = sha256_of(line)
                if told.get(WITHHELD) is True:
                    sha256 = str(told.get("sha256"))
                    told = self._found(number, sha256, told)
                if told.get("prev_sha256") != self.mark.last_sha256:
                    raise Damage(number, "it does not follow the line before it: one of them was changed or moved")
                self.mark = Mark(number, sha256)
                yield number, told

    def _found(self, number: int, sha256: str, told: dict[str, Any]) -> dict[str, Any]:
        line = self._elsewhere.get(sha256)
        if line is None:
            return told
        self.used.add(sha256)
        record = _object(number, line)
        for name in ("record_type", "run_id", "prev_sha256"):
            if name in told and told[name] != record.get(name):
                raise Damage(number, f"its {name} is {told[name]!r}, the record that it stands for says otherwise")
        return record


def lines_of(path: Path) -> dict[str, bytes]:
    """The lines of a file of published records by their SHA-256."""
    return {sha256_of(line): line for line in path.read_bytes().split(b"\n") if line}


def _object(number: int, line: bytes) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Damage(number, f"it is no JSON ({error})") from None
    if not isinstance(told, dict) or canonical(told).encode("utf-8") != line:
        raise Damage(number, "it is not spelled as records are (an object, sorted keys, no spaces)")
    return told
