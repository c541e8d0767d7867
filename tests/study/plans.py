"""A plan and a run that agree in everything, for tests that plant one difference."""

from __future__ import annotations

from typing import Any

import polars as pl

from stimfid_lib.analysis.plan import Plan, PlannedModel
from stimfid_lib.analysis.planning import ANALYSES, EXCLUSIONS, HYPOTHESIS_TEXTS, plan_of
from stimfid_lib.base.seed import SEED
from stimfid_lib.scoring.refusal import REFUSAL_PHRASES
from stimfid_lib.study.deviation import Ran
from stimfid_lib.study.deviations import frozen_numbers

MANIFEST: dict[str, Any] = {
    "suite_sha256": "1" * 64,
    "lexicon": "toy",
    "lexicon_words_sha256": "2" * 64,
    "lexicon_pairs_sha256": "3" * 64,
    "wordlist_sha256": "4" * 64,
    "tertiles": {"aoa": [5.0, 9.0]},
    "density_tertiles": {"1": [10.0, 21.0]},
    "feature_distance_threshold": 4.9,
}
SUITE = pl.DataFrame({"family": ["A1", "A1"], "arm": ["naive", "expert"], "tier": [1, 1]})
SENT: dict[str, float | int | str | None] = {"temperature": None, "max_tokens": 512}
MODELS = (
    PlannedModel(key="lexicon", kind="reference"),
    PlannedModel(key="chat", kind="vendor", model_id="chat-1", provider="openai", access="free", settings=SENT),
)


def toy_plan(**changed: Any) -> Plan:
    """The plan of a suite of two prompts and one vendor's model."""
    settings = {"replicates": 3, "temperature": 1.0, "n_boot": 2000, "frozen_on": "2026-12-01", **changed}
    plan = plan_of(MANIFEST, SUITE, MODELS, **settings)
    return plan.model_copy(update={"code": {"scoring": "a" * 64}})


def as_planned(**changed: Any) -> Ran:
    """A run that keeps to `toy_plan` in everything but what `changed` names."""
    kept: dict[str, Any] = {
        "suite_sha256": MANIFEST["suite_sha256"],
        "lexicon_name": "toy",
        "words_sha256": "2" * 64,
        "pairs_sha256": "3" * 64,
        "wordlist_sha256": "4" * 64,
        "numbers": frozen_numbers(MANIFEST["tertiles"], MANIFEST["density_tertiles"], 4.9),
        "answered": {"lexicon": frozenset({"stimfid-lexicon"}), "chat": frozenset({"chat-1"})},
        "temperatures": {"lexicon": frozenset({None}), "chat": frozenset({1.0})},
        "temperature": 1.0,
        "replicates": 3,
        "cells_per_stratum": None,
        "n_boot": 2000,
        "seed": SEED,
        "missing": {"lexicon": 0, "chat": 0},
        "exclusions": {exclusion.name: exclusion.rule for exclusion in EXCLUSIONS},
        "refusal_phrases": REFUSAL_PHRASES,
        "hypotheses": {text.key: text.model_dump(mode="json") for text in HYPOTHESIS_TEXTS},
        "analyses": tuple(analysis.name for analysis in ANALYSES if analysis.table),
        "roster": {model.key: model for model in MODELS},
        "code": {"scoring": "a" * 64},
    }
    return Ran(**(kept | changed))
