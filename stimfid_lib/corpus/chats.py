"""Public chats, one conversation at a time: from the Hugging Face hub or from local parquet and JSONL files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.settings import proposal


@dataclass(frozen=True, slots=True)
class Source:
    """A public data set of conversations: its name on the hub, the column of a conversation's id, its licence."""

    key: str
    hub_name: str
    id_column: str
    licence: str

    @property
    def columns(self) -> tuple[str, str, str]:
        """The columns that are read; no other is loaded."""
        return self.id_column, "model", "conversation"


SOURCES: Mapping[str, Source] = {
    source.key: source
    for source in (
        Source("wildchat", "allenai/WildChat-1M", "conversation_hash", "ODC-BY"),
        Source("lmsys", "lmsys/lmsys-chat-1m", "conversation_id", "LMSYS-Chat-1M dataset licence (no passing on)"),
    )
}


@dataclass(frozen=True, slots=True)
class Chat:
    """One conversation: its id, the model that answered, and the first turn of the user (None if there is none)."""

    conversation_id: str
    model_name: str
    first_user_turn: str | None


def source_named(key: str) -> Source:
    """Find a source.

    Raises:
        Refused: no source has that key.
    """
    if key not in SOURCES:
        raise Refused(f"no public data set {key!r}{proposal(key, SOURCES)}")
    return SOURCES[key]


def chats_of(source: Source, local: Path | None, start: int = 0) -> Iterator[Chat]:
    """Read a source's conversations in order, from the `start`-th on (from 0).

    Args:
        source: the data set.
        local: a parquet or JSONL file of it, or a folder of such files; None streams from the hub, which needs the
            optional extra `public-data` and, for LMSYS-Chat-1M, that its terms were accepted.
        start: conversations to pass over.

    Raises:
        MissingInput: no such file; the library, the network or the leave to read is missing; the text says what to do.
        Refused: a row without the columns of the source; file and row are named.
    """
    if local is None:
        yield from _hub_chats(source, start)
        return
    for path in local_files(source, local):
        passed = 0
        for chat in (_parquet_chats if path.suffix == ".parquet" else _jsonl_chats)(source, path):
            passed += 1
            if passed > start:
                yield chat
        start = max(0, start - passed)


def local_files(source: Source, local: Path) -> list[Path]:
    """The parquet and JSONL files at a path, in the order in which they are read.

    Raises:
        MissingInput: none there.
        Refused: a file of another kind.
    """
    if local.is_file():
        if local.suffix not in (".parquet", ".jsonl"):
            raise Refused(f"{local}: allowed are files that end in .parquet or .jsonl, and folders of them")
        return [local]
    files = sorted([*local.rglob("*.parquet"), *local.rglob("*.jsonl")])
    if not files:
        raise MissingInput(
            f"no parquet or JSONL file at {local}: download the files of {source.hub_name} into it, or leave --from "
            "out to stream from the hub"
        )
    return files


def _chat(source: Source, row: Mapping[str, Any], where: str) -> Chat:
    missing = [name for name in source.columns if name not in row]
    if missing:
        raise Refused(
            f"{where}: no column {missing[0]!r}; a row of {source.hub_name} has {', '.join(source.columns)}, this one "
            f"has {', '.join(row)}"
        )
    turns = row["conversation"]
    if turns is not None and not isinstance(turns, list):
        raise Refused(
            f"{where}: conversation is {type(turns).__name__}, expected a list of turns with role and content"
        )
    first = next((turn for turn in turns or () if isinstance(turn, Mapping) and turn.get("role") == "user"), None)
    content = first.get("content") if first else None
    return Chat(str(row[source.id_column]), str(row["model"]), content if isinstance(content, str) else None)


def _parquet_chats(source: Source, path: Path) -> Iterator[Chat]:
    """Conversations of a parquet file; only first turns leave polars, a small part of what the file holds."""
    import polars as pl

    try:
        schema = pl.scan_parquet(path, glob=False).collect_schema()
        missing = [name for name in source.columns if name not in schema]
        if missing:
            raise Refused(
                f"{path}: no column {missing[0]!r}; a table of {source.hub_name} has {', '.join(source.columns)}, this "
                f"one has {', '.join(schema)}"
            )
        kind = schema["conversation"]
        turn = kind.inner if isinstance(kind, pl.List) else None
        fields = {field.name for field in turn.fields} if isinstance(turn, pl.Struct) else set()
        if not {"role", "content"} <= fields:
            raise Refused(f"{path}: column 'conversation' holds {kind}, expected a list of turns with role and content")
        first = pl.col("conversation").list.eval(
            pl.element().filter(pl.element().struct.field("role") == "user").struct.field("content").head(1)
        )
        ids = pl.col(source.id_column).cast(pl.String), pl.col("model").cast(pl.String)
        table = (
            pl.scan_parquet(path, glob=False)
            .select(*ids, first.list.first().alias("first"))
            .collect(engine="streaming")
        )
    except (pl.exceptions.PolarsError, OSError) as error:
        raise Refused(f"{path}: not a readable parquet file ({error}); download it again") from error
    for conversation_id, model, text in table.iter_rows():
        yield Chat(str(conversation_id), str(model), text)


def _jsonl_chats(source: Source, path: Path) -> Iterator[Chat]:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)  # bytes: UTF-8 is checked line by line, so that the line can be named
            except ValueError as error:
                raise Refused(f"{path}, line {number}: no JSON ({error}); download the file again") from error
            if not isinstance(row, dict):
                raise Refused(f"{path}, line {number}: expected an object, found {type(row).__name__}")
            yield _chat(source, row, f"{path}, line {number}")


def _hub_chats(source: Source, start: int) -> Iterator[Chat]:
    try:
        import datasets
    except ImportError as error:
        raise MissingInput(
            "streaming from the hub needs the library datasets: install the optional extra with "
            "`pip install 'stimfid[public-data]'`, or name downloaded files with --from"
        ) from error
    try:
        stream = datasets.load_dataset(source.hub_name, split="train", streaming=True)
        stream = stream.select_columns(list(source.columns))
        for number, row in enumerate(stream.skip(start) if start else stream, start=start + 1):
            yield _chat(source, row, f"{source.hub_name}, row {number}")
    except Refused:
        raise  # a ValueError too, and one that says more
    except (OSError, ValueError, RuntimeError) as error:
        raise MissingInput(_unreachable(source, error)) from error


def _unreachable(source: Source, error: Exception) -> str:
    """What to do where the hub gives nothing: terms to accept, or no network. The error's own text may hold a token."""
    told = str(error).lower()
    if any(word in told for word in ("gated", "401", "403", "authenticat", "restricted", "access to")):
        return (
            f"{source.hub_name} is gated: sign in at huggingface.co, accept its terms on the data set's page, then "
            "sign in here with `hf auth login` and run this command again; or download its files and name them "
            "with --from"
        )
    return (
        f"{source.hub_name} cannot be read from the hub ({type(error).__name__}): check the network, or download its "
        "files and name them with --from; what was read so far is kept, and the same command goes on from there"
    )
