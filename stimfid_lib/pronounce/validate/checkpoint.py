"""What a run has done so far, kept beside the rows so that a stopped run goes on where it was."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_jsonl
from stimfid_lib.pronounce.validate.rows import SCORING, Row

_KIND = "stimfid L2-ARCTIC checkpoint"


@dataclass(frozen=True, slots=True)
class Done:
    """One utterance's result: rows, or why it was skipped (`bad`); counts of its tags; notes and unreadable labels.

    `fingerprint` is that of its two files: an utterance whose file was repaired meanwhile is measured anew.
    """

    key: str
    fingerprint: str
    counts: dict[str, int] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    bad: str | None = None


def checkpoint_path(out: Path) -> Path:
    """Where the checkpoint of `rows.parquet` lies: `rows.checkpoint.jsonl`."""
    return out.with_name(f"{out.stem}.checkpoint.jsonl")


def write_checkpoint(path: Path, transcriber: str, done: dict[str, Done]) -> None:
    """Write everything done so far, atomically: a kill while writing leaves the checkpoint before it."""
    write_jsonl(path, [_head(transcriber), *(asdict(one) for one in done.values())])


def read_checkpoint(path: Path, transcriber: str) -> dict[str, Done]:
    """Read a checkpoint, by key; nothing if there is none.

    Raises:
        Refused: made with another transcriber or by other rules, or damaged.
    """
    if not path.is_file():
        return {}
    try:
        head, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        kind = head["kind"]
        done = {line["key"]: Done(**line) for line in lines}
    except (ValueError, KeyError, TypeError) as error:
        raise Refused(f"{path} is damaged ({error}): begin anew with --fresh, or restore it") from error
    if kind != _KIND or head != _head(transcriber):
        raise Refused(
            f"{path} was made with {head.get('transcriber')!r} (rules {head.get('scoring')}), this run is with "
            f"{transcriber!r} (rules {SCORING}): name another --out, or begin anew with --fresh"
        )
    return done


def _head(transcriber: str) -> dict[str, Any]:
    return {"kind": _KIND, "scoring": SCORING, "transcriber": transcriber}
