"""What prereg.qmd shows: the plan's hypotheses, numbers, exclusions and analyses, each read from the plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
from great_tables import GT
from IPython.display import Markdown

from stimfid_lib.analysis.labels import ARMS, FAMILIES, TIERS
from stimfid_lib.analysis.plan import Plan
from stimfid_lib.lexicon.identity import read_about
from stimfid_lib.study.prereg import PLAN
from stimfid_lib.study.views.plain import facts, show
from stimfid_lib.study.views.wordings import asked_in_words
from stimfid_lib.study.workspace import Study
from stimfid_lib.suite.pools import PAIRS_PER_LIST, SETS_PER_LIST, WORDS_PER_LIST


def plan_status(plan: Plan) -> Markdown:
    """Say whether this is a promise: frozen on which day, or a draft that fixes nothing."""
    if plan.frozen_on is None:
        return Markdown(
            "**This is a draft.** No plan is frozen; the numbers below are those of the suite at hand and promise "
            "nothing. `stimfid prereg freeze` writes the plan, and the commit that holds it dates the promise."
        )
    return Markdown(
        f"Frozen on **{plan.frozen_on}** as `{PLAN}`, for the suite with SHA-256 `{plan.suite_sha256}`. "
        "Every number below is read from that file."
    )


def hypotheses_planned(plan: Plan) -> GT:
    """The claims, how each is tested, and when it counts as supported."""
    rows = [
        {
            "claim": f"{text.key}. {text.statement}{_thresholds(text.thresholds)}",
            "test": f"{text.test}. Arm: {_ARM_OF[text.arm]}.",
            "supported when": text.supported_when,
            "not evaluable when": text.not_evaluable_when,
        }
        for text in plan.hypotheses
    ]
    return show(pl.DataFrame(rows), "Hypotheses")


_ARM_OF = {"naive": "naive", "expert": "expert", "both": "each apart", "paired": "both, paired by cell"}


def _thresholds(thresholds: Mapping[str, float]) -> str:
    told = "; ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in thresholds.items())
    return f" (Threshold: {told}.)" if told else ""


def norm_scales(study: Study, plan: Plan) -> Mapping[str, Any]:
    """The scale of each norm as the lexicon's own record tells it; empty where another lexicon is in use here."""
    identity = study.lexicon.identity
    if (identity.words_sha256, identity.pairs_sha256) != (plan.lexicon.words_sha256, plan.lexicon.pairs_sha256):
        return {}
    norms: Mapping[str, Any] = read_about(study.lexicon.folder).get("norms", {})
    return norms


def requests_in_numbers(plan: Plan, norms: Mapping[str, Any]) -> GT:
    """What each phrase of a prompt means in numbers, with the words in which clinicians' prompts say it.

    Args:
        plan: whose tertiles score.
        norms: see `norm_scales`.
    """
    note = (
        "Low is at most the first tertile over the lexicon's own words, high at least the second. An expert prompt "
        "states the number, a clinician's prompt the words; the number scores both. A third of this lexicon is not a "
        "clinician's rule of thumb: low frequency is rarer, and early reaches later, than many would set it."
    )
    return show(pl.DataFrame(asked_in_words(plan, norms)), "What a request means in numbers", note)


def density_in_numbers(plan: Plan) -> GT:
    """Few and many neighbours, by the number of syllables that is asked for."""
    rows = [
        {"syllables": span.replace("-", " or "), "few: at most": f"{low:g}", "many: at least": f"{high:g}"}
        for span, (low, high) in plan.density_tertiles.items()
    ]
    note = (
        "Density falls with length, so its tertiles are taken within words of one length. Over several lengths few is "
        "the smallest first tertile and many the largest second one: a word in the band is so for its own length."
    )
    return show(pl.DataFrame(rows), "Similar-sounding words (neighbours)", note)


def suite_planned(plan: Plan) -> GT:
    """Prompts of each family and tier; every cell is worded once in each arm."""
    counts: dict[tuple[str, int], int] = {}
    for count in plan.prompts:
        counts[(count.family, count.tier)] = counts.get((count.family, count.tier), 0) + count.n
    rows = [
        {
            "family": FAMILIES.get(family, family),
            **{f"tier {tier}": counts.get((family, tier), 0) for tier in TIERS},
            "in all": sum(counts.get((family, tier), 0) for tier in TIERS),
        }
        for family in plan.families
    ]
    note = (
        f"{plan.n_prompts} prompts: each cell (a request with its conditions) is worded in {len(ARMS)} arms. A list "
        f"has {WORDS_PER_LIST} words, {PAIRS_PER_LIST} pairs or {SETS_PER_LIST} sets."
    )
    return show(pl.DataFrame(rows), "Prompts of the frozen suite", note)


def models_planned(plan: Plan) -> GT:
    """Whom the plan asks."""
    rows = [
        {
            "model": model.key,
            "kind": model.kind,
            "provider": model.provider,
            "id": model.model_id,
            "access": model.access,
        }
        for model in plan.models
    ]
    frame = pl.DataFrame(rows, schema=dict.fromkeys(("model", "kind", "provider", "id", "access"), pl.String))
    note = (
        "Claims are about vendors' models and endpoints. Reference generators and the embedded model check the "
        "instrument and stand in no claim."
    )
    return show(frame, "Models", note)


def sample_size(plan: Plan) -> GT:
    """How many cells, prompts and replies the plan comes to."""
    cells = sum(count.n for count in plan.prompts if count.arm == plan.prompts[0].arm)
    share = "all" if plan.cells_per_stratum is None else f"{plan.cells_per_stratum} of each family and tier"
    reference = [model.key for model in plan.models if model.kind == "reference"]
    return facts(
        {
            "cells of the suite": cells,
            "prompts of the suite": plan.n_prompts,
            "cells that a model is asked": share,
            "times that each prompt is asked": plan.replicates,
            "temperature": _temperature(plan),
            "models in claims": len(plan.subjects),
            "models that stand in no claim": len(plan.models) - len(plan.subjects),
            "reference generators among them, asked everything": len(reference),
        },
        "Sample size",
        "The unit of inference is the cell. Replicates lie inside a cell and widen no sample.",
    )


def _temperature(plan: Plan) -> str:
    """What the run asks for, and which of the models in claims are sent none all the same."""
    if plan.temperature is None:
        return "not sent"
    bare = [model.key for model in plan.subjects if model.settings and model.settings.get("temperature") is None]
    told = f"{plan.temperature:g}"
    return f"{told}; not sent to {', '.join(bare)} (the vendor's default holds)" if bare else told


def exclusions_planned(plan: Plan) -> GT:
    """What is left out, by which rule."""
    rows = [{"what": exclusion.name, "rule": exclusion.rule} for exclusion in plan.exclusions]
    return show(pl.DataFrame(rows), "What is left out")


def refusal_phrases(plan: Plan) -> Markdown:
    """The phrases that make a reply without items a refusal."""
    return Markdown(", ".join(f"“{phrase}”" for phrase in plan.refusal_phrases) + ".")


def analyses_planned(plan: Plan) -> GT:
    """Every analysis that is named before the data, and whether a verdict hangs on it."""
    rows = [{"analysis": analysis.name, "status": analysis.status, "what": analysis.what} for analysis in plan.analyses]
    return show(pl.DataFrame(rows), "Analyses")


def inference_rules(plan: Plan) -> GT:
    """Level, multiplicity, resamples, seed."""
    return facts(
        {
            "level of significance": f"{plan.alpha:g}, two-sided, for all hypotheses together",
            "multiplicity": f"{plan.multiplicity.capitalize()} over the {len(plan.hypotheses)} hypotheses",
            "intervals": f"{1 - plan.alpha:.0%}, percentile, {plan.n_boot} resamples of cells",
            "seed": plan.seed,
        },
        "Inference",
    )


def other_bounds(plan: Plan) -> Markdown:
    """The bound that makes a contrast maximal."""
    return Markdown(
        "A contrast of sounds is **maximal** when the distance between its two sounds, over articulatory features, is "
        f"at least {plan.feature_distance_threshold:.3f}: the third quartile over this lexicon's minimal pairs. A pair "
        "is **minimal** when the two main pronunciations have as many sounds and differ in exactly one."
    )


def ground_truth(plan: Plan) -> GT:
    """The lexicon and the word list that score, by their digests."""
    return facts(
        {
            "lexicon": plan.lexicon.name,
            "its words, SHA-256": plan.lexicon.words_sha256,
            "its pairs, SHA-256": plan.lexicon.pairs_sha256,
            "list of real words, SHA-256": plan.wordlist_sha256 or "none",
            "suite, SHA-256": plan.suite_sha256,
        },
        "Ground truth",
        "Main pronunciations only. An item that only a second pronunciation satisfies is neither right nor wrong.",
    )
