"""The table of verdicts: each claim, what became of it, and the figures that decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from great_tables import GT

from stimfid_lib.analysis.findings import Finding
from stimfid_lib.analysis.formats import MISSING, interval, p_value, proportion, signed
from stimfid_lib.analysis.hypotheses import Verdict
from stimfid_lib.analysis.labels import ModelLabel
from stimfid_lib.analysis.plan import Plan
from stimfid_lib.analysis.tables import base

_HOLDS = {True: "yes", False: "no", None: "cannot be told"}


def hypotheses_table(verdicts: Sequence[Verdict], plan: Plan, models: Mapping[str, ModelLabel]) -> GT:
    """Tabulate the verdicts on H1 to H5 with the figures of every model they rest on.

    One group a hypothesis: its claim, verdict and p; below it a row a finding. A verdict that only a smoke-test model
    stands behind says so. Generators that the plan sets beside a hypothesis are named and decide nothing.
    """
    rows = []
    for verdict in verdicts:
        group = _headline(verdict)
        subjects = [_row(group, finding, models) for finding in verdict.findings]
        beside = [_row(group, finding, models) | {"holds": "beside"} for finding in verdict.beside]
        rows += subjects + beside
        if verdict.decision == "not evaluable":
            rows.append({"group": group, "model": "Why", "figure": escape(_sentence(verdict.reason)), "holds": MISSING})
    source = (
        "a draft: no plan was registered, so these verdicts are exploratory"
        if plan.frozen_on is None
        else (f"the plan frozen on {plan.frozen_on}")
    )
    gt = base(rows, "Hypotheses", f"Decided by {source}", None, "hypotheses", groups="group", stub="model")
    gt = gt.cols_label(cases={"figure": "Figure, 95 % interval, p", "holds": "Shown"}).fmt_markdown("figure")
    return gt.tab_source_note(
        f"A claim is about all models it names: it is supported if each shows it, and its p is the largest of theirs. "
        f"p is corrected for five claims by Holm's method; supported needs p below {plan.alpha:g} as well. "
        "Intervals: percentile, cluster bootstrap over requests. † fewer than 15 requests behind a figure, where "
        "interval and p are too optimistic. Not supported is no evidence of the opposite."
    )


def _headline(verdict: Verdict) -> str:
    smoke = ", smoke test only" if verdict.smoke_test and verdict.decision != "not evaluable" else ""
    p = "" if verdict.p_holm is None else f" (Holm {p_value(verdict.p_holm)})"
    return f"{verdict.key}  {verdict.statement} {verdict.decision.capitalize()}{smoke}{p}"


def _row(group: str, finding: Finding, models: Mapping[str, ModelLabel]) -> dict[str, str]:
    name = models[finding.model_key].name if finding.model_key in models else finding.model_key
    where = f"{name}, {finding.arm}" if finding.arm in ("naive", "expert") else name
    return {"group": group, "model": where, "figure": _figure(finding), "holds": _HOLDS[finding.holds]}


def _figure(finding: Finding) -> str:
    if finding.estimate is None:
        return escape(_sentence(finding.detail))
    figure = signed(finding.estimate) if finding.is_difference else proportion(finding.estimate)
    signed_ends = f"[{signed(finding.low)}, {signed(finding.high)}]"
    ends = signed_ends if finding.is_difference else interval(finding.low, finding.high)
    mark = " †" if finding.few_cells else ""
    p = "" if finding.p is None else f", {p_value(finding.p)}"
    said = f"{finding.what}; {finding.detail}"
    return f'<b>{figure}</b> {ends}{mark}{p}<br><span style="color:#555">{escape(said)}</span>'


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
