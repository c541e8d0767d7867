"""One line of a run: what was asked, of whom, and what came back; and what a line must hold to be read again."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.completion import Completion
from stimfid_lib.models.lines import Line

Record = dict[str, Any]
Asked = tuple[str, int]
"""(prompt_id, replicate): what one model is asked once."""

FIELDS = (
    *("prompt_id", "replicate", "model_key", "model_id", "ts", "temperature", "seed"),
    *("text", "usage", "error", "finish_reason", "latency_s", "request", "suite_sha256"),
)


def make_record(
    completion: Completion,
    *,
    prompt_id: str,
    replicate: int,
    model_key: str,
    temperature: float | None,
    seed: int,
    suite_sha256: str,
) -> Record:
    """Put a completion and its place in the run into one flat object; `temperature` and `seed` are the run's wishes."""
    return {
        "prompt_id": prompt_id,
        "replicate": replicate,
        "model_key": model_key,
        "model_id": completion.model_id,
        "ts": datetime.now(UTC).isoformat(timespec="microseconds"),
        "temperature": temperature,
        "seed": seed,
        "text": completion.text,
        "usage": dict(completion.usage),
        "error": completion.error,
        "finish_reason": completion.finish_reason,
        "latency_s": None if completion.latency_s is None else round(completion.latency_s, 4),
        "request": dict(completion.request),
        "suite_sha256": suite_sha256,
    }


def asked(record: Record) -> Asked:
    """Which prompt and replicate a record answers."""
    return record["prompt_id"], record["replicate"]


def is_clean(record: Record) -> bool:
    """Tell whether a record holds an answer (an empty one included) and not an error."""
    return record["error"] is None


def check_record(path: Path, line: Line, model_key: str) -> Record:
    """Return a line's record after checking that it is one of this model's.

    Raises:
        Refused: a key is absent, the line belongs to another model, or it holds neither text nor error, or both.
    """
    record, where = line.value, f"{path}, line {line.number}"
    absent = [name for name in FIELDS if name not in record]
    if absent:
        raise Refused(f"{where}: the record lacks {', '.join(absent)}; a run record has {', '.join(FIELDS)}")
    if record["model_key"] != model_key:
        raise Refused(f"{where}: a record of {record['model_key']!r} stands in the file of {model_key!r}; move it")
    if (record["text"] is None) == (record["error"] is None):
        raise Refused(f"{where}: a record holds either a text or an error; this one holds both or neither")
    return record
