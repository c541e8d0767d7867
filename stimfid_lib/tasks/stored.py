"""Scoring stored answers anew: figures of a model's run stay comparable when a scorer changes, and nobody is asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.models.messages import Messages
from stimfid_lib.tasks.cases import C
from stimfid_lib.tasks.chat import CallFailed
from stimfid_lib.tasks.result import EvalResult
from stimfid_lib.tasks.task import Task


def read_result(path: Path, option: str) -> dict[str, Any]:
    """Read a result that `--json` wrote; `option` names what asked for it.

    Raises:
        MissingInput: no such file.
        Refused: it is not JSON, or no result.
    """
    if not path.is_file():
        raise MissingInput(f"{option} {path}: no such file; write one with --json")
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{option} {path} is not JSON: {error}") from error
    if not isinstance(read, dict) or not {"task", "model", "n_cases", "rows", "checks"} <= set(read):
        raise Refused(f"{option} {path} holds no result of a task; write one with --json")
    return read


def score_again(task: Task[C], stored: Mapping[str, Any]) -> EvalResult:
    """Score the answers of a stored run (`EvalResult.to_json()`) by the scorer as it is now; the times are the run's.

    Raises:
        Refused: the run is of another task, keeps no answers, or answers cases that the corpus does not hold.
    """
    if stored["task"] != task.name:
        raise Refused(f"the stored run is of the task {stored['task']!r}, not {task.name!r}; name one of its own")
    known = {case.id: case for case in task.load_cases()}
    rows = stored["rows"]
    lost = [row["id"] for row in rows if row["id"] not in known or (row["score"] is not None and "text" not in row)]
    if lost or not rows:
        raise Refused(
            f"the stored run has no answer that can be scored for {', '.join(lost[:3]) or 'any case'}: the corpus has "
            "changed or the run kept no texts; ask the model again"
        )
    order = [known[row["id"]] for row in rows if row["repeat"] == 1]
    left = iter(rows)

    def chat(_messages: Messages, _schema: type[BaseModel] | None = None, /) -> str:
        row = next(left)
        if row["score"] is None:
            raise CallFailed(str(row["errors"][0]).removeprefix("no answer: "))
        return str(row["text"])

    repeat = max(row["repeat"] for row in rows)
    result = task.evaluate(chat, order, repeat=repeat, model=stored["model"])
    return replace(result, median_latency=stored["median_latency"])
