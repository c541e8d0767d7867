"""Verdicts on H1 to H5, by the frozen plan and nothing else; Holm's correction over the five."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import polars as pl
from statsmodels.stats.multitest import multipletests

from stimfid_lib.analysis.findings import Finding, findings
from stimfid_lib.analysis.labels import ARMS
from stimfid_lib.analysis.plan import Hypothesis, Plan, PlannedModel

Decision = Literal["supported", "not supported", "not evaluable"]


@dataclass(frozen=True)
class Verdict:
    """What became of one hypothesis.

    `p` is the largest of its findings' p-values, since every model must show it (an intersection-union test: no
    correction for the number of models is needed); a finding without one counts as 1. `p_holm` is corrected for the
    five hypotheses, one that cannot be evaluated counting as p = 1. `smoke_test` says that no model that a claim may
    be about was planned, so that the embedded one stood in and the verdict shows only that the machinery runs.
    """

    key: str
    statement: str
    decision: Decision
    reason: str
    test: str
    p: float | None
    p_holm: float | None
    smoke_test: bool
    findings: tuple[Finding, ...]
    beside: tuple[Finding, ...] = ()
    """The same comparison for the generators that the plan sets beside it; they decide nothing."""


def decide(counts: pl.DataFrame, plan: Plan, names: Mapping[str, str] | None = None) -> list[Verdict]:
    """Decide the five hypotheses.

    A hypothesis about several models is *not supported* as soon as one of them contradicts it, *not evaluable* if none
    does and one could not be evaluated or was planned and did not answer, else *supported* if its p-value also stays
    below the plan's alpha after Holm's correction. Models that the plan does not name, among them pasted answers,
    stand in no verdict.

    Args:
        counts: `cells.cell_counts` of the snapshot.
        plan: the frozen plan, or a draft.
        names: what reasons call the models, by key.

    A verdict holds for the cells of this grid, these models and that day; `not supported` is no evidence of the
    opposite.
    """
    verdicts = [_one(counts, plan, hypothesis, names or {}) for hypothesis in plan.hypotheses]
    raw = [1.0 if verdict.p is None else verdict.p for verdict in verdicts]
    adjusted = multipletests(raw, alpha=plan.alpha, method=plan.multiplicity)[1]
    return [_corrected(verdict, float(p), plan.alpha) for verdict, p in zip(verdicts, adjusted, strict=True)]


def _one(counts: pl.DataFrame, plan: Plan, hypothesis: Hypothesis, names: Mapping[str, str]) -> Verdict:
    subjects, smoke_test, why_none = _subjects(plan, hypothesis)
    found = tuple(finding for model in subjects for finding in findings(counts, plan, hypothesis, model.key))
    beside = tuple(
        finding
        for key in hypothesis.beside
        if key in set(counts["model_key"])
        for finding in findings(counts, plan, hypothesis, key)
    )
    decision, reason = _joined(found, why_none, names)
    p = None if decision == "not evaluable" else max(1.0 if one.p is None else one.p for one in found)
    return Verdict(
        hypothesis.key, hypothesis.statement, decision, reason, hypothesis.test, p, None, smoke_test, found, beside
    )


def _subjects(plan: Plan, hypothesis: Hypothesis) -> tuple[tuple[PlannedModel, ...], bool, str]:
    """Whose results decide; whether they are smoke-test models; and why there is nobody, if so."""
    if hypothesis.models == "free":
        free = tuple(model for model in plan.subjects if model.access == "free")
        return free, False, "no model of free access was planned: the run holds only models that stand in no claim"
    if plan.subjects:
        return plan.subjects, False, ""
    embedded = tuple(model for model in plan.models if model.kind == "embedded")
    return embedded, bool(embedded), "only reference generators were planned, and no claim is about them"


def _joined(found: Sequence[Finding], why_none: str, names: Mapping[str, str]) -> tuple[Decision, str]:
    """The verdict over all models: one that does not show it decides, then one that cannot be told."""
    if not found:
        return "not evaluable", why_none
    against = [finding for finding in found if finding.holds is False]
    unknown = [finding for finding in found if finding.holds is None]
    if against:
        return "not supported", f"not shown by {_named(against, names)}"
    if unknown:
        return "not evaluable", f"cannot be told for {_named(unknown, names)}; no other model speaks against it"
    return "supported", f"shown by {_named(found, names)}"


def _named(found: Sequence[Finding], names: Mapping[str, str]) -> str:
    return "; ".join(f"{names.get(one.model_key, one.model_key)} ({_where(one)}: {one.detail})" for one in found)


def _where(one: Finding) -> str:
    """What was looked at, with the arm where the words do not hold it: H2 has a finding for each."""
    told = one.arm not in ARMS or f"{one.arm} arm" in f"{one.what}: {one.detail}"
    return one.what if told else f"{one.what}, {one.arm} arm"


def _corrected(verdict: Verdict, p_holm: float, alpha: float) -> Verdict:
    if verdict.decision == "not evaluable":
        return verdict
    verdict = replace(verdict, p_holm=p_holm)
    if verdict.decision == "supported" and p_holm >= alpha:
        reason = f"its p after Holm's correction is {p_holm:.3f}, not below {alpha:g}; without it: {verdict.reason}"
        return replace(verdict, decision="not supported", reason=reason)
    return verdict


def hypotheses_frame(verdicts: Sequence[Verdict]) -> pl.DataFrame:
    """Write verdicts as the stage table `hypotheses`: one row a finding, the verdict repeated beside each.

    A hypothesis without any finding has one row with null figures. `role` is subject, or reference for a generator
    that only stands beside. Columns: `HYPOTHESES_SCHEMA`; `p` is the verdict's, `finding_p` the finding's.
    """
    rows = [
        {
            "hypothesis": verdict.key,
            "decision": verdict.decision,
            "reason": verdict.reason,
            "test": verdict.test,
            "p": verdict.p,
            "p_holm": verdict.p_holm,
            "smoke_test": verdict.smoke_test,
        }
        | ({} if finding is None else _finding_row(finding) | {"role": role})
        for verdict in verdicts
        for role, finding in (
            *(("subject", finding) for finding in (verdict.findings or (None,))),
            *(("reference", finding) for finding in verdict.beside),
        )
    ]
    return pl.DataFrame(rows, schema=HYPOTHESES_SCHEMA, orient="row")


def _finding_row(finding: Finding) -> dict[str, object]:
    names = ("model_key", "arm", "what", "estimate", "low", "high", "boundary_high", "n_cells", "few_cells", "holds")
    return {name: getattr(finding, name) for name in (*names, "detail")} | {"finding_p": finding.p}


HYPOTHESES_SCHEMA = pl.Schema(
    {
        "hypothesis": pl.String(),
        "decision": pl.String(),
        "reason": pl.String(),
        "test": pl.String(),
        "p": pl.Float64(),
        "p_holm": pl.Float64(),
        "smoke_test": pl.Boolean(),
        "role": pl.String(),
        "model_key": pl.String(),
        "arm": pl.String(),
        "what": pl.String(),
        "estimate": pl.Float64(),
        "low": pl.Float64(),
        "high": pl.Float64(),
        "boundary_high": pl.Float64(),
        "finding_p": pl.Float64(),
        "n_cells": pl.Int64(),
        "few_cells": pl.Boolean(),
        "holds": pl.Boolean(),
        "detail": pl.String(),
    }
)
