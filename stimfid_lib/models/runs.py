"""The replies as a table: what the later stages read of a run folder."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.base.files import canonical_json
from stimfid_lib.models.lines import iterate_lines
from stimfid_lib.models.model_journal import ATTEMPTS, BATCHES, Latest
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


def attempts_schema() -> dict[str, Any]:
    """Columns of `read_attempts`: tokens as the server counted them, null where it did not; batch is the batch's id."""
    import polars as pl

    return {
        "model_key": pl.String,
        "prompt_id": pl.String,
        "replicate": pl.Int64,
        "attempt": pl.Int64,
        "ts": pl.String,
        "error": pl.String,
        "finish_reason": pl.String,
        "input_tokens": pl.Int64,
        "output_tokens": pl.Int64,
        "latency_s": pl.Float64,
        "batch": pl.String,
    }


def read_attempts(out_dir: Path) -> pl.DataFrame:
    """Read every call of a run folder, failed ones too: a question that was asked until it succeeded is told as such.

    `attempt` counts the calls of one question from 1; sorted by model_key, prompt_id, replicate, attempt.

    Raises:
        MissingInput: no ledger.
        Refused: a damaged line.
    """
    import polars as pl

    path = Path(out_dir) / ATTEMPTS
    if not path.is_file():
        raise MissingInput(f"no ledger {path}: ask the models first, with `make study` or `stimfid run`")
    rows: list[list[Any]] = []
    calls: Counter[tuple[str, str, int]] = Counter()
    for line in iterate_lines(path):
        record = check_record(path, line, line.value.get("model_key", ""))
        question = (record["model_key"], record["prompt_id"], record["replicate"])
        calls[question] += 1
        told = record | record["usage"] | {"attempt": calls[question]}
        rows.append([told.get(name) for name in attempts_schema()])
    frame = pl.DataFrame(rows, schema=attempts_schema(), orient="row")
    return frame.sort("model_key", "prompt_id", "replicate", "attempt")


def count_attempts(out_dir: Path) -> pl.DataFrame:
    """Count calls by model: model_key, attempts, errors; a re-asked error shifts a distribution, so it is told."""
    import polars as pl

    failed = pl.col("error").is_not_null().sum()
    return read_attempts(out_dir).group_by("model_key").agg(attempts=pl.len(), errors=failed).sort("model_key")


def _records(folder: Path) -> list[Record]:
    paths = sorted(path for path in folder.glob("*.jsonl") if path.name not in (ATTEMPTS, BATCHES))
    if not paths:
        raise MissingInput(f"no replies in {folder}: ask the models first, with `make study` or `stimfid run`")
    records: list[Record] = []
    for path in paths:
        latest, found = Latest(path), {}
        for line in iterate_lines(path):
            found[line.number] = check_record(path, line, path.stem)
            latest.add(line.number, found[line.number])
        standing = latest.numbers
        records += [record for number, record in found.items() if number in standing]
    return records


def _row(record: Record) -> list[Any]:
    told = record | {"usage": canonical_json(record["usage"]), "request": canonical_json(record["request"])}
    return [told[name] for name in runs_schema()]
