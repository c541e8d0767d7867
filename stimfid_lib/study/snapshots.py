"""A new snapshot of the models on the suite that is registered: the same questions on another day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml

from stimfid_lib.analysis.plan import Plan
from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_text
from stimfid_lib.models.roster import load_roster
from stimfid_lib.study.params import CEILING, StudyParams, load_params
from stimfid_lib.study.prereg import MANIFEST, PLAN
from stimfid_lib.suite.freeze import read_manifest

FOLDER = "params/snapshots"


def write_snapshot(root: Path, name: str, models: Sequence[str] = (), wild: str | None = None) -> Path:
    """Write `params/snapshots/<name>.yaml`: the registered suite and settings, asked of these models.

    Args:
        root: the repository's root.
        name: of the snapshot, usually the day on which it is asked (2027-02-01).
        models: keys of `models.yaml`; empty takes those of the plan. The ceiling is added where it is missing.
        wild: the wild-track sheet, from the root, where the registered suite holds observed prompts.

    Raises:
        MissingInput: no plan is frozen.
        Refused: a bad name, an unknown model, a parameter file of that name stands already, or the registered suite
            holds observed prompts and `wild` is not given.
    """
    plan, path = _plan(root), root / FOLDER / f"{name}.yaml"
    if path.exists():
        raise Refused(
            f"{FOLDER}/{name}.yaml stands already: run it with `stimfid study --params {FOLDER}/{name}.yaml`, or "
            "choose another name; a snapshot that was asked is not asked anew under its name"
        )
    if "wild" in read_manifest(root / MANIFEST) and wild is None:
        raise Refused(
            "the registered suite holds observed prompts, which stand in no file of the repository: name their sheet "
            "with --wild, or the suite cannot be made again"
        )
    roster = load_roster(root / "models.yaml")
    keys = list(models) or [model.key for model in plan.models]
    for key in keys:
        roster.entry(key)
    settings = {
        "snapshot": name,
        "suite_manifest": MANIFEST,
        **({"wild": wild} if wild else {}),
        "models": [*([] if CEILING in keys else [CEILING]), *keys],
        "cells_per_stratum": plan.cells_per_stratum,
        "replicates": plan.replicates,
        "temperature": plan.temperature,
        "n_boot": plan.n_boot,
    }
    head = f"# The suite that was registered on {plan.frozen_on}, asked anew; written by `stimfid snapshot {name}`.\n"
    text = head + yaml.safe_dump(settings, sort_keys=False, allow_unicode=True, default_flow_style=None)
    _require_valid(settings, name)
    write_text(path, text)
    load_params(path)
    return path


def _require_valid(settings: Mapping[str, object], name: str) -> None:
    """Refuse a bad name before a file bears it."""
    from pydantic import ValidationError

    try:
        StudyParams.model_validate(settings)
    except ValidationError as error:
        told = "; ".join(f"{fault['loc'][0]}: {fault['msg']}" for fault in error.errors())
        raise Refused(
            f"snapshot {name!r} cannot be: {told}. A name has small letters, digits, _ and -, such as 2027-02-01"
        ) from None


def _plan(root: Path) -> Plan:
    if not (root / PLAN).is_file():
        raise MissingInput(
            f"{PLAN} does not exist, so there is no frozen suite to ask anew: `stimfid prereg freeze` comes first"
        )
    return Plan.from_json((root / PLAN).read_text(encoding="utf-8"), PLAN)
