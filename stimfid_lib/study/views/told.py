"""Sentences of the paper that hold numbers: each is made from the stage files, none is typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
from great_tables import GT
from IPython.display import Markdown

from stimfid_lib.analysis.labels import ARMS, ModelLabel
from stimfid_lib.analysis.rates import SATISFACTION
from stimfid_lib.study.drawn_figures import figure_alt
from stimfid_lib.study.numbers import labels_of, results_of
from stimfid_lib.study.observed_requests import CONFIRMATION, COUNTED, is_confirmed
from stimfid_lib.study.prereg import PLAN, registered_plan
from stimfid_lib.study.ran import deviations_of
from stimfid_lib.study.sidecar import made_before, sidecar_path
from stimfid_lib.study.taxonomy import taxonomy
from stimfid_lib.study.verdict_words import VERDICTS
from stimfid_lib.study.views.plain import show
from stimfid_lib.study.workspace import FIGURE, FIGURE_ANATOMY, FIGURE_CURVES, Study


def summary(study: Study) -> Markdown:
    """What was found, in a few sentences for a reader who is no statistician."""
    labels = labels_of(study)
    subjects = [label for label in labels.values() if label.kind == "vendor"]
    found = _by_arm(study)
    if subjects:
        told = [_sentence(label, found) for label in subjects]
        return Markdown("\n\n".join([*told, _INTERVALS, _claims(study), *_smoke(labels)]))
    others = [_sentence(label, found) for label in labels.values() if label.kind == "embedded"]
    nobody = (
        "**No chatbot that clinicians use was asked in this snapshot.** Everything below shows that the instrument "
        "runs and what its results look like; it is no finding about any product."
    )
    return Markdown("\n\n".join([nobody, *others, *([_INTERVALS] if others else []), *_smoke(labels)]))


_INTERVALS = (
    "The ranges in parentheses are 95 % intervals over requests: they say how far a figure might move with another "
    "sample of such requests."
)


def _smoke(labels: Mapping[str, ModelLabel]) -> list[str]:
    named = [label.name for label in labels.values() if label.kind == "embedded"]
    if not named:
        return []
    return [f"{', '.join(named)} is a very small model that runs inside the study. It stands for nothing but itself."]


def _by_arm(study: Study) -> dict[tuple[str, str], dict[str, Any]]:
    rows = results_of(study).by_arm.filter(pl.col("rate") == SATISFACTION.name)
    return {(row["model_key"], row["arm"]): row for row in rows.to_dicts()}


def _sentence(label: ModelLabel, found: Mapping[tuple[str, str], dict[str, Any]]) -> str:
    parts = []
    for arm, words in (("naive", "asked as clinicians write"), ("expert", "asked exactly")):
        row = found.get((label.key, arm))
        if row is None or row["estimate"] is None:
            parts.append(f"{words}, nothing could be scored")
        else:
            met, low, high = (of_hundred(row[name]) for name in ("estimate", "low", "high"))
            parts.append(f"{words}, {met} of 100 words or pairs met the request ({low} to {high})")
    return f"**{label.name}**: {'; '.join(parts)}."


def of_hundred(share: float) -> str:
    """A proportion as so many of a hundred; only an exact 0 or 1 is written 0 or 100."""
    if 0 < share < 0.005:
        return "fewer than 1"
    if 0.995 <= share < 1:
        return "more than 99"
    return f"{100 * share:.0f}"


def _claims(study: Study) -> str:
    """How many of the claims hold, in one sentence."""
    decided: dict[str, list[str]] = {}
    for verdict in results_of(study).verdicts:
        decided.setdefault(verdict.decision, []).append(verdict.key)
    told = "; ".join(f"{', '.join(keys)} {decision}" for decision, keys in decided.items())
    return f"Of the {sum(map(len, decided.values()))} claims: {told}."


def requests_observed(study: Study) -> Markdown:
    """How little is known of what clinicians really ask, and whether the families without an example are confirmed."""
    counted = COUNTED
    confirmed = (
        f"a co-investigator's confirmation is on file (`{CONFIRMATION}`)"
        if is_confirmed(study.root)
        else "a co-investigator's confirmation before the freeze is wanted, and **none is on file**"
    )
    pairs = {0: "none asks", 1: "one asks"}.get(counted.minimal_pairs, f"{counted.minimal_pairs} ask")
    naming = "none" if not counted.naming else str(counted.naming)
    return Markdown(
        f"The posts in which clinicians tell what they ask of chatbots are about children: {counted.posts} posts that "
        f"mention one hold about {counted.prompts} distinct prompts. {counted.stimuli} of these ask for stimuli; "
        f"{pairs} for minimal pairs and {naming} for naming therapy. (The authors' count; the posts are no part of the "
        f"repository.) Families B1 and B2 therefore rest on reconstruction, and {confirmed}."
    )


def registration(study: Study) -> Markdown:
    """Whether the study was registered, and in how many ways it departs from the plan."""
    found = deviations_of(study)
    if found is None:
        return Markdown(
            "**Not pre-registered: everything here is exploratory.** No plan is frozen in this repository, so no "
            "verdict below was promised before the data."
        )
    plan = registered_plan(study)
    assert plan is not None
    told = (
        f"The plan was frozen on {plan.frozen_on} (`{PLAN}`), for the suite with SHA-256 `{plan.suite_sha256[:16]}…`."
    )
    if not found:
        return Markdown(f"{told} What was run does not depart from it.")
    if any(deviation.kind == "registration" for deviation in found):
        told += " **The repository's history does not vouch for it**: read *Deviations* before any verdict."
    count = "one way" if len(found) == 1 else f"{len(found)} ways"
    return Markdown(f"{told} What was run departs from it in **{count}**, listed under *Deviations*.")


def deviations_table(study: Study) -> GT | Markdown:
    """Every departure from the registered plan, as found by comparison."""
    found = deviations_of(study)
    if found is None:
        return Markdown("No plan is frozen, so there is nothing to depart from: everything here is exploratory.")
    if not found:
        return Markdown("None: suite, lexicon, models, settings, rules and analyses are those of the plan.")
    rows = [
        {
            "kind": deviation.kind,
            "what": deviation.what,
            "planned": deviation.planned,
            "done": deviation.done,
            "what follows": deviation.follows,
        }
        for deviation in found
    ]
    return show(pl.DataFrame(rows), "Deviations from the registered plan")


def families_told() -> GT:
    """The families of request and how their tiers are set, in the words of the code that builds them."""
    rows = [
        {
            "family": family["name"],
            "what is asked": family["about"].partition(": ")[2],
            "tiers of difficulty": family["tiers"],
        }
        for family in taxonomy()["families"].values()
    ]
    return show(pl.DataFrame(rows), "Families of request")


def verdict_kinds() -> GT:
    """Every verdict in words, in the order of the ladder."""
    rows = [{"verdict": words, "in the tables": status} for status, words in VERDICTS.items()]
    return show(pl.DataFrame(rows), "Verdicts")


def suite_told(study: Study) -> Markdown:
    """The suite in one paragraph: how many requests and prompts, how frozen, with which lexicon."""
    manifest = study.manifest()
    suite = study.suite()
    left = len(manifest["omitted"])
    observed = suite.filter(pl.col("tier") == 0).height
    told = (
        f"The suite has {suite.height:,} prompts for {suite['cell_id'].n_unique():,} requests in "
        f"{suite['family'].n_unique()} families. Every request can be satisfied from the lexicon at least "
        f"{manifest['min_satisfying']} lists over (sets once); {left} combinations were left out because English does "
        f"not offer that many answers, and they are listed in notebook 01. The suite is frozen under SHA-256 "
        f"`{manifest['suite_sha256'][:16]}…` and scored with *{manifest['lexicon']}*."
    )
    if observed:
        told += f" {observed} prompts are clinicians' own; they form a tier of their own and stand in no pooled figure."
    return Markdown(told)


def asked_told(study: Study) -> Markdown:
    """Who was asked how often, and what came back."""
    runs, params = study.table("runs"), study.params
    share = (
        "every request"
        if params.cells_per_stratum is None
        else f"{params.cells_per_stratum} requests of each family and tier (the reference generators: all)"
    )
    times = "once" if params.replicates == 1 else f"{params.replicates} times"
    days = sorted({str(moment)[:10] for moment in runs["ts"]})
    when = f"on {days[0]}" if len(days) == 1 else f"from {days[0]} to {days[-1]}"
    heat = (
        "no temperature was sent" if params.temperature is None else f"temperature {params.temperature:g} where taken"
    )
    return Markdown(
        f"{runs['model_key'].n_unique()} models and generators were asked {share}, in {len(ARMS)} wordings, each "
        f"prompt {times} in a fresh conversation ({heat}), {when}. {runs.height:,} replies came back."
    )


def owed_told(study: Study) -> Markdown:
    """What is missing: replies that failed and models that could not run; nothing is hidden."""
    made = made_before(sidecar_path(study.folder, "run"))
    if not made.lines:
        return Markdown("No reply is missing, and every model of this snapshot could be asked.")
    return Markdown("\n".join(f"- {line}" for line in made.lines))


_ON_PAPER = {
    FIGURE: ("fig-tiers", 85, "Satisfaction by tier of difficulty, one panel an arm. Bars are 95 % intervals."),
    FIGURE_CURVES: ("fig-curves", 70, "Satisfaction by what was asked for. Bars are 95 % intervals."),
    FIGURE_ANATOMY: ("fig-anatomy", 70, "What was given instead of what was asked for, a share of the scored items."),
}
"""Of each figure its label for references, its width in percent (the tall ones must fit a page), its caption."""


def figure_on_paper(study: Study, name: str = FIGURE) -> Markdown:
    """A figure for Quarto: caption, label for references, and its numbers in words for who cannot see it."""
    label, width, caption = _ON_PAPER[name]
    path = study.made(f"{name}.png").relative_to(study.root).as_posix()
    told = figure_alt(study, name).replace("\\", "").replace('"', "'").replace("\n", " ")
    return Markdown(f'![{caption}]({path}){{#{label} fig-alt="{told}" width={width}%}}')


def analysis_status(study: Study, name: str) -> Markdown:
    """Under which flag an analysis stands: confirmatory or exploratory, planned or added after the plan."""
    plan = registered_plan(study)
    if plan is None:
        return Markdown("*Exploratory: no plan is registered.*")
    planned = {analysis.name: analysis.status for analysis in plan.analyses}
    if name not in planned:
        return Markdown("*Exploratory, added after the plan.*")
    return Markdown("*Confirmatory, as planned.*" if planned[name] == "confirmatory" else "*Exploratory, as planned.*")
