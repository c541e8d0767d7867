"""Files are the contract between stages: whole or absent, never half-written, and named by their digest."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

UNIT, RECORD = "\x1f", "\x1e"


@contextmanager
def atomic_writer(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file beside `path` that replaces it, synced to disk, when the block ends well.

    If the block raises, `path` keeps what it held and the temporary file is removed.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as handle:
            yield handle
            handle.flush()
            os.fsync(handle.fileno())
        Path(name).chmod(0o644)  # mkstemp makes files that only the owner reads
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make a rename durable; Windows has no way to sync a folder and needs none."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text with `\\n` line ends, atomically."""
    with atomic_writer(path) as handle:
        handle.write(text.encode("utf-8"))


def json_text(value: Any) -> str:
    """JSON for people: indented, keys sorted, no escapes of IPA, a line end after it."""
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def write_json(path: Path, value: Any) -> None:
    """Write `json_text`, atomically."""
    write_text(path, json_text(value))


def write_jsonl(path: Path, rows: list[dict[str, Any]]) -> None:
    """Write one compact JSON object a line, atomically."""
    write_text(path, "".join(canonical_json(row) + "\n" for row in rows))


def write_parquet(path: Path, frame: pl.DataFrame) -> None:
    """Write a table as parquet, atomically; the same table gives the same bytes under the locked polars."""
    with atomic_writer(path) as handle:
        frame.write_parquet(handle, compression="zstd", statistics=True)


def canonical_json(value: Any) -> str:
    """One spelling per value: sorted keys, no spaces, IPA unescaped, NaN refused."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def sha256_bytes(data: bytes) -> str:
    """Hex SHA-256 of bytes."""
    return hashlib.sha256(data).hexdigest()


def sha256_text(text: str) -> str:
    """Hex SHA-256 of a text's UTF-8 bytes."""
    return sha256_bytes(text.encode("utf-8"))


def sha256_file(path: Path) -> str:
    """Hex SHA-256 of a file, read in pieces."""
    with Path(path).open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def table_sha256(frame: pl.DataFrame) -> str:
    """Digest of a table's values in their order: column names, then rows, null as empty.

    Values are joined by U+001F and rows by U+001E; lists and structs enter as canonical JSON.
    """
    digest = hashlib.sha256(UNIT.join(frame.columns).encode())
    for row in frame.iter_rows():
        digest.update(RECORD.encode())
        digest.update(UNIT.join("" if value is None else _cell_text(value) for value in row).encode())
    return digest.hexdigest()


def _cell_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (list, dict)):
        return canonical_json(value)
    return repr(value)
