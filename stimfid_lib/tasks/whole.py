"""Every task on one model: the run behind `make tasks`, and the table at its end."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from stimfid_lib.base.files import write_json, write_text
from stimfid_lib.base.paths import repo_root
from stimfid_lib.tasks.cases import Split
from stimfid_lib.tasks.command import FREE, asking, progress
from stimfid_lib.tasks.explanation import TASK as EXPLANATION
from stimfid_lib.tasks.extraction import TASK as EXTRACTION
from stimfid_lib.tasks.extraction import rate_reader
from stimfid_lib.tasks.markdown import table, to_markdown
from stimfid_lib.tasks.reaction import TASK as REACTION
from stimfid_lib.tasks.result import EvalResult
from stimfid_lib.tasks.tagging import TASK as TAGGING
from stimfid_lib.tasks.task import Task

TASKS: tuple[Task[Any], ...] = (TAGGING, REACTION, EXPLANATION, EXTRACTION)


def run_all(
    model: str, *, split: Split | None = None, offline: bool = False, bind: bool = True, folder: Path | None = None
) -> str:
    """Score every task, write each one's JSON and Markdown, and return all of it as Markdown.

    Args:
        model: a key of `models.yaml`; its weights are loaded once.
        split: `train` or `dev`, None for both.
        offline: score the stubs; no model is asked.
        bind: bind structured answers to their schema where the server can.
        folder: where the files go (default: `build/tasks`).
    """
    results: list[tuple[EvalResult, EvalResult | None]] = []
    with nullcontext() if offline else asking(model, bind=bind) as chat:
        for task in TASKS:
            cases = task.load_cases(split=split)
            with progress(task.name, len(cases)) as on_case:
                if chat is None:
                    result = task.rate_stub(cases, on_case=on_case)
                else:
                    name = model if bind or task.schema is None else f"{model}{FREE}"
                    result = task.evaluate(chat, cases, on_case=on_case, model=name)
            results.append((result, beside(task, cases)))
    target = folder or repo_root() / "build" / "tasks"
    texts = []
    for result, other in results:
        text = "\n".join(to_markdown(one) for one in (result, other) if one)
        stem = f"{result.task}.{'stub' if offline else model + ('' if bind else '-free')}"
        write_json(target / f"{stem}.json", result.to_json())
        write_text(target / f"{stem}.md", text)
        texts.append(text)
    return "\n".join([*texts, "## all tasks\n", table(overview(results)) + "\n"])


def beside(task: Task[Any], cases: Sequence[Any]) -> EvalResult | None:
    """What needs no model and is scored on the same cases: keywords, or the deterministic reader for extraction."""
    return rate_reader(cases) if task is EXTRACTION else task.rate_baseline(cases)


def overview(results: Sequence[tuple[EvalResult, EvalResult | None]]) -> list[dict[str, Any]]:
    """One row a task: who answered, score and seconds an answer, and the score of what needs no model."""
    return [
        {
            "task": result.task,
            "answered by": result.model,
            "cases": result.n_cases,
            "failed calls": result.failed,
            "score": result.overall,
            "seconds an answer (median)": None if result.median_latency is None else round(result.median_latency, 2),
            "beside it": None if other is None else other.model,
            "its score": None if other is None else other.overall,
        }
        for result, other in results
    ]
