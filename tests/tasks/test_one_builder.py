"""One builder a task: production and evaluation send the same words, and the guard of that can fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from stimfid_lib.models.clients.fake import FakeClient
from stimfid_lib.models.messages import as_prompt
from stimfid_lib.scoring import extract_llm
from stimfid_lib.tasks.chat import ChatJson, chat_of
from stimfid_lib.tasks.feed import explanation, reaction, tags
from stimfid_lib.tasks.feed.simulate import load_feed, simulate
from stimfid_lib.tasks.task import Task
from stimfid_lib.tasks.whole import TASKS

OTHER = "Entirely different instructions."
BUILT_IN: dict[str, ModuleType] = {
    "tagging": tags,
    "reaction": reaction,
    "explanation": explanation,
    "extraction": extract_llm,
}
every_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)


def sent(task: Task[Any]) -> list[str]:
    """What a real client is asked when an evaluation runs over two cases."""
    client = FakeClient("m", ["no"])
    task.evaluate(chat_of(client), task.load_cases()[:2])
    return client.calls


def follows_production(task: Task[Any], monkeypatch: pytest.MonkeyPatch) -> bool:
    """The guard: whether the evaluation's messages change with the system text of the production builder."""
    before = sent(task)
    with monkeypatch.context() as patch:
        patch.setattr(BUILT_IN[task.name], "SYSTEM", OTHER)
        after = sent(task)
    return len(before) == 2 and all(OTHER in new and new != old for old, new in zip(before, after, strict=True))


def production(task: Task[Any], case: Any) -> str:
    """What the public builder gives for a case, called as production calls it."""
    match task.name:
        case "tagging":
            return as_prompt(tags.tag_messages(case.item))
        case "reaction":
            return as_prompt(reaction.reaction_messages(case.persona, case.interests, case.title, case.summary))
        case "explanation":
            return as_prompt(explanation.explanation_messages(case.interests, case.title, case.summary))
        case _:
            return as_prompt(extract_llm.extraction_messages(case.reply))


@every_task
def test_the_evaluation_sends_what_production_sends(task: Task[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert sent(task) == [production(task, case) for case in task.load_cases()[:2]]
    assert follows_production(task, monkeypatch)


@every_task
def test_the_guard_fails_when_the_task_keeps_a_copy(task: Task[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    copies = {case.id: task.messages(case) for case in task.load_cases()}
    copied = replace(task, messages=lambda case: copies[case.id])
    assert sent(copied) == sent(task), "the copy is true, so that nothing else would tell"
    assert not follows_production(copied, monkeypatch)


@every_task
def test_the_guard_fails_when_evaluate_stops_calling_the_builder(
    task: Task[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = {case.id: task.messages(case) for case in task.load_cases()}

    def stale(self: Task[Any], chat: ChatJson, cases: Sequence[Any]) -> None:
        for case in cases:
            chat(copies[case.id], self.schema)

    monkeypatch.setattr(Task, "evaluate", stale)
    assert not follows_production(task, monkeypatch)


@pytest.mark.parametrize("name", ["tagging", "reaction", "explanation"])
def test_the_feed_follows_the_same_builder(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked() -> list[str]:
        client = FakeClient("m", ['{"verdict": true, "confidence": 3, "reasoning": "it fits"}'])
        simulate(chat_of(client), load_feed())
        return client.calls

    before = asked()
    monkeypatch.setattr(BUILT_IN[name], "SYSTEM", OTHER)
    after = asked()
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert changed
    assert all(OTHER in new for new in changed)
