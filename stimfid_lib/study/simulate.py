"""Simulations that stand before the run: coverage of the intervals, power of the hypotheses, as files of the study."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from stimfid_lib.analysis.coverage import CoverageDesign, coverage
from stimfid_lib.analysis.plan import Plan
from stimfid_lib.analysis.planning import planned_model
from stimfid_lib.analysis.power import PowerDesign, power
from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_json
from stimfid_lib.models.roster import load_roster
from stimfid_lib.study.prereg import plan_in_force
from stimfid_lib.study.workspace import Study

FOLDER = "docs/simulation"
"""Where the tables lie, from the repository's root; they are committed, for the documents read them."""


@dataclass(frozen=True, eq=False)
class Simulation:
    """A simulated table and what was assumed to make it (plain values, the seed among them)."""

    assumptions: Mapping[str, Any]
    table: pl.DataFrame


def write_coverage(root: Path, design: CoverageDesign) -> Path:
    """Simulate coverage and write `docs/simulation/coverage.json`."""
    return _write(root, "coverage", Simulation(design.assumptions(), coverage(design)))


def write_power(study: Study, design: PowerDesign, tell: Callable[[str], None]) -> Path:
    """Simulate power at the size of the plan in force and write `docs/simulation/power.json`.

    A plan without models that a claim may be about (the demonstration's) is filled up with the roster's vendors, every
    cell and three replicates; the file says for how many models, cells and replicates its figures hold.

    Raises:
        MissingInput: the suite is not frozen yet.
        Refused: neither the plan nor the roster holds such a model.
    """
    plan = _plan_for_power(study)
    size = {
        "suite_sha256": plan.suite_sha256,
        "models": [model.key for model in plan.subjects],
        "replicates": plan.replicates,
        "cells_per_stratum": plan.cells_per_stratum,
        "n_prompts": plan.n_prompts,
        "alpha": plan.alpha,
        "multiplicity": plan.multiplicity,
    }
    return _write(study.root, "power", Simulation(design.assumptions() | size, power(plan, design, tell)))


def read_simulation(root: Path, name: str) -> Simulation:
    """Read one of the simulated tables, `coverage` or `power`.

    Raises:
        MissingInput: the file is absent.
        Refused: it is no such file.
    """
    path = root / FOLDER / f"{name}.json"
    if not path.is_file():
        raise MissingInput(f"no {FOLDER}/{name}.json: `stimfid {name}` makes it; it belongs to the repository")
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        return Simulation(held["assumptions"], pl.DataFrame(held["rows"], infer_schema_length=None))
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise Refused(f"{path}: no simulated table ({error}); make it again with `stimfid {name}`") from error


def _write(root: Path, name: str, made: Simulation) -> Path:
    path = root / FOLDER / f"{name}.json"
    write_json(path, {"assumptions": dict(made.assumptions), "rows": made.table.to_dicts()})
    return path


def _plan_for_power(study: Study) -> Plan:
    plan = plan_in_force(study)
    if plan.subjects:
        return plan
    roster = load_roster(study.roster_path)
    vendors = tuple(planned_model(key, entry) for key, entry in roster.models.items() if entry.kind == "vendor")
    if not vendors:
        raise Refused("neither the plan nor models.yaml holds a model that a claim may be about: enter one first")
    return plan.model_copy(update={"models": vendors, "replicates": 3, "cells_per_stratum": None})
