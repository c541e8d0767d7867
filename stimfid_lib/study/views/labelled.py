"""What the notebook of the task corpora shows: the corpora, the baselines, and stored runs scored as of today."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import polars as pl
from great_tables import GT

from stimfid_lib.base.paths import repo_root
from stimfid_lib.study.views.plain import show, show_texts

if TYPE_CHECKING:
    from stimfid_lib.tasks.result import EvalResult

STORED = "docs/tasks"
"""Where results of runs on record lie, `<task>.<model>.json`."""


def task_corpora() -> GT:
    """Each corpus: how many cases, in which split, of which families."""
    from stimfid_lib.tasks.structured import family_of
    from stimfid_lib.tasks.whole import TASKS

    rows = []
    for task in TASKS:
        cases = task.load_cases()
        splits = Counter(case.split for case in cases)
        # the extraction corpus sorts its cases by level instead
        families = Counter(case.level if task.name == "extraction" else family_of(case) for case in cases)
        told = ", ".join(f"{name} {count}" for name, count in families.items())
        rows.append(
            {
                "task": task.name,
                "cases": len(cases),
                "train": splits["train"],
                "dev": splits["dev"],
                "families or levels": told,
            }
        )
    return show(pl.DataFrame(rows), "Cases with known answers")


def task_cases(name: str, family: str, most: int = 5) -> GT:
    """The first cases of a family: what is asked, and which failure the case is there to catch."""
    from stimfid_lib.tasks.structured import family_of

    cases = [case for case in _task(name).load_cases() if family_of(case) == family][:most]
    rows = [{"item": f"{case.title}\n{case.summary}", "why it is there": case.note} for case in cases]
    return show_texts(pl.DataFrame(rows), f"{name}: {family}")


def task_scores() -> GT:
    """Every task's score without a model, and that of each run on record, on the same cases."""
    from stimfid_lib.tasks.whole import TASKS

    rows = [
        {"task": task.name, "answered by": result.model, "cases": result.n_cases, "score": result.overall}
        for task in TASKS
        for result in _results(task)
    ]
    return show(_rounded(rows), "Scores", "A mean of unlike checks: good for comparing two runs, no rate of anything.")


def task_figure(name: str, figure: str) -> GT:
    """One of a task's own figures, for each run on record and for what needs no model, on the same cases."""
    rows = [{"answered by": result.model, **row} for result in _results(_task(name)) for row in result.figures[figure]]
    return show(_rounded(rows), f"{name}: {figure}")


def _rounded(rows: list[dict[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame(rows, infer_schema_length=None).with_columns(pl.col(pl.Float64).round(3))


def _task(name: str) -> Any:
    from stimfid_lib.tasks.whole import TASKS

    return next(task for task in TASKS if task.name == name)


def _results(task: Any) -> list[EvalResult]:
    """The runs on record, and beside them what needs no model, on the same cases."""
    from stimfid_lib.tasks.stored import read_result, score_again
    from stimfid_lib.tasks.whole import beside

    paths = sorted((repo_root() / STORED).glob(f"{task.name}.*.json"))
    runs = [score_again(task, read_result(path, "stored run")) for path in paths]
    asked = {row["id"] for run in runs for row in run.rows}
    other = beside(task, [case for case in task.load_cases() if not asked or case.id in asked])
    return [*runs, other] if other else runs
