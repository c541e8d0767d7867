"""The replies as a table: what the later stages read of a run folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.base.files import canonical_json
from stimfid_lib.models.lines import read_lines
from stimfid_lib.models.model_journal import ATTEMPTS, latest
from stimfid_lib.models.record import Record, check_record, is_clean

if TYPE_CHECKING:
    import polars as pl

VOLATILE_COLUMNS = ("ts", "latency_s")
"""Columns that differ between two equal runs; all others are reproducible where the model is."""


def runs_schema() -> dict[str, Any]:
    """Columns of `read_runs`: usage and request are canonical JSON, latency is in seconds, ts is UTC in ISO 8601."""
    import polars as pl

    return {
        "prompt_id": pl.String,
        "replicate": pl.Int64,
        "model_key": pl.String,
        "model_id": pl.String,
        "ts": pl.String,
        "temperature": pl.Float64,
        "seed": pl.Int64,
        "text": pl.String,
        "usage": pl.String,
        "finish_reason": pl.String,
        "latency_s": pl.Float64,
        "request": pl.String,
        "suite_sha256": pl.String,
    }


def read_runs(out_dir: Path) -> pl.DataFrame:
    """Read every answer of a run folder: one row a (model_key, prompt_id, replicate), sorted by these three.

    Errors are not answers and have no row; a torn last line is passed over; nothing is changed. Drop
    `VOLATILE_COLUMNS` before comparing or hashing two runs.

    Raises:
        MissingInput: no such folder, or no model's file in it.
        Refused: a damaged line, or a prompt answered twice by one model.
    """
    import polars as pl

    rows = [_row(record) for record in _records(Path(out_dir)) if is_clean(record)]
    return pl.DataFrame(rows, schema=runs_schema(), orient="row").sort("model_key", "prompt_id", "replicate")


def read_failures(out_dir: Path) -> pl.DataFrame:
    """Read what is still without an answer after an error: prompt_id, replicate, model_key, error; sorted.

    Raises:
        MissingInput, Refused: as `read_runs`.
    """
    import polars as pl

    names = ("prompt_id", "replicate", "model_key", "error")
    rows = [[record[name] for name in names] for record in _records(Path(out_dir)) if not is_clean(record)]
    schema = dict.fromkeys(names, pl.String) | {"replicate": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row").sort("model_key", "prompt_id", "replicate")


def count_attempts(out_dir: Path) -> pl.DataFrame:
    """Count calls by model: model_key, attempts, errors; a re-asked error shifts a distribution, so it is told."""
    import polars as pl

    path = Path(out_dir) / ATTEMPTS
    attempts = [check_record(path, line, line.value.get("model_key", "")) for line in read_lines(path).lines]
    rows = [[record["model_key"], not is_clean(record)] for record in attempts]
    frame = pl.DataFrame(rows, schema={"model_key": pl.String, "failed": pl.Boolean}, orient="row")
    return (
        frame.group_by("model_key")
        .agg(pl.len().alias("attempts"), pl.col("failed").sum().alias("errors"))
        .sort("model_key")
    )


def _records(folder: Path) -> list[Record]:
    paths = sorted(path for path in folder.glob("*.jsonl") if path.name != ATTEMPTS)
    if not paths:
        raise MissingInput(f"no replies in {folder}: ask the models first, with `make study` or `stimfid run`")
    records: list[Record] = []
    for path in paths:
        contents = read_lines(path)
        found = [check_record(path, line, path.stem) for line in contents.lines]
        records += latest(path, contents, found)
    return records


def _row(record: Record) -> list[Any]:
    told = record | {"usage": canonical_json(record["usage"]), "request": canonical_json(record["request"])}
    return [told[name] for name in runs_schema()]
