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

_TYPES: dict[str, tuple[type, ...]] = {
    "prompt_id": (str,),
    "replicate": (int,),
    "text": (str, type(None)),
    "error": (str, type(None)),
    "usage": (dict,),
    "request": (dict,),
}
"""What the later stages rely on; "1" for 1 would be one more replicate here and the same one in a table."""

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
    batch: str | None = None,
) -> Record:
    """Put a completion and its place in the run into one flat object; `temperature` and `seed` are the run's wishes.

    `batch` is the vendor's id of the batch that brought it; a call of its own has no such key.

    Half a character (a reply cut inside an emoji may end with one) becomes U+FFFD, since no file can hold it.
    """
    record = {
        "prompt_id": prompt_id,
        "replicate": replicate,
        "model_key": model_key,
        "model_id": _whole_characters(completion.model_id),
        "ts": datetime.now(UTC).isoformat(timespec="microseconds"),
        "temperature": temperature,
        "seed": seed,
        "text": _whole_characters(completion.text),
        "usage": dict(completion.usage),
        "error": _whole_characters(completion.error),
        "finish_reason": _whole_characters(completion.finish_reason),
        "latency_s": None if completion.latency_s is None else round(completion.latency_s, 4),
        "request": dict(completion.request),
        "suite_sha256": suite_sha256,
    }
    return record if batch is None else record | {"batch": batch}


def _whole_characters(text: str | None) -> str | None:
    return None if text is None else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def asked(record: Record) -> Asked:
    """Which prompt and replicate a record answers."""
    return record["prompt_id"], record["replicate"]


def is_clean(record: Record) -> bool:
    """Tell whether a record holds an answer (an empty one included) and not an error."""
    return record["error"] is None


def check_record(path: Path, line: Line, model_key: str) -> Record:
    """Return a line's record after checking that it is one of this model's.

    Raises:
        Refused: a key is absent or its value of another type, the line belongs to another model, or it holds neither
            text nor error, or both.
    """
    record, where = line.value, f"{path}, line {line.number}"
    absent = [name for name in FIELDS if name not in record]
    if absent:
        raise Refused(f"{where}: the record lacks {', '.join(absent)}; a run record has {', '.join(FIELDS)}")
    for name, types in _TYPES.items():
        if type(record[name]) not in types:
            allowed = " or ".join("null" if kind is type(None) else kind.__name__ for kind in types)
            raise Refused(f"{where}: {name} is {record[name]!r}; allowed is {allowed}. Restore the file from a copy")
    if record["model_key"] != model_key:
        raise Refused(f"{where}: a record of {record['model_key']!r} stands in the file of {model_key!r}; move it")
    if (record["text"] is None) == (record["error"] is None):
        raise Refused(f"{where}: a record holds either a text or an error; this one holds both or neither")
    return record
