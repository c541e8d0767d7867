"""How often public chats hold requests of this kind: a pass that survives a kill, and its summary in counts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import polars as pl

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import canonical_json, sha256_text, write_json, write_parquet
from stimfid_lib.corpus.chats import Chat, Source, chats_of, local_files, source_named
from stimfid_lib.corpus.families import guess_family
from stimfid_lib.corpus.keywords import KEYWORDS, match_keywords

MATCH_SCHEMA: Mapping[str, Any] = {
    "conversation_id": pl.String,
    "matched_kw": pl.String,
    "first_user_turn": pl.String,
    "model_name": pl.String,
}
"""Columns of a source's matches: matched_kw joins the keywords by ", ". A pass that asked for similarity has the column
`similarity` too (cosine, 0 to 1), and matched_kw is "similarity" where that alone led to the match."""

SUMMARY_SCHEMA: Mapping[str, Any] = {
    "source": pl.String,
    "what": pl.String,
    "name": pl.String,
    "conversations": pl.Int64,
}
"""The summary in long form: what is `read`, `with a user turn`, `matched`, `keyword`, `model` or `family guess`."""

PART = 10_000
"""Conversations between two points from which a killed pass goes on."""

Progress = Callable[[int], None]
"""Told after every part: conversations read so far."""


@dataclass(frozen=True)
class Scope:
    """What a pass over one source came to: conversations read, with a user turn, matched; whether all were read."""

    source: str
    read: int
    with_user_turn: int
    matched: int
    complete: bool


def scope_public_datasets(
    key: str,
    out: Path,
    *,
    local: Path | None = None,
    limit: int | None = None,
    similar: float | None = None,
    progress: Progress | None = None,
) -> Scope:
    """Search the first user turn of every conversation of a public data set, and keep those that match a keyword.

    Into `out` go `public_<source>.parquet` (`MATCH_SCHEMA`; people's words, not to be published) and
    `public_<source>.json` (counts). Parts stay in `out/parts`, so that the same command goes on after a kill and a
    larger limit reads only what is new; other keywords, another limit of similarity, or files that changed start anew.

    Args:
        key: `wildchat` or `lmsys`.
        out: folder of the results.
        local: downloaded files; None streams from the hub.
        limit: conversations to read at most; None reads all.
        similar: cosine to a seed prompt from which a turn matches without a keyword (see `similarity.THRESHOLD`); None
            looks at keywords alone.
        progress: told after every part.

    Raises:
        MissingInput, Refused: see `chats.chats_of`; or a limit below 1.
    """
    source = source_named(key)
    if limit is not None and limit < 1:
        raise Refused(f"limit {limit}: allowed are 1 and more; leave it out to read all")
    parts = out / "parts" / f"{key}-{_recipe(source, local, similar)}"
    done, ended = _read_before(parts)
    rate = _similarity(similar)
    chats = _until(chats_of(source, local, done), limit, done)
    while not ended and (limit is None or done < limit):
        batch = list(islice(chats, PART))
        ended = len(batch) < PART
        _write_part(parts, done, batch, rate, similar, ended=ended and (limit is None or done + len(batch) < limit))
        done += len(batch)
        if progress is not None:
            progress(done)
    return _gather(source, parts, out, limit)


def public_summary(folder: Path) -> pl.DataFrame:
    """The summary of every source that was searched into a folder: `SUMMARY_SCHEMA`, counts without a quoted word.

    Raises:
        MissingInput: no source was searched.
    """
    import json

    paths = sorted(folder.glob("public_*.json"))
    if not paths:
        raise MissingInput(
            f"no summary in {folder}: run `stimfid corpus public` first (it reads WildChat or LMSYS-Chat)"
        )
    rows: list[tuple[str, str, str, int]] = []
    for path in paths:
        told = json.loads(path.read_text(encoding="utf-8"))
        whole = "all" if told["complete"] else "the first"
        rows += [
            (told["source"], "read", whole, told["read"]),
            (told["source"], "with a user turn", "", told["with_user_turn"]),
            (told["source"], "matched", "", told["matched"]),
        ]
        for what in ("keyword", "model", "family guess"):
            rows += [(told["source"], what, name, count) for name, count in told["counts"][what].items()]
    return pl.DataFrame(rows, schema=dict(SUMMARY_SCHEMA), orient="row")


def _recipe(source: Source, local: Path | None, similar: float | None) -> str:
    from stimfid_lib.corpus.similarity import SEEDS

    files = [(str(path.resolve()), *_state(path)) for path in local_files(source, local)] if local else None
    told = [source.hub_name, files, dict(KEYWORDS), similar, SEEDS if similar else None, PART]
    return sha256_text(canonical_json(told))[:12]


def _state(path: Path) -> tuple[int, int]:
    """Size and time of change: a file that was downloaded again is another input."""
    state = path.stat()
    return state.st_size, state.st_mtime_ns


def _similarity(similar: float | None) -> Callable[[list[str]], list[float]] | None:
    if similar is None:
        return None
    if not 0 < similar <= 1:
        raise Refused(f"similarity {similar}: a cosine, allowed are numbers above 0 and up to 1")
    from stimfid_lib.corpus.similarity import Similarity

    return Similarity().nearest


def _until(chats: Iterator[Chat], limit: int | None, done: int) -> Iterator[Chat]:
    return chats if limit is None else islice(chats, max(0, limit - done))


def _write_part(
    parts: Path,
    first: int,
    batch: list[Chat],
    rate: Callable[[list[str]], list[float]] | None,
    similar: float | None,
    *,
    ended: bool,
) -> None:
    """Write one part's matches and counts; the name of the counts' file says where the next part begins."""
    turned = [(chat, chat.first_user_turn) for chat in batch if chat.first_user_turn]
    cosines = rate([text for _, text in turned]) if rate else [None] * len(turned)
    rows = []
    for (chat, text), cosine in zip(turned, cosines, strict=True):
        found = match_keywords(text)
        if not found and cosine is not None and similar is not None and cosine >= similar:
            found = ["similarity"]
        if found:
            row = (chat.conversation_id, ", ".join(found), text, chat.model_name)
            rows.append(row if rate is None else (*row, cosine))
    name = f"{first:09d}-{first + len(batch):09d}"
    schema = dict(MATCH_SCHEMA) if rate is None else {**MATCH_SCHEMA, "similarity": pl.Float64}
    write_parquet(parts / f"{name}.parquet", pl.DataFrame(rows, schema=schema, orient="row"))
    write_json(parts / f"{name}.json", {"read": len(batch), "with_user_turn": len(turned), "ended": ended})


def _parts(parts: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Whole parts in order, from the beginning on without a gap."""
    import json

    reached, found = 0, []
    for path in sorted(parts.glob("*.json")):
        first, last = (int(number) for number in path.stem.split("-"))
        if first != reached or not path.with_suffix(".parquet").is_file():
            continue
        found.append((path.with_suffix(".parquet"), json.loads(path.read_text(encoding="utf-8"))))
        reached = last
    return found


def _read_before(parts: Path) -> tuple[int, bool]:
    """How many conversations earlier runs read, and whether they reached the end."""
    told = [told for _, told in _parts(parts)]
    return sum(part["read"] for part in told), any(part["ended"] for part in told)


def _gather(source: Source, parts: Path, out: Path, limit: int | None) -> Scope:
    found = _parts(parts)
    tables = [pl.read_parquet(path, glob=False) for path, _ in found]
    matches = pl.concat(tables or [pl.DataFrame(schema=dict(MATCH_SCHEMA))])
    scope = Scope(
        source.key,
        sum(told["read"] for _, told in found),
        sum(told["with_user_turn"] for _, told in found),
        matches.height,
        complete=any(told["ended"] for _, told in found),
    )
    write_parquet(out / f"public_{source.key}.parquet", matches)
    write_json(out / f"public_{source.key}.json", {**vars(scope), "limit": limit, "counts": _counts(matches)})
    return scope


def _counts(matches: pl.DataFrame) -> dict[str, dict[str, int]]:
    keywords = Counter(name for some in matches["matched_kw"] for name in some.split(", "))
    guesses = Counter(guess_family(text) or "none" for text in matches["first_user_turn"])
    models = Counter(matches["model_name"])
    return {
        "keyword": {name: keywords[name] for name in (*KEYWORDS, "similarity") if keywords[name]},
        "model": dict(sorted(models.items(), key=lambda item: (-item[1], item[0]))),
        "family guess": dict(sorted(guesses.items())),
    }
