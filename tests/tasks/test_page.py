"""docs/tasks.md shows what today's scorers give: for the keyword baselines, and for the answers on record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.tasks import explanation, reaction, tagging
from stimfid_lib.tasks.markdown import put_between, to_markdown
from stimfid_lib.tasks.result import EvalResult
from stimfid_lib.tasks.stored import read_result, score_again
from stimfid_lib.tasks.structured import family_of
from stimfid_lib.tasks.task import Task

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/tasks.md").read_text(encoding="utf-8")
ON_RECORD = sorted((ROOT / "docs/tasks").glob("*.json"))
TASKS: dict[str, Task[Any]] = {task.name: task for task in (tagging.TASK, reaction.TASK, explanation.TASK)}


def shows(result: EvalResult) -> bool:
    fresh = to_markdown(result, heading="###", latency=False)
    return put_between(PAGE, f"{result.task}: {result.model}", fresh) == PAGE


@pytest.mark.parametrize("name", TASKS)
def test_the_page_shows_the_keyword_baseline_as_it_is(name: str) -> None:
    result = TASKS[name].rate_baseline(TASKS[name].load_cases())
    assert result is not None
    assert shows(result), "write it anew: see the end of docs/tasks.md"


@pytest.mark.parametrize("path", ON_RECORD, ids=lambda path: path.stem)
def test_the_page_shows_the_answers_on_record_under_the_scorer_as_it_is(path: Path) -> None:
    stored = read_result(path, "stored run")
    assert shows(score_again(TASKS[stored["task"]], stored)), "write it anew: see the end of docs/tasks.md"


def test_each_task_has_a_run_on_record() -> None:
    assert {path.name.split(".")[0] for path in ON_RECORD} >= set(TASKS)


@pytest.mark.parametrize("name", TASKS)
def test_the_page_names_every_family_with_its_count(name: str) -> None:
    families = [family_of(case) for case in TASKS[name].load_cases()]
    for family in set(families):
        assert f"`{family}` {families.count(family)}" in PAGE, family
