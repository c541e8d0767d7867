"""Making the plan: the five hypotheses, what is left out, and the analyses, around one suite and its models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from stimfid_lib.analysis.plan import (
    Exclusion,
    Hypothesis,
    LexiconIdentity,
    Plan,
    PlannedAnalysis,
    PlannedModel,
    PromptCount,
)
from stimfid_lib.base.seed import SEED
from stimfid_lib.models.entries import Entry, VendorEntry
from stimfid_lib.scoring.refusal import REFUSAL_PHRASES

ALPHA = 0.05
"""Two-sided, for the family of five; p below .05 says what the 95 % interval says, or is the more cautious."""

_NOT_POOLED = "it has none in one of the planned families, so that its pooled figure is another one"
_ONE_CELL = "fewer than two scored cells, which cannot tell how much cells differ"
_ABSENT = "a planned model has no scored item where the claim needs one, and none of the others contradicts it"

HYPOTHESIS_TEXTS: tuple[Hypothesis, ...] = (
    Hypothesis(
        key="H1",
        statement="Asked as clinicians ask, fewer than nine items in ten meet the request.",
        rates=("constraint_satisfaction",),
        arm="naive",
        models="free",
        direction="below the threshold",
        test="cluster bootstrap over cells, mean of cell means, two-sided percentile p",
        thresholds={"satisfaction_below": 0.90},
        supported_when="the 95 % interval's upper bound lies below the threshold for every model of free access",
        not_evaluable_when=f"no model of free access was planned or answered; or {_ABSENT}; or {_NOT_POOLED}",
    ),
    Hypothesis(
        key="H2",
        statement="Satisfaction falls from tier 1 to tier 3.",
        rates=("constraint_satisfaction",),
        arm="both",
        models="all",
        direction="tier 1 above tier 2 above tier 3",
        test=(
            "Page's trend test, the families as blocks of cell means, one-sided as ordered; where a block holds ties, "
            "the exact permutation distribution of the same statistic"
        ),
        supported_when=(
            "for every model in either arm the test rejects and the three pooled estimates fall from tier to tier"
        ),
        not_evaluable_when=f"a family has no scored cell in some tier; or {_ABSENT}",
    ),
    Hypothesis(
        key="H3",
        statement="False pairs in contrast sets are commoner than sounds in the wrong place in structural lists.",
        rates=("false_pair_rate", "position_error_rate"),
        arm="naive",
        models="all",
        direction="A3 above A1",
        test="cluster bootstrap of the difference, the two families resampled independently, two-sided percentile p",
        supported_when="the 95 % interval of A3 less A1 lies above 0 for every model",
        not_evaluable_when=f"one of the two families has {_ONE_CELL}; or {_ABSENT}",
    ),
    Hypothesis(
        key="H4",
        statement="Exact wording helps and does not suffice.",
        rates=("constraint_satisfaction",),
        arm="paired",
        models="all",
        direction="expert above naive, and expert below the threshold",
        test=(
            "cluster bootstrap of the difference expert less naive, paired by cell, and of the expert arm itself; "
            "two-sided percentile p, the larger of the two counts"
        ),
        thresholds={"expert_below": 0.95},
        supported_when=(
            "for every model the 95 % interval of the difference lies above 0 and the expert arm's upper bound lies "
            "below the threshold"
        ),
        not_evaluable_when=f"no cell was scored in both arms; or {_ABSENT}; or {_NOT_POOLED}",
    ),
    Hypothesis(
        key="H5",
        statement="Norm bands are broken more often than structural constraints.",
        rates=("norm_band_violation_rate", "structural_violation_rate"),
        arm="naive",
        models="all",
        direction="B1 above A1",
        test="cluster bootstrap of the difference, the two families resampled independently, two-sided percentile p",
        supported_when="the 95 % interval of B1 less A1 lies above 0 for every model",
        not_evaluable_when=f"one of the two families has {_ONE_CELL}; or {_ABSENT}",
        beside=("common",),
    ),
)
"""The five claims. Each is about several models at once: it is supported only if every one shows it, so its p-value
is the largest of theirs and needs no correction for their number; Holm's correction is over the five."""

EXCLUSIONS: tuple[Exclusion, ...] = (
    Exclusion(name="errors", rule="A call that failed is no answer: it is asked again and never scored."),
    Exclusion(
        name="extraction failures",
        rule="A reply without a list and without a refusal has no items; it is counted among lists.",
    ),
    Exclusion(name="refusals", rule="A refusal has no items; it is counted among lists and leaves satisfaction alone."),
    Exclusion(
        name="second pronunciations",
        rule="An item that only a secondary pronunciation satisfies stands in no numerator and no denominator.",
    ),
    Exclusion(name="OOV", rule="A real word that the lexicon lacks is neither met nor broken; it is counted apart."),
    Exclusion(
        name="phrases", rule="In word lists a phrase is not scored; in pairs it is not met. Both are counted apart."
    ),
    Exclusion(name="tier 0", rule="Observed prompts stand in no pooled figure and in no test."),
    Exclusion(
        name="models without a claim",
        rule="Reference generators and the embedded smoke-test model stand in no claim about chatbots.",
    ),
)

ANALYSES: tuple[PlannedAnalysis, ...] = (
    PlannedAnalysis(
        name="hypotheses",
        status="confirmatory",
        what="H1 to H5, each with estimate, interval, test, p adjusted by Holm, verdict",
        table="hypotheses",
    ),
    PlannedAnalysis(name="rates", status="exploratory", what="every rate per family, arm, tier", table="intervals"),
    PlannedAnalysis(
        name="difficulty curves",
        status="exploratory",
        what="satisfaction by phoneme, sound class, position, syllables, cluster, norm band",
        table="curves",
    ),
    PlannedAnalysis(
        name="wording and access",
        status="exploratory",
        what="expert less naive, paid less free, paired by cell, by family",
        table="contrasts",
    ),
    PlannedAnalysis(
        name="error anatomy", status="exploratory", what="what was given instead, beside generators", table="anatomy"
    ),
    PlannedAnalysis(
        name="sensitivity",
        status="exploratory",
        what="pooled satisfaction under other ways to count",
        table="sensitivity",
    ),
    PlannedAnalysis(
        name="extraction audit",
        status="exploratory",
        what="share of a hand-checked sample of replies that were read exactly right, Wilson interval",
    ),
    PlannedAnalysis(name="drift", status="exploratory", what="the same suite on a later snapshot, paired by cell"),
    PlannedAnalysis(name="user interface", status="exploratory", what="answers pasted by hand against the API's"),
)


_SETTINGS = ("temperature", "seed", "max_tokens")


def planned_model(key: str, entry: Entry) -> PlannedModel:
    """Describe one of the roster's models for the plan."""
    access = entry.access if isinstance(entry, VendorEntry) else None
    provider = entry.provider if isinstance(entry, VendorEntry) else None
    return PlannedModel(
        key=key,
        kind=entry.kind,
        model_id=getattr(entry, "model_id", None),
        provider=provider,
        access=access,
        settings={name: getattr(entry, name) for name in _SETTINGS if hasattr(entry, name)},
    )


def plan_of(
    manifest: Mapping[str, Any],
    suite: pl.DataFrame,
    models: Sequence[PlannedModel],
    *,
    replicates: int,
    temperature: float | None,
    n_boot: int,
    cells_per_stratum: int | None = None,
    frozen_on: str | None = None,
) -> Plan:
    """Draw the plan up around a frozen suite.

    Args:
        manifest: of the suite (`suite.manifest.manifest_of`); every number of the plan that scores is read from it.
        suite: the suite itself (family, arm, tier), for its counts; tier 0 is not counted.
        models: whom to ask (`planned_model`).
        replicates, temperature, n_boot, cells_per_stratum: as in the snapshot's parameters.
        frozen_on: ISO date of the freeze; null leaves it a draft.

    Raises:
        Refused: a model stands twice.
    """
    counted = suite.filter(pl.col("tier") != 0).group_by("family", "arm", "tier").len("n").sort("family", "arm", "tier")
    raw = {
        "frozen_on": frozen_on,
        "suite_sha256": manifest["suite_sha256"],
        "lexicon": LexiconIdentity(
            name=manifest["lexicon"],
            words_sha256=manifest["lexicon_words_sha256"],
            pairs_sha256=manifest["lexicon_pairs_sha256"],
        ),
        "wordlist_sha256": manifest["wordlist_sha256"],
        "tertiles": manifest["tertiles"],
        "density_tertiles": manifest["density_tertiles"],
        "feature_distance_threshold": manifest["feature_distance_threshold"],
        "n_prompts": int(counted["n"].sum()),
        "prompts": tuple(PromptCount(**row) for row in counted.to_dicts()),
        "cells_per_stratum": cells_per_stratum,
        "models": tuple(models),
        "replicates": replicates,
        "temperature": temperature,
        "n_boot": n_boot,
        "seed": SEED,
        "alpha": ALPHA,
        "multiplicity": "holm",
        "hypotheses": HYPOTHESIS_TEXTS,
        "exclusions": EXCLUSIONS,
        "refusal_phrases": REFUSAL_PHRASES,
        "analyses": ANALYSES,
    }
    return Plan.validated(raw)
