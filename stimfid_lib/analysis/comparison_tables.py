"""Tables of comparisons: wordings, access, interface, snapshots; what was given instead; simulations before the run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
from great_tables import GT

from stimfid_lib.analysis.anatomy import FAULTS
from stimfid_lib.analysis.compared import ALL
from stimfid_lib.analysis.drift import DRIFT_LABELS
from stimfid_lib.analysis.formats import MISSING, proportion, signed
from stimfid_lib.analysis.labels import ARMS, CEILING, FAMILIES, ModelLabel
from stimfid_lib.analysis.rates import RATES
from stimfid_lib.analysis.tables import base

_PAIRED_NOTE = (
    "Mean over requests that both sides answered; in brackets the 95 % percentile interval of the difference, both "
    "sides of a request drawn together. † fewer than 15 requests, too few for a claim."
)
_FAMILY = {**FAMILIES, ALL: "All families"}


def comparisons_table(
    contrasts: pl.DataFrame, comparison: str, models: Mapping[str, ModelLabel], lexicon_name: str
) -> GT:
    """Tabulate one comparison of `compared.compared`, by family and over all: wording, access or interface.

    A row says how far the later side lies above the earlier one on the same requests. Which of many differences
    between two products caused it the figures cannot say. The ceiling, which is right in either wording, is left out.

    Groups without a row give an empty table with a line that says so.
    """
    titles = {
        "wording": "Expert wording against naive",
        "access": "Paid access against free",
        "interface": "Pasted answers against the API's",
    }
    rows = [
        {"group": _sides(row, models), "family": _FAMILY[row["family"]], **_figures(row)}
        for row in contrasts.filter(pl.col("model") != CEILING, comparison=comparison).to_dicts()
    ]
    rows = rows or [{"group": "", "family": "nothing to compare", "sides": "", "change": "", "cells": ""}]
    subtitle = f"Satisfaction on the same requests; scored with {lexicon_name}"
    gt = base(rows, titles[comparison], subtitle, None, f"compared-{comparison}", groups="group", stub="family")
    gt = gt.cols_label(cases={"sides": "Before, after", "change": "Difference", "cells": "Requests"})
    return gt.fmt_markdown("change").cols_align("right", ["sides", "cells"]).tab_source_note(_PAIRED_NOTE)


def drift_table(table: pl.DataFrame, models: Mapping[str, ModelLabel], rate: str = "constraint_satisfaction") -> GT:
    """Tabulate `drift.drift` for one rate: earlier and later snapshot, difference, improved, regressed or flat."""
    rows = [
        {
            "group": f"{_name(row['model_key'], models)}, {row['arm']}",
            "family": _FAMILY[row["family"]],
            **_figures(row),
            "verdict": row["change"],
        }
        for row in table.filter(rate=rate).to_dicts()
    ]
    title, subtitle = "Drift between two snapshots", f"{DRIFT_LABELS[rate].capitalize()}, the same frozen suite"
    gt = base(rows, title, subtitle, None, f"drift-{rate}", groups="group", stub="family")
    gt = gt.cols_label(
        cases={"sides": "Before, after", "change": "Difference", "cells": "Requests", "verdict": "Verdict"}
    )
    gt = gt.fmt_markdown("change").cols_align("right", ["sides", "cells"]).tab_source_note(_PAIRED_NOTE)
    return gt.tab_source_note("Flat: no change was shown, which is not the same as none.")


def anatomy_table(anatomy: pl.DataFrame, model: ModelLabel, lexicon_name: str) -> GT:
    """Tabulate `anatomy.error_anatomy` for one model: share of scored items (and how many) with each fault."""
    mine = anatomy.filter(model_key=model.key)
    found = {(row["family"], row["fault"], row["arm"]): row for row in mine.to_dicts()}
    rows = [
        {
            "group": heading,
            "fault": words,
            **{arm: _share(found.get((family, fault, arm))) for arm in ARMS},
        }
        for family, heading in FAMILIES.items()
        for fault, words in FAULTS.items()
        if any((family, fault, arm) in found for arm in ARMS)
    ] or [{"group": "", "fault": "no fault", **dict.fromkeys(ARMS, MISSING)}]
    title, subtitle = f"{model.name}: what came instead", f"Share of scored items (items); scored with {lexicon_name}"
    gt = base(rows, title, subtitle, model, f"anatomy-{model.key}", groups="group", stub="fault")
    gt = gt.cols_label(cases={arm: name.split(":")[0] for arm, name in ARMS.items()}).cols_align("right", list(ARMS))
    return gt.tab_source_note(
        "A word may have several faults; the first three of a sound exclude each other. Letters: the spelling does "
        "what was asked by the rules of the spelling generator, the sounds do not. Items are counted, requests not "
        "weighed equally."
    )


def instead_table(instead: pl.DataFrame, model: ModelLabel, most: int = 6) -> GT:
    """Tabulate `anatomy.given_instead` for one model: the commonest sounds and contrasts given for others."""
    mine = instead.filter(model_key=model.key).group_by("family", "asked", "given").agg(pl.col("n").sum())
    rows = [
        {"group": FAMILIES[row["family"]], "asked": row["asked"], "given": row["given"], "n": row["n"]}
        for family in FAMILIES
        for row in mine.filter(family=family)
        .sort("n", "asked", "given", descending=[True, False, False])
        .head(most)
        .to_dicts()
    ] or [{"group": "", "asked": MISSING, "given": MISSING, "n": 0}]
    title = f"{model.name}: given for what was asked"
    gt = base(rows, title, "Both arms, number of items", model, f"instead-{model.key}", groups="group", stub="asked")
    gt = gt.cols_label(cases={"given": "Given", "n": "Items"})
    return gt.tab_source_note(f"At most {most} rows a family. For sounds: what stands at that edge of the word.")


def rates_defined_table() -> GT:
    """Tabulate every rate with its numerator and denominator in words: what the report's figures are shares of."""
    rows = [
        {"group": f"Rates over {rate.over}", "rate": rate.label, "share": rate.denominator_label, "of": families}
        for rate in RATES
        for families in [" ".join(rate.families) if len(rate.families) < len(FAMILIES) else "all"]
    ]
    gt = base(
        rows, "The rates", "What each counts, and what it is a share of", None, "rates", groups="group", stub="rate"
    )
    gt = gt.cols_label(cases={"share": "Share of", "of": "Families"})
    return gt.tab_source_note(
        "Scored words: pass, fail and not a word. Scored items: those, and in A3 all pairs but OOV. OOV: real words "
        "that the lexicon lacks. All items: without those that only a second pronunciation satisfies. Where nothing "
        "can be counted a rate is null, never 0 or 1."
    )


def coverage_table(coverage: pl.DataFrame, studies: int, correlation: float) -> GT:
    """Tabulate `coverage.coverage` at one intracluster correlation: how often each interval holds the truth."""
    at = coverage.filter(correlation=correlation)
    rows = []
    for n_cells, mean in at.select("n_cells", "mean").unique().sort("n_cells", "mean").iter_rows():
        here = {row["method"]: row for row in at.filter(n_cells=n_cells, mean=mean).to_dicts()}
        figures = {name: f"{row['coverage']:.2f} ({row['width']:.2f})" for name, row in here.items()}
        rows.append({"group": f"{n_cells} requests", "mean": f"mean {mean:g}", **figures})
    title = "How often do the intervals hold the truth?"
    subtitle = f"{studies:,} simulated studies each; 95 % is claimed; in parentheses the mean width"
    gt = base(rows, title, subtitle, None, f"coverage-{correlation:g}", groups="group", stub="mean")
    gt = gt.cols_label(cases={"percentile": "Percentile", "bca": "BCa", "boundary": "Boundary"})
    return gt.cols_align("right", ["percentile", "bca", "boundary"]).tab_source_note(
        f"Requests' own rates follow a beta law with intracluster correlation {correlation:g}. The percentile interval "
        "is short where requests are few or satisfaction is near 1; the boundary interval is too wide rather than too "
        "short."
    )


def power_table(power: pl.DataFrame, correlation: float) -> GT:
    """Tabulate `power.power` at one intracluster correlation: share of simulated studies that support each claim."""
    at = power.filter(correlation=correlation)
    rows = [
        {"group": row["scenario"].capitalize(), "claim": row["hypothesis"], "truth": row["truth"], "power": _power(row)}
        for row in at.to_dicts()
    ]
    title, subtitle = "What could the study show?", "Share of simulated studies in which the claim is supported (error)"
    gt = base(rows, title, subtitle, None, f"power-{correlation:g}", groups="group", stub="claim")
    gt = gt.cols_label(cases={"truth": "Assumed true of every model", "power": "Supported"}).cols_align(
        "right", "power"
    )
    return gt.tab_source_note(
        f"Whole studies of the planned size, decided by the planned code; intracluster correlation {correlation:g}. "
        "A claim must be shown by every model, which is why power is below that for one model. Under “no effect” the "
        "shares are those of false claims."
    )


def _power(row: Mapping[str, Any]) -> str:
    return f"{row['supported']:.2f} ({row['error']:.2f})"


def _figures(row: Mapping[str, Any]) -> dict[str, str]:
    mark = " †" if row["few_cells"] else ""
    ends = f"[{signed(row['low'])}, {signed(row['high'])}]{mark}"
    change = f'<span style="white-space:nowrap"><b>{signed(row["difference"])}</b><br>{ends}</span>'
    return {
        "sides": f"{proportion(row['before'])}, {proportion(row['after'])}",
        "change": change,
        "cells": str(row["n_cells"]),
    }


def _sides(row: Mapping[str, Any], models: Mapping[str, ModelLabel]) -> str:
    if row["comparison"] == "wording":
        return _name(row["model"], models)
    return f"{_name(row['after_side'], models)} against {_name(row['before_side'], models)}, {row['arm']}"


def _name(key: str, models: Mapping[str, ModelLabel]) -> str:
    return models[key].name if key in models else key


def _share(row: Mapping[str, Any] | None) -> str:
    return MISSING if row is None else f"{proportion(row['share'])} ({row['n']})"
