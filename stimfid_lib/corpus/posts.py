"""Collected posts: `interim/threads_*.parquet` under a data root, checked and read lazily, so that millions fit."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from stimfid_lib.base.errors import MissingInput, Refused

PATTERN = "interim/threads_*.parquet"
POST_COLUMNS = ("post_id", "subreddit", "created_utc", "text")
LATEST = 4_102_444_800
"""Seconds since 1970 at the beginning of 2100; a time beyond it was counted in another unit."""


@dataclass(frozen=True, slots=True)
class ThreadFile:
    """One file of posts that was found fit to read: its path and how many rows it holds."""

    path: Path
    rows: int


def find_thread_files(data_root: Path) -> list[ThreadFile]:
    """Find the thread files under a data root and check the columns of every one before any is read.

    Raises:
        MissingInput: no such folder, or an empty one (nothing mounted), or no thread file in it; the text says what to
            mount.
        Refused: a file is no parquet table, lacks a column, or holds one of another type; file and column are named.
    """
    data_root = Path(data_root)
    mount = (
        f"mount the volume with the collected threads so that {data_root / PATTERN} exist (columns "
        f"{', '.join(POST_COLUMNS)}), or name its folder with --data-root"
    )
    if not data_root.is_dir():
        raise MissingInput(f"no data root {data_root}: {mount}")
    paths = sorted(data_root.glob(PATTERN))
    if not paths:
        state = "is empty (an unmounted volume?)" if not any(data_root.iterdir()) else f"holds no {PATTERN}"
        raise MissingInput(f"data root {data_root} {state}: {mount}")
    return [ThreadFile(path, _checked_height(path)) for path in paths]


def posts_of(file: ThreadFile) -> pl.LazyFrame:
    """Open a file's posts: post_id, subreddit and text as text, created_utc in whole seconds since 1970 (UTC).

    Texts and times may be null (a post that was taken down; NaN and an empty text are no time either); a subreddit that
    is null is empty.

    Raises:
        Refused: a post without an id, or a value that is no time or none from 1970 to 2099; file, column and row (from
            1) are named.
    """
    raw = pl.scan_parquet(file.path, glob=False).select(POST_COLUMNS)
    kind = raw.collect_schema()["created_utc"]
    times = _seconds(kind)
    ids = pl.col("post_id").cast(pl.String)
    checks = {
        "post_id": (ids.is_null() | (ids.str.strip_chars() == ""), "no value, but every post needs an id"),
        "created_utc": (
            pl.when(times.is_null()).then(_told(kind)).otherwise(~times.is_between(0, LATEST - 1)),
            "{!r} is no time from 1970 to 2099; give seconds (not milliseconds) since 1970, or a date",
        ),
    }
    for column, (spoiled, what) in checks.items():
        first = raw.select(column).with_row_index("row").filter(spoiled).head(1).collect()
        if first.height:
            told = what.format(first[column][0])
            raise Refused(f"{file.path}: column {column!r}, row {first['row'][0] + 1}: {told}")
    return raw.select(
        ids,
        pl.col("subreddit").cast(pl.String).fill_null(""),
        times.alias("created_utc"),
        pl.col("text").cast(pl.String),
    )


def _checked_height(path: Path) -> int:
    try:
        schema = pl.scan_parquet(path, glob=False).collect_schema()
        rows = pl.scan_parquet(path, glob=False).select(pl.len()).collect().item()
    except (pl.exceptions.PolarsError, OSError) as error:
        raise Refused(f"{path}: not a readable parquet file ({error}); copy it again") from error
    missing = [name for name in POST_COLUMNS if name not in schema]
    if missing:
        raise Refused(
            f"{path}: missing column {', '.join(map(repr, missing))}; needed are {', '.join(POST_COLUMNS)}; the file "
            f"has {', '.join(schema)}"
        )
    for name in POST_COLUMNS:
        if not _fits(name, schema[name]):
            wanted = "a time (seconds since 1970 or a date)" if name == "created_utc" else "text"
            raise Refused(f"{path}: column {name!r} holds {schema[name]}, expected {wanted}")
    return int(rows)


def _fits(name: str, kind: Any) -> bool:
    if kind in (pl.String, pl.Null):
        return True
    if name == "created_utc":
        return bool(kind.is_numeric() or kind in (pl.Datetime, pl.Date))
    return bool(kind in (pl.Categorical, pl.Enum) or (name != "text" and kind.is_integer()))


def _seconds(kind: Any) -> pl.Expr:
    """Times as whole seconds since 1970; a text may hold digits or an ISO date; what is none becomes null.

    Polars reads a column of dates by the form of its first one, so each is brought to one form before.
    """
    times = pl.col("created_utc")
    if kind in (pl.Datetime, pl.Date):
        return times.cast(pl.Datetime("us")).dt.epoch("s")
    if kind == pl.String:
        times = times.str.strip_chars()
        form = times.str.replace(r"^(\d{4}-\d\d-\d\d)$", "${1}T00:00").str.replace(r"^(\S+) ", "${1}T")
        form = form.str.replace(r"T(\d\d:\d\d)(Z|[+-]|$)", "T${1}:00$2").str.replace(r"(?:Z| ?UTC)$", "+00:00")
        form = form.str.replace(r"T([\d:.]+)$", "T${1}+00:00")
        dates = form.str.to_datetime("%Y-%m-%dT%H:%M:%S%.f%:z", strict=False, time_unit="us").dt.epoch("s")
        return times.cast(pl.Float64, strict=False).floor().cast(pl.Int64, strict=False).fill_null(dates)
    return times.cast(pl.Float64).floor().cast(pl.Int64, strict=False)


def _told(kind: Any) -> pl.Expr:
    """Whether a cell says anything at all: no null, no NaN (which a table with gaps holds), no empty text."""
    times = pl.col("created_utc")
    if kind == pl.String:
        return times.is_not_null() & (times.str.strip_chars() != "")
    return times.is_not_null() & times.is_not_nan() if kind.is_float() else times.is_not_null()
