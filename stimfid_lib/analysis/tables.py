"""The report's tables as static HTML: no script, no outside file, readable on a phone and on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from great_tables import GT, html, loc, style

from stimfid_lib.analysis.checks import Check
from stimfid_lib.analysis.formats import cells_text, change_html, estimate_html, narrow_html, proportion
from stimfid_lib.analysis.intervals import EDGE, FEW_CELLS
from stimfid_lib.analysis.labels import ARMS, FAMILIES, TIERS, ModelLabel, model_labels
from stimfid_lib.analysis.rates import RATES, SATISFACTION, Over
from stimfid_lib.analysis.sensitivity import VARIATIONS

_BOTH_INTERVALS = (
    "In brackets the 95 % percentile interval of a cluster bootstrap over requests; in parentheses, below it, one that "
    f"also holds near 0 and 1. † marks fewer than {FEW_CELLS} requests, ‡ estimates within {EDGE:g} of 0 or 1: there "
    "the first is too short and the second the one to read. – no item could "
    "be scored. Requests: how many stand behind a figure, naive / expert where they differ."
)
_SMOKE = "This is a smoke-test model: its figures show that the chain runs and stand for no chatbot that people use."
_REFERENCE = "This is a reference generator of the study, not a model."


def satisfaction_table(entries: pl.DataFrame, by_tier: pl.DataFrame, model: ModelLabel, lexicon_name: str) -> GT:
    """Tabulate one model's satisfaction by family x arm x tier, with both intervals; last group: families pooled.

    Args:
        entries: `intervals.entry_intervals(counts)`.
        by_tier: `intervals.pooled(counts, ("model_key", "arm", "tier"))`.
        model: whose rows to show.
        lexicon_name: the lexicon that the items were scored with.

    Figures are proportions. An entry is pass / D over its items; a pooled figure is the mean of cell means, so it is
    not the mean of the entries above it. Entries of few cells support a look at the pattern and no claim on their own.
    """
    pooled_rows = by_tier.with_columns(pl.lit(_POOLED).alias("family"))
    rows = [*_rows_of(entries, model.key), *_rows_of(pooled_rows, model.key)]
    found = {(row["family"], row["tier"], row["arm"]): row for row in rows}
    table = [
        {
            "group": name,
            "tier": f"Tier {tier}",
            **{arm: estimate_html(found.get((family, tier, arm))) for arm in ARMS},
            "cells": cells_text(*(found.get((family, tier, arm)) for arm in ARMS)),
        }
        for family, name in {**FAMILIES, _POOLED: "All families, requests weighed equally"}.items()
        for tier in TIERS
    ]
    title = f"{model.name}: share that meets every stated constraint"
    subtitle = f"Proportion of scored items by family, tier and arm; scored with {lexicon_name}"
    gt = base(table, title, subtitle, model, f"satisfaction-{model.key}", groups="group", stub="tier")
    gt = gt.cols_label(cases={**ARMS, "cells": "Requests"}).cols_align("right", "cells").fmt_markdown(list(ARMS))
    pattern = "An entry of few requests shows a pattern and supports no claim on its own."
    return gt.tab_source_note(f"{_BOTH_INTERVALS} {pattern}")


_POOLED = "all"


def rates_table(by_family: pl.DataFrame, model: ModelLabel, lexicon_name: str, over: Over = "items") -> GT:
    """Tabulate all of one model's rates over items, or over lists, by family and arm (tiers 1-3, mean of cell means).

    `by_family` is `intervals.pooled(counts, ("model_key", "arm", "family"))`. A dash stands where the family's
    prompts never state what the rate counts, or nothing could be counted. Violation rates overlap (a word may break
    two constraints) and do not add up to one less satisfaction.
    """
    found = {(row["arm"], row["rate"], row["family"]): row for row in _rows_of(by_family, model.key, None)}
    table = []
    for arm, arm_name in ARMS.items():
        for rate in RATES:
            if rate.over != over:
                continue
            name = f'{rate.label} / <span style="color:#555">{rate.denominator_label}</span>'
            shown = {
                family: narrow_html(found.get((arm, rate.name, family)) if family in rate.families else None)
                for family in FAMILIES
            }
            table.append({"group": arm_name, "rate": name, **shown})
    title = f"{model.name}: all rates over {over}"
    subtitle = f"Mean over requests, each weighed equally, tiers 1–3; scored with {lexicon_name}"
    gt = base(table, title, subtitle, model, f"rates-{over}-{model.key}", groups="group", stub="rate")
    families = "; ".join(FAMILIES.values())
    notes = (
        f"After the slash what the rate is a share of. {families}. – not asked in that family, or nothing to count. "
    )
    if over == "lists":
        notes += "Degenerate: a refusal, no list, a repeat, padding, or fewer than half of the items asked for."
    else:
        notes += "OOV: a real word that the lexicon lacks, neither right nor wrong. Items that only a second "
        notes += "pronunciation fits are left out of all rates but their own. Violations overlap and do not add up."
    notes += (
        f" Below each figure its 95 % interval: percentile, but where † (fewer than {FEW_CELLS} requests) or ‡ (within "
        f"{EDGE:g} of 0 or 1) stands, the one that also holds there."
    )
    return gt.fmt_markdown(["rate", *FAMILIES]).cols_align("right", list(FAMILIES)).tab_source_note(notes)


def overview_table(
    by_arm: pl.DataFrame, summary: pl.DataFrame, lexicon_name: str, models: Mapping[str, ModelLabel] | None = None
) -> GT:
    """Tabulate every model in one row: its kind, what came back, pooled satisfaction in both arms.

    `by_arm` is `intervals.pooled(counts, ("model_key", "arm"))`, `summary` is `metrics.summarize(...)`. Vendor,
    smoke-test and reference rows stand apart; they are never averaged. Free and paid products, days and settings
    differ between rows; the table ranks nothing.
    """
    table = []
    for model in model_labels(by_arm["model_key"], models):
        mine = summary.filter((pl.col("model_key") == model.key) & (pl.col("tier") != 0))
        n_lists = int(mine["n_lists"].sum())
        found = {(row["arm"], row["rate"]): row for row in _rows_of(by_arm, model.key, None)}
        lost = [_weighted(mine, name) for name in ("refusal_rate", "extraction_failure_rate")]
        table.append(
            {
                "group": f"{model.note}s".capitalize(),
                "model": model.name,
                "lists": n_lists,
                "refused": proportion(lost[0]),
                "unread": proportion(lost[1]),
                **{arm: estimate_html(found.get((arm, SATISFACTION.name))) for arm in ARMS},
                "cells": cells_text(*(found.get((arm, SATISFACTION.name)) for arm in ARMS)),
            }
        )
    subtitle = f"Pooled over families and tiers, requests weighed equally; scored with {lexicon_name}"
    gt = base(table, "Models and what came back", subtitle, None, "overview", groups="group", stub="model")
    gt = gt.cols_label(
        cases={"lists": "Replies", "refused": "Refused", "unread": "No list found", "cells": "Requests", **_SHORT_ARMS}
    )
    gt = gt.cols_align("right", ["refused", "unread", "cells"]).fmt_integer("lists")
    gt = gt.fmt_markdown(list(ARMS)).tab_spanner("Satisfaction", list(ARMS))
    return gt.tab_source_note(_BOTH_INTERVALS).tab_source_note(
        "Refused and no list found: shares of the replies. "
        "Products, days, settings and the requests that were asked may differ between rows: the table ranks nothing. "
        "A smoke-test model stands for no chatbot, a reference generator is no model."
    )


_SHORT_ARMS = {arm: name.split(":")[0] for arm, name in ARMS.items()}


def sensitivity_table(rows: pl.DataFrame, model: ModelLabel, lexicon_name: str) -> GT:
    """Tabulate `sensitivity.sensitivity(counts)` for one model: pooled satisfaction under other ways to count."""
    found = {(row["variation"], row["arm"]): row for row in _rows_of(rows, model.key, None)}
    table = []
    for variation in VARIATIONS:
        if variation.name not in set(rows["variation"]):
            continue
        rows_by_arm = {arm: found.get((variation.name, arm)) for arm in ARMS}
        moved = " / ".join("0" if row is None else str(row["n_concerned"]) for row in rows_by_arm.values())
        table.append(
            {
                "variation": variation.label,
                **{arm: change_html(row) for arm, row in rows_by_arm.items()},
                "items": "" if variation.name == "headline" else moved,
            }
        )
    title = f"{model.name}: satisfaction under other ways to count"
    subtitle = f"Pooled over families and tiers, requests weighed equally; scored with {lexicon_name}"
    gt = base(table, title, subtitle, model, f"sensitivity-{model.key}", groups=None, stub="variation")
    gt = gt.cols_label(cases={**_SHORT_ARMS, "items": "Items moved"}).cols_align("right", "items")
    note = (
        "In brackets the 95 % percentile interval of a cluster bootstrap over requests, below it the change from the "
        f"reported figure. † marks fewer than {FEW_CELLS} requests, ‡ estimates within {EDGE:g} of 0 or 1, where that "
        "interval is too short. Items moved: how many the row counts in another way, naive / expert. OOV (real words "
        "that the lexicon lacks) as met and as not met bound what scoring them could change."
    )
    return gt.fmt_markdown(list(ARMS)).tab_source_note(note)


def checks_table(checks: Sequence[Check]) -> GT:
    """Tabulate the instrument's checks: measured, wanted, verdict."""
    verdicts = {True: "passed", False: "FAILED", None: "cannot be told"}
    table = [
        {"check": check.name, "value": check.value, "wanted": check.wanted, "verdict": verdicts[check.passed]}
        for check in checks
    ]
    title, subtitle = "Does the instrument see right and wrong answers?", "The study stops if one of these fails"
    gt = base(table, title, subtitle, None, "checks", groups=None, stub="check")
    return gt.cols_label(cases={"value": "Measured", "wanted": "Wanted", "verdict": "Verdict"})


def table_html(table: GT) -> str:
    """Render a table as one HTML fragment with its own style, the same text for the same data."""
    return str(table.as_raw_html(inline_css=False))


def _rows_of(frame: pl.DataFrame, key: str, rate: str | None = SATISFACTION.name) -> list[dict[str, Any]]:
    rows = frame.filter(pl.col("model_key") == key)
    if rate is not None:
        rows = rows.filter(pl.col("rate") == rate)
    return rows.to_dicts()


def _weighted(rows: pl.DataFrame, name: str) -> float | None:
    """A rate over lists of all entries together."""
    n_lists = int(rows["n_lists"].sum())
    return float((rows[name] * rows["n_lists"]).sum()) / n_lists if n_lists else None


def base(
    rows: list[dict[str, Any]],
    title: str,
    subtitle: str,
    model: ModelLabel | None,
    table_id: str,
    *,
    groups: str | None,
    stub: str,
) -> GT:
    """Set up a table in the house's style: full width, small type, groups in bold, a note on what a model is not."""
    gt = (
        GT(
            pl.DataFrame(rows, infer_schema_length=None),
            id=table_id.replace(".", "-"),
            rowname_col=stub,
            groupname_col=groups,
        )
        .tab_header(title=title, subtitle=subtitle)
        .opt_align_table_header("left")
        .tab_style(style.text(weight="bold"), loc.row_groups())
        .tab_options(
            table_font_size="13px",
            data_row_padding="3px",
            data_row_padding_horizontal="5px",
            heading_title_font_size="15px",
            source_notes_font_size="11px",
            table_width="100%",
            container_overflow_x="auto",
        )
    )
    if model is not None and model.kind != "vendor":
        gt = gt.tab_source_note(html(f"<b>{_SMOKE if model.kind == 'embedded' else _REFERENCE}</b>"))
    return gt
