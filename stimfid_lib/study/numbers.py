"""A snapshot's numbers and its models' names: what the analysis stage writes and the notebooks show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

from stimfid_lib.analysis.labels import ModelKind, ModelLabel, model_labels
from stimfid_lib.analysis.plan import Plan
from stimfid_lib.analysis.results import Results
from stimfid_lib.models.entries import Entry
from stimfid_lib.models.roster import load_roster
from stimfid_lib.study.prereg import plan_in_force
from stimfid_lib.study.sidecar import read_sidecar, sidecar_path
from stimfid_lib.study.workspace import Study


def results_of(study: Study) -> Results:
    """All numbers of the snapshot, computed once for the scored tables as they lie.

    Raises:
        MissingInput: the scoring stage has not run.
    """
    record = read_sidecar(sidecar_path(study.folder, "score")) or {}
    return _results(study, json.dumps(record.get("outputs"), sort_keys=True), plan_in_force(study).to_json())


@lru_cache(maxsize=4)
def _results(study: Study, scored: str, plan: str) -> Results:  # noqa: ARG001 - part of the key: other tables
    roster = load_roster(study.roster_path)
    return Results(
        study.table("scored_items"),
        study.table("scored_lists"),
        study.suite(),
        n_boot=study.params.n_boot,
        lexicon=study.lexicon,
        plan=Plan.from_json(plan),
        g2p=study.table("scored_oov"),
        names={key: roster.entry(key).name or key for key in study.params.models},
    )


def labels_of(study: Study) -> Mapping[str, ModelLabel]:
    """Names and kinds of the models that answered, from the roster, in the order of display."""
    roster = load_roster(study.roster_path)
    known = {key: _label(key, roster.entry(key)) for key in study.params.models}
    answered = set(results_of(study).lists["model_key"])
    return {label.key: label for label in model_labels(answered, known)}


def _label(key: str, entry: Entry) -> ModelLabel:
    """An endpoint of the user's own counts as a vendor: a claim may be about it."""
    kind: ModelKind = "vendor" if entry.kind == "endpoint" else entry.kind
    return ModelLabel(key, entry.name or key, kind)
