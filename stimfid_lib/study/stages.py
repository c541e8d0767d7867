"""The stages, in order: what each reads, makes and depends on. A stage whose recipe is unchanged is skipped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import sha256_file, table_sha256
from stimfid_lib.models.live import Leave
from stimfid_lib.study import make
from stimfid_lib.study.made import Made
from stimfid_lib.study.sidecar import code_sha256, is_current, sidecar_path, versions, write_sidecar
from stimfid_lib.study.workspace import FIGURES, PASTED, REGISTERED_PLAN, Study


@dataclass(frozen=True)
class Stage:
    """One step of the study.

    `tables` are the parquet files that it makes (without ending), `files` all else (`{manifest}` stands for
    the suite's); `inputs` are files of earlier stages; `parameters` are the names of the parameters that change
    its result, `code` the floors and files whose source does and `roster` tells whether `models.yaml` does;
    `volatile` columns (clock times) stay out of table digests; `guard` checks what must hold before a live model is
    asked, and is handed to `make`, which calls it if it has to ask one.
    """

    name: str
    title: str
    make: Callable[..., Made]
    tables: tuple[str, ...]
    inputs: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    roster: bool = False
    volatile: tuple[str, ...] = ()
    guard: Callable[[Study], Leave] | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of a stage: made now, with what is left to be said of it, or found unchanged (None)."""

    stage: Stage
    made: Made | None

    def __str__(self) -> str:
        state = "unchanged" if self.made is None else "made"
        return "\n  ".join((f"{self.stage.title}: {state}", *(self.made.lines if self.made else ())))


class Outcomes(tuple[Outcome, ...]):
    """Several stages' outcomes; a notebook shows them a line each."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(str(outcome) for outcome in self)


def _give_leave(study: Study) -> Leave:
    from stimfid_lib.study.guards import give_leave  # only where a live model has open questions

    return give_leave(study)


_ASKED = (
    "base",
    "phonology",
    "lexicon",
    "suite",
    *(f"study/{name}.py" for name in ("make", "made", "workspace", "params")),
)

STAGES: tuple[Stage, ...] = (
    Stage("grid", "Grid of cells", make.grid, ("grid", "grid_omitted"), code=_ASKED),
    Stage(
        "suite",
        "Frozen suite",
        make.suite,
        ("suite", "suite_wild"),
        inputs=("grid.parquet",),
        files=("{manifest}",),
        parameters=("suite_manifest", "wild"),
        code=(*_ASKED, "corpus/sheet.py"),
    ),
    Stage(
        "run",
        "Replies",
        make.run,
        ("runs", "attempts"),
        inputs=("suite.parquet",),
        parameters=("models", "cells_per_stratum", "replicates", "temperature"),
        code=(*_ASKED, "corpus/sheet.py", "models", "study/asking.py", "study/question_run.py"),
        roster=True,
        volatile=("ts", "latency_s"),
        guard=_give_leave,
    ),
    Stage(
        "extract",
        "Extracted items",
        make.extract,
        ("extracted", "extract_llm"),
        inputs=("suite.parquet", "runs.parquet"),
        parameters=("extract_llm",),
        code=(*_ASKED, "corpus/sheet.py", "models", "scoring", "study/reading.py"),
        roster=True,
    ),
    Stage(
        "score",
        "Scored items",
        make.score,
        ("scored_items", "scored_lists", "scored_oov"),
        inputs=("suite.parquet", "extracted.parquet"),
        code=(*_ASKED, "scoring"),
    ),
    Stage(
        "analyze",
        "Rates and intervals",
        make.analyze,
        (
            *("metrics", "intervals", "families", "hypotheses", "curves", "contrasts", "anatomy", "instead"),
            *("sensitivity", "audit"),
        ),
        files=tuple(f"{figure}.{form}" for figure in FIGURES for form in ("png", "svg")),
        inputs=(
            *("suite.parquet", "scored_items.parquet", "scored_lists.parquet", "scored_oov.parquet"),
            "extracted.parquet",
        ),
        parameters=("n_boot",),
        code=(
            *(*_ASKED, "corpus", "models", "scoring", "analysis"),
            *("study/numbers.py", "study/sidecar.py", "study/auditing.py", "study/drawn_figures.py"),
            *("study/prereg.py", "study/committed.py"),
        ),
        roster=True,
    ),
)


def stage_named(name: str) -> Stage:
    """Find a stage by its name.

    Raises:
        Refused: no stage bears it.
    """
    for stage in STAGES:
        if stage.name == name:
            return stage
    raise Refused(f"no stage {name!r}: allowed are {', '.join(stage.name for stage in STAGES)}")


def recipe_of(study: Study, stage: Stage) -> dict[str, Any]:
    """Everything that decides a stage's result: inputs' digests, parameters, lexicon, roster, code."""
    parameters = study.params.model_dump(mode="json")
    return {
        "inputs": {name: sha256_file(study.path(name)) for name in stage.inputs if study.path(name).is_file()},
        "parameters": {name: parameters[name] for name in stage.parameters},
        "lexicon": make.lexicon_digest(study),
        "roster": sha256_file(study.roster_path) if stage.roster else None,
        "runtime": versions()["xllamacpp"] if stage.roster else None,
        "code": code_sha256(stage.code),
        "registered": _registered(study, stage),
        "plan": _plan_sha256(study) if "hypotheses" in stage.tables else None,
        "wild": _wild(study) if "wild" in stage.parameters else None,
        "pasted": _pasted(study) if "runs" in stage.tables else None,
        "audit": _audited(study) if "audit" in stage.tables else None,
    }


def _plan_sha256(study: Study) -> str | None:
    """Digest of the registered plan, which decides the verdicts; None where a draft does."""
    path = study.root / REGISTERED_PLAN
    return sha256_file(path) if path.is_file() else None


def _audited(study: Study) -> list[str | None]:
    """Digests of the filled sheets, which a person may add or change at any time."""
    return [sha256_file(path) if path.is_file() else None for path in (study.filled_sheet, study.second_sheet)]


def _wild(study: Study) -> str | None:
    """Digest of the wild-track sheet, which is edited by hand."""
    return sha256_file(study.wild_path) if study.wild_path else None


def _pasted(study: Study) -> dict[str, str]:
    """Digests of the answers pasted from user interfaces, which a person may add at any time."""
    return {path.name: sha256_file(path) for path in sorted(study.path(PASTED).glob("*.jsonl"))}


def _registered(study: Study, stage: Stage) -> str | None:
    """Digest of the registered manifest, for the stage that has to make its suite."""
    path = study.registered_manifest if "suite_manifest" in stage.parameters else None
    return sha256_file(path) if path else None


def is_made(study: Study, name: str) -> bool:
    """Tell whether a stage's files stand, made by the recipe that holds now."""
    return is_current(sidecar_path(study.folder, name), recipe_of(study, stage_named(name)))


def run_stage(study: Study, name: str) -> Outcome:
    """Make one stage's files unless they stand as the same recipe made them.

    Raises:
        MissingInput: an earlier stage's file is absent.
        Refused: a check of the stage failed; files made before stay as they are.
    """
    stage = stage_named(name)
    _require_inputs(study, stage)
    recipe, record = recipe_of(study, stage), sidecar_path(study.folder, name)
    if is_current(record, recipe):
        return Outcome(stage, made=None)
    study.folder.mkdir(parents=True, exist_ok=True)
    made = stage.make(study, partial(stage.guard, study)) if stage.guard else stage.make(study)
    files = (name.format(manifest=study.manifest_path.name) for name in stage.files)
    outputs = [*(f"{table}.parquet" for table in stage.tables), *files]
    tables = {table: table_sha256(study.table(table).drop(stage.volatile, strict=False)) for table in stage.tables}
    write_sidecar(record, recipe, outputs, tables=tables, made=made)
    return Outcome(stage, made)


def _require_inputs(study: Study, stage: Stage) -> None:
    for name in stage.inputs:
        if not study.path(name).is_file():
            (maker,) = (earlier.name for earlier in STAGES if name.removesuffix(".parquet") in earlier.tables)
            raise MissingInput(
                f"{study.path(name).relative_to(study.root)}, which stage {stage.name!r} reads, does not exist yet: "
                f"`stimfid {maker}` makes it, `make study` makes everything (snapshot {study.params.snapshot!r})"
            )


def run_up_to(study: Study, name: str) -> Outcomes:
    """Make, in order, every stage up to and with the one named; those that stand unchanged are skipped."""
    last = STAGES.index(stage_named(name))
    return Outcomes(run_stage(study, stage.name) for stage in STAGES[: last + 1])
