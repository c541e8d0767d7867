"""The hash chain: one JSON object a line, each line carrying the SHA-256 of the line before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RECORDS = "records.jsonl"
"""The chain's file in an archive's folder."""

SEAL = "seal.json"
"""Beside it: how many lines it holds and the hash of the last."""

START = "0" * 64
"""What the first line carries in place of a line before it."""


class Damage(ValueError):
    """A chain that is not as it was written; `line` counts from 1, 0 where no line can be named."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


@dataclass(frozen=True)
class Link:
    """One line of a chain: its number from 1, what it says, and the SHA-256 of its bytes without the line end."""

    number: int
    record: dict[str, Any]
    sha256: str


@dataclass(frozen=True)
class Mark:
    """A place in a chain: how many lines stand up to it, and the hash of the last of them."""

    lines: int = 0
    last_sha256: str = START


@dataclass(frozen=True)
class Seal:
    """What the writer knows of its chain: where it stands and, while a write is under way, where it will stand."""

    mark: Mark
    next: Mark | None = None


def canonical(value: Any) -> str:
    """The one spelling of a value: sorted keys, no spaces, no escapes of letters, NaN refused."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def sha256_of(data: bytes) -> str:
    """Hex SHA-256 of bytes."""
    return hashlib.sha256(data).hexdigest()


class Chain:
    """One pass over a chain's file, which holds two lines in memory; nothing is changed. An absent file is empty.

    Iterate first; then `mark` says where the chain stands, `sound_bytes` how many bytes of the file that is, and
    `torn` which bytes without a line end follow (what a killed writer leaves).

    Args:
        path: the file.
        sealed: the mark of the seal, which bears witness of the line at which it stands.

    Raises:
        Damage: while iterating, a line is no JSON object in its one spelling or does not carry the hash of the line
            before it, or the line at the seal's mark is not the one that was sealed.
    """

    def __init__(self, path: Path, sealed: Mark | None = None) -> None:
        self.path = path
        self.mark = Mark()
        self.sound_bytes = 0
        self.torn = b""
        self._sealed = sealed

    def __iter__(self) -> Iterator[Link]:
        """Yield each line; a line is yielded when its hash and the line before it agree."""
        if not self.path.exists():
            return
        with self.path.open("rb") as handle:
            for number, piece in enumerate(handle, start=1):
                if not piece.endswith(b"\n"):
                    self.torn = piece
                    return
                link = _link(number, piece)
                if link.record.get("prev_sha256") != self.mark.last_sha256:
                    raise self._broken(link, next(handle, b""))
                if self._sealed is not None and number == self._sealed.lines:
                    self._check_sealed(link)
                self.mark = Mark(number, link.sha256)
                self.sound_bytes += len(piece)
                yield link

    def _broken(self, link: Link, after: bytes) -> Damage:
        """Say which of two neighbours was changed: the later one, unless the line after it bears witness of it."""
        if link.number == 1:
            return Damage(1, "it does not begin a chain: it was changed, or lines before it were taken out")
        attested = self._witness(link.number, after) == link.sha256
        number = link.number - 1 if attested else link.number
        return Damage(
            number,
            f"it was changed, or a record was taken out, put in or moved: line {link.number} carries "
            f"{str(link.record.get('prev_sha256'))[:12]}…, the hash of line {link.number - 1} is "
            f"{self.mark.last_sha256[:12]}…",
        )

    def _witness(self, number: int, after: bytes) -> str | None:
        if self._sealed is not None and number == self._sealed.lines:
            return self._sealed.last_sha256
        try:
            return str(_link(number + 1, after).record.get("prev_sha256"))
        except Damage:
            return None

    def _check_sealed(self, link: Link) -> None:
        sealed = self._sealed
        if sealed is not None and link.sha256 != sealed.last_sha256:
            raise Damage(
                link.number, f"its hash is {link.sha256[:12]}…, sealed was {sealed.last_sha256[:12]}…: it was changed"
            )


def _link(number: int, piece: bytes) -> Link:
    line = piece.removesuffix(b"\n")
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Damage(number, f"it is no JSON ({error})") from None
    if not isinstance(record, dict):
        raise Damage(number, f"it holds {type(record).__name__}, not an object")
    if canonical_bytes(number, record) != line:
        raise Damage(number, "it is not spelled as records are (sorted keys, no spaces, no key twice)")
    return Link(number, record, sha256_of(line))


def canonical_bytes(number: int, record: dict[str, Any]) -> bytes:
    """A record as its line, without the line end.

    Raises:
        Damage: it holds what no line can (NaN, half a character).
    """
    try:
        return canonical(record).encode("utf-8")
    except ValueError as error:
        raise Damage(number, f"it holds what no record can hold ({error})") from None


def read_seal(folder: Path) -> Seal | None:
    """The seal of an archive's folder; None where there is none.

    Raises:
        Damage: it is no seal.
    """
    path = folder / SEAL
    if not path.exists():
        return None
    try:
        told = json.loads(path.read_bytes())
        following = told.get("next")
        return Seal(_mark(told), None if following is None else _mark(following))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Damage(0, f"{SEAL} is no seal ({error!r})") from None


def _mark(told: dict[str, Any]) -> Mark:
    lines, last = told["lines"], told["last_sha256"]
    if type(lines) is not int or lines < 0 or not isinstance(last, str) or len(last) != 64:
        raise ValueError(f"lines {lines!r}, last_sha256 {last!r}")
    return Mark(lines, last)


def check_end(chain: Chain, seal: Seal | None) -> None:
    """Compare where a chain stands, after its lines were read, with its seal.

    Right are the sealed mark, and while a write was under way any place from there to where it would have stood.

    Raises:
        Damage: the seal is missing or older, or the file is shorter than what was sealed.
    """
    if seal is None:
        if chain.mark.lines or chain.torn:
            raise Damage(0, f"{SEAL} is missing beside {chain.mark.lines} records")
        return
    lines, sealed = chain.mark.lines, seal.mark.lines
    if lines < sealed:
        torn = f" and {len(chain.torn)} bytes of another" if chain.torn else ""
        raise Damage(lines + 1, f"the file ends after {lines} records{torn}, sealed were {sealed}: it was cut")
    most = seal.next.lines if seal.next is not None else sealed
    if lines > most or (seal.next is not None and chain.mark.lines == most and chain.mark != seal.next):
        raise Damage(
            sealed + 1, f"the file holds {lines} records, the seal knows {most}: {SEAL} is older than the file"
        )
