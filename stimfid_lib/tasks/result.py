"""What an evaluation found: one row a case, the means, how long an answer took; and the gate on them."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from stimfid_lib.base.errors import Refused

Score = dict[str, Any]
"""`id`; `score` in [0, 1]; `errors`, prose; `checks`, a number in [0, 1] each, None where it does not apply; and what
else a task's own figures need."""


def score_of(case_id: str, checks: Mapping[str, float | None], errors: Sequence[str], **more: Any) -> Score:
    """Make a score: the mean of the checks that apply, 0 where none does."""
    values = [float(value) for value in checks.values() if value is not None]
    mean = statistics.fmean(values) if values else 0.0
    return {"id": case_id, "score": mean, "errors": list(errors), "checks": dict(checks), **more}


@dataclass(frozen=True)
class EvalResult:
    """An evaluation of one model on one corpus.

    - `overall`: mean score over all answers; None if no call brought one
    - `checks`: mean of each check over the answers that it applies to, None where there is none
    - `median_latency`: seconds an answer took, None if there is none
    - `failed`: calls that brought no answer; they are in no mean
    - `rows`: the scores, in the order of asking, each with `repeat` (from 1)
    - `figures`: the task's own figures

    A score is a mean of unlike checks: it serves to compare two runs on one corpus and is no rate of anything.
    """

    task: str
    model: str
    n_cases: int
    overall: float | None
    checks: dict[str, float | None]
    median_latency: float | None
    failed: int
    rows: tuple[Score, ...]
    figures: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return asdict(self)


def gate(result: EvalResult, baseline: Mapping[str, Any], *, tolerance: float = 0.0) -> list[str]:
    """Compare with an earlier result of the same task, model and number of cases; `[]` if nothing got worse.

    `baseline` is `EvalResult.to_json()` of that run. Worse is: the overall score or a check's mean lower by more than
    `tolerance`, or more failed calls. The sentences say what fell, from what to what.

    Raises:
        Refused: the baseline is of another task, model or number of cases, and proves nothing about this run.
    """
    for name in ("task", "model", "n_cases"):
        if baseline.get(name) != getattr(result, name):
            raise Refused(
                f"gate: the baseline's {name} is {baseline.get(name)!r}, this run's {getattr(result, name)!r}; "
                "compare with a run of the same, or store this one as the new baseline"
            )
    told = [] if result.failed <= baseline["failed"] else [f"failed calls: {baseline['failed']}, now {result.failed}"]
    before = {"overall": baseline["overall"], **baseline["checks"]}
    now: dict[str, float | None] = {"overall": result.overall, **result.checks}
    for name, old in before.items():
        new = now.get(name)
        if old is not None and (new is None or new < old - tolerance):
            told.append(f"{name}: {old:.3f}, now {'absent' if new is None else format(new, '.3f')}")
    return told
