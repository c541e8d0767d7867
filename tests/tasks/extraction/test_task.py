"""The task as a whole: one builder, the model's calls, the reader beside it, what docs and an optimiser see."""

from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.models.clients.fake import FakeClient
from stimfid_lib.models.messages import Messages, as_prompt
from stimfid_lib.scoring import extract_llm
from stimfid_lib.tasks.chat import chat_of
from stimfid_lib.tasks.extraction import TASK, dspy_fields, evaluate, load_cases, rate_reader, to_dspy_example
from stimfid_lib.tasks.markdown import put_between, to_markdown

DOCS = Path(__file__).resolve().parents[3] / "docs/extraction.md"
CASES = load_cases()


def _sent(case_count: int = 1) -> list[str]:
    client = FakeClient("m", ["NONE"])
    evaluate(chat_of(client), CASES[:case_count])
    return client.calls


def _builder_is_guarded(monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the evaluation's messages change with the words of the production builder."""
    before = _sent()
    monkeypatch.setattr(extract_llm, "SYSTEM", "Entirely different instructions.")
    after = _sent()
    return before != after and "Entirely different instructions." in after[0]


def test_the_evaluation_sends_what_production_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _sent() == [as_prompt(extract_llm.extraction_messages(CASES[0].reply))]
    assert _builder_is_guarded(monkeypatch)


def test_the_guard_fails_for_an_evaluation_that_keeps_its_own_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen: Messages = extract_llm.extraction_messages(CASES[0].reply)
    object.__setattr__(TASK, "messages", lambda _case: frozen)
    try:
        assert not _builder_is_guarded(monkeypatch)
    finally:
        monkeypatch.undo()
        object.__setattr__(TASK, "messages", lambda case: extract_llm.extraction_messages(case.reply))


def test_the_guard_fails_for_a_builder_that_is_replaced_by_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extract_llm, "extraction_messages", lambda raw: [{"role": "user", "content": raw}])
    assert _sent() == [CASES[0].reply], "the evaluation looks the builder up when it asks"


def test_a_model_that_copies_the_gold_scores_one() -> None:
    by_prompt = {as_prompt(TASK.messages(case)): case for case in CASES if case.items}

    def answer(prompt: str, _seed: int | None) -> str:
        items = by_prompt[prompt].items
        return "\n".join(item if isinstance(item, str) else " - ".join(item) for item in items)

    result = evaluate(chat_of(FakeClient("m", answer)), list(by_prompt.values()))
    assert result.checks["verbatim"] == 1.0
    assert result.checks["exact"] is not None
    assert result.checks["exact"] > 0.98


def test_a_model_that_says_none_is_right_on_refusals_alone() -> None:
    result = evaluate(chat_of(FakeClient("m", ["NONE"])), CASES)
    empty = sum(not case.items for case in CASES)
    assert result.checks["exact"] == pytest.approx(empty / len(CASES))
    assert result.checks["recall"] == 0.0


def test_the_reader_is_scored_on_the_same_cases_and_invents_nothing() -> None:
    result = rate_reader(CASES)
    assert result.model == "reader (deterministic)"
    assert result.n_cases == len(result.rows) == len(CASES)
    assert {"exact", "precision", "recall", "refusal"} == set(result.checks)


def test_the_page_shows_the_figures_of_the_reader_as_it_is_and_explains_every_miss() -> None:
    page = DOCS.read_text(encoding="utf-8")
    result = rate_reader(CASES)
    fresh = put_between(page, result.model, to_markdown(result, heading="###", latency=False))
    assert page == fresh, "run: .venv/bin/python -m stimfid_lib.tasks.extraction --reader --docs docs/extraction.md"
    explained = page.partition("### The misses explained")[2].partition("\n## ")[0]
    silent = [miss["case"] for miss in result.figures["misses"] if f"`{miss['case']}`" not in explained]
    assert silent == []


def test_an_optimiser_gets_names_and_plain_values() -> None:
    inputs, outputs = dspy_fields()
    example = to_dspy_example(CASES[0])
    assert {*inputs, *outputs} <= set(example)
    dspy = pytest.importorskip("dspy", reason="dspy is not part of the environment")
    assert dspy.Example(**example).with_inputs(*inputs).inputs().keys() == list(inputs)
