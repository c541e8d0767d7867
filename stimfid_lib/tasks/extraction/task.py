"""The extraction task put together: corpus, production builder, scorer, figures, stub, and the reader beside them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from stimfid_lib.models.messages import Messages
from stimfid_lib.scoring import extract_llm
from stimfid_lib.scoring.extract import extract_for
from stimfid_lib.tasks.extraction.case import ExtractionCase
from stimfid_lib.tasks.extraction.figures import figures
from stimfid_lib.tasks.extraction.score import score_items, score_one
from stimfid_lib.tasks.result import EvalResult, Score
from stimfid_lib.tasks.task import OnCase, Task

READER = "reader (deterministic)"


def _messages(case: ExtractionCase) -> Messages:
    return extract_llm.extraction_messages(case.reply)


def _stub(case: ExtractionCase) -> str:
    """Call every line of at most three words an entry, as the simplest reader would."""
    return "\n".join(line for line in case.reply.splitlines() if 0 < len(line.split()) <= 3)


TASK: Task[ExtractionCase] = Task(
    name="extraction",
    corpus=Path(__file__).with_name("cases.json"),
    kind=ExtractionCase,
    messages=_messages,
    score_one=score_one,
    figures=figures,
    stub=_stub,
    fields=(("reply",), ("items",)),
    example=lambda case: {"id": case.id, "reply": case.reply, "items": list(case.items)},
)


def rate_reader(cases: Sequence[ExtractionCase], *, on_case: OnCase | None = None) -> EvalResult:
    """Score the deterministic reader, which the study goes by, on the same cases by the same scorer."""

    def rate(case: ExtractionCase) -> Score:
        found = extract_for(case.reply, case.shape)
        return {**score_items(case, found.items, refusal=found.refusal), "method": found.method}

    return TASK.rated(rate, cases, on_case=on_case, model=READER)
