"""A task: a corpus, the production builder that words its question, a scorer without a model, and its own figures."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from pydantic import BaseModel

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.messages import Messages
from stimfid_lib.tasks.cases import C, Case, Split, load_cases
from stimfid_lib.tasks.chat import CallFailed, ChatJson
from stimfid_lib.tasks.result import EvalResult, Score

OnCase = Callable[[Score], None]

STUB = "stub (no model)"
"""Who answered, where nobody did."""

BASELINE = "keyword baseline (no model)"
"""Who answered, where words were counted."""


def _whole_case(case: Case) -> dict[str, Any]:
    return case.model_dump(mode="json", exclude={"split", "note"})


@dataclass(frozen=True)
class Task(Generic[C]):
    """Everything that running a task takes.

    Attributes:
        name: the task's name.
        corpus: its JSON file.
        kind: its kind of case.
        messages: the production builder, called on a case.
        score_one: from a case and an answer's text to a `Score`; any text is scored, none crashes.
        figures: from the cases and all scores to the task's own figures, by name.
        stub: answers without a model, for `--offline`; named a stub wherever it shows.
        fields: names of the inputs and of the outputs, as an optimiser asks for them.
        schema: the answer's model, None where the answer is text.
        baseline: answers by counting words, to be scored beside a model; None where there is none.
        example: a case as the flat dict that an optimiser's example is made of; the whole case unless said otherwise.
    """

    name: str
    corpus: Path
    kind: type[C]
    messages: Callable[[C], Messages]
    score_one: Callable[[C, str], Score]
    figures: Callable[[Sequence[C], Sequence[Score]], dict[str, Any]]
    stub: Callable[[C], str]
    fields: tuple[tuple[str, ...], tuple[str, ...]]
    schema: type[BaseModel] | None = None
    baseline: Callable[[C], str] | None = None
    example: Callable[[C], dict[str, Any]] = _whole_case

    def load_cases(self, path: Path | None = None, split: Split | None = None) -> tuple[C, ...]:
        """Read the task's own corpus, or another of the same kind; see `cases.load_cases`."""
        return load_cases(path or self.corpus, split, kind=self.kind)

    def dspy_fields(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of the inputs and of the outputs, for an optimiser's signature."""
        return self.fields

    def to_dspy_example(self, case: C) -> dict[str, Any]:
        """Return a case as the keyword arguments of a `dspy.Example`: its id, the inputs and what is right."""
        return self.example(case)

    def evaluate(
        self,
        chat_json: ChatJson,
        cases: Sequence[C],
        *,
        repeat: int = 1,
        on_case: OnCase | None = None,
        model: str = "",
    ) -> EvalResult:
        """Ask every case `repeat` times, score every answer and take means; a failed call is counted and not scored.

        `on_case` is called with each score, for progress; `model` names who answered in the result. Each row also keeps
        the answer's `text`, so that it can be scored anew (`stored.score_again`).

        Raises:
            Refused: no cases, or `repeat` below 1.
        """

        def rate(case: C) -> Score:
            text = chat_json(self.messages(case), self.schema)
            return {**self.score_one(case, text), "text": text}

        return self.rated(rate, cases, repeat=repeat, on_case=on_case, model=model)

    def rate_stub(self, cases: Sequence[C], *, on_case: OnCase | None = None) -> EvalResult:
        """Score the task's stub, which needs no model, in place of one."""
        return self.rated(lambda case: self.score_one(case, self.stub(case)), cases, on_case=on_case, model=STUB)

    def rate_baseline(self, cases: Sequence[C], *, on_case: OnCase | None = None) -> EvalResult | None:
        """Score the task's keyword baseline by the same scorer, None where there is none."""
        answer = self.baseline
        if answer is None:
            return None
        return self.rated(lambda case: self.score_one(case, answer(case)), cases, on_case=on_case, model=BASELINE)

    def rated(
        self,
        rate: Callable[[C], Score],
        cases: Sequence[C],
        *,
        repeat: int = 1,
        on_case: OnCase | None = None,
        model: str,
    ) -> EvalResult:
        """Take the means of whatever rates a case: a model's answer, a stub, a baseline; see `evaluate`."""
        if not cases or repeat < 1:
            raise Refused(f"{self.name}: {len(cases)} cases, repeat {repeat}: at least one of each is needed")
        rows: list[Score] = []
        seconds: list[float] = []
        for number, case in ((number, case) for number in range(1, repeat + 1) for case in cases):
            started = time.perf_counter()
            try:
                row = rate(case)
            except CallFailed as error:
                row = {"id": case.id, "score": None, "errors": [f"no answer: {error}"], "checks": {}}
            else:
                seconds.append(time.perf_counter() - started)
            rows.append({**row, "repeat": number})
            if on_case:
                on_case(rows[-1])
        scored = [row for row in rows if row["score"] is not None]
        return EvalResult(
            task=self.name,
            model=model,
            n_cases=len(cases),
            overall=statistics.fmean(row["score"] for row in scored) if scored else None,
            checks=_means(scored),
            median_latency=statistics.median(seconds) if seconds else None,
            failed=len(rows) - len(scored),
            rows=tuple(rows),
            figures=self.figures(cases, scored),
        )


def _means(scored: Sequence[Score]) -> dict[str, float | None]:
    names = dict.fromkeys(name for row in scored for name in row["checks"])
    values = {name: [row["checks"][name] for row in scored if row["checks"].get(name) is not None] for name in names}
    return {name: statistics.fmean(found) if found else None for name, found in values.items()}
