"""The archive: a folder with the chain of records and its seal, one writer at a time."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_json
from stimfid_lib.models.lines import LineWriter, cannot_write
from stimfid_lib.models.lock import only_process
from stimfid_lib.stability.measure.chain import (
    RECORDS,
    SEAL,
    Chain,
    Damage,
    Mark,
    Seal,
    canonical_bytes,
    check_end,
    read_seal,
    sha256_of,
)
from stimfid_lib.stability.measure.schema import CURRENT, Wrong, check_record

ENVELOPE = ("schema_version", "schema_sha256", "prev_sha256")
"""Fields that the archive adds to what it is given."""

log = logging.getLogger("stimfid.stability")


class Archive:
    """Records in the order in which they were written; nothing is ever changed or taken out.

    A write is a unit: all of its records stand in the file, or none. First the seal says where the chain will stand,
    then the lines are written and forced to the disk, then the seal says that they stand. So what a killed process
    leaves (whole lines or a torn one beyond the sealed place, and a seal that says a write was under way) can be told
    from a file that was cut or a seal that is older, and only the first is cut back.

    Use as a context manager for writing: the folder is locked, chain and seal are checked once. `append` outside of
    one does so for itself alone.

    Args:
        folder: holds `records.jsonl` and `seal.json`; made with the first record.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)
        self.path = self.folder / RECORDS
        self._open: ExitStack | None = None
        self._depth = 0
        self._unsure = False
        self._mark = Mark()
        self._writer = LineWriter(self.path)

    def records(self, record_type: str | None = None) -> Iterator[dict[str, Any]]:
        """Every sealed record, or those of one type, in the order of writing; the chain is checked on the way.

        Raises:
            Refused: damage; the text names the line.
        """
        try:
            seal = read_seal(self.folder)
            chain = Chain(self.path, seal.mark if seal else None)
            for link in chain:
                if seal is not None and link.number > seal.mark.lines:  # a write is under way, or one was killed
                    return
                if record_type is None or link.record.get("record_type") == record_type:
                    yield link.record
            check_end(chain, seal)
        except Damage as damage:
            raise self._refused(damage) from None

    def append(self, record: Mapping[str, Any]) -> str:
        """Write one record; see `extend`. Returns the SHA-256 of its line."""
        return self.extend([record])

    def extend(self, records: Iterable[Mapping[str, Any]]) -> str:
        """Write some records as one unit: they are safe on the disk when this returns.

        `schema_version`, `schema_sha256` and `prev_sha256` are added here.

        Returns:
            The SHA-256 of the last line.

        Raises:
            Refused: a record is not as the schema says, or the folder cannot be written; nothing was written then.
        """
        if self._open is None:
            with self:
                return self.extend(records)
        if self._unsure:
            self._mark, self._unsure = self._checked(), False
        lines, last = list[bytes](), self._mark.last_sha256
        for record in records:
            lines.append(self._line(record, last))
            last = sha256_of(lines[-1])
        if not lines:
            return last
        following = Mark(self._mark.lines + len(lines), last)
        self._unsure = True  # whatever stops the next lines, a full disk or Ctrl-C: what stands is looked at again
        self._write_seal(Seal(self._mark, following))
        self._writer.write(b"".join(line + b"\n" for line in lines))
        self._writer.sync()
        self._mark = following
        self._write_seal(Seal(following))
        self._unsure = False
        return last

    def __enter__(self) -> Self:
        """Lock the folder, check chain and seal, cut off what a killed write left. Blocks may be nested.

        Raises:
            Refused: another process writes here, or there is damage; nothing is changed then.
        """
        if self._open is None:
            with ExitStack() as stack:
                stack.enter_context(only_process(self.folder, "writing records into"))
                stack.callback(self._writer.close)
                self._mark, self._unsure = self._checked(), False
                self._open = stack.pop_all()
        self._depth += 1
        return self

    def __exit__(self, *exc: object) -> None:
        """Close the file and free the folder, at the end of the outermost block."""
        self._depth -= 1
        if self._depth == 0 and self._open is not None:
            opened, self._open = self._open, None
            opened.close()

    def _line(self, record: Mapping[str, Any], previous: str) -> bytes:
        whole = {
            **record,
            "schema_version": CURRENT.version,
            "schema_sha256": CURRENT.sha256,
            "prev_sha256": previous,
        }
        try:
            check_record(whole)
            return canonical_bytes(0, whole)
        except (Wrong, Damage) as wrong:
            raise Refused(f"{self.path}: a record was refused: {wrong}. Nothing was written") from None

    def _checked(self) -> Mark:
        try:
            seal = read_seal(self.folder)
            chain = Chain(self.path, seal.mark if seal else None)
            sealed_bytes = 0
            for link in chain:
                if seal is not None and link.number <= seal.mark.lines:
                    sealed_bytes = chain.sound_bytes
            check_end(chain, seal)
        except Damage as damage:
            raise self._refused(damage) from None
        if seal is None:
            return Mark()
        if chain.mark == seal.next and not chain.torn:
            self._write_seal(Seal(chain.mark))
            return chain.mark
        if chain.torn or chain.mark != seal.mark:
            self._cut_back(sealed_bytes)
        if seal.next is not None:
            self._write_seal(Seal(seal.mark))
        return seal.mark

    def _cut_back(self, sealed_bytes: int) -> None:
        left = self.path.stat().st_size - sealed_bytes
        log.warning("%s: cut off %d bytes of a write that was killed before it was whole", self.path, left)
        try:
            with self.path.open("r+b") as handle:
                handle.truncate(sealed_bytes)
                os.fsync(handle.fileno())
        except OSError as error:
            raise cannot_write(self.path, error) from error

    def _write_seal(self, seal: Seal) -> None:
        following = None if seal.next is None else asdict(seal.next)
        try:
            write_json(self.folder / SEAL, {**asdict(seal.mark), "next": following})
        except OSError as error:
            raise cannot_write(self.folder / SEAL, error) from error

    def _refused(self, damage: Damage) -> Refused:
        return Refused(
            f"{self.path}, {damage}. Nothing was changed: restore {RECORDS} and {SEAL} together from a copy "
            "(`stimfid stability verify` tells when they are whole)"
        )
