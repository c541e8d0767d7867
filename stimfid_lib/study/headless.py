"""The eight notebooks, run in order without a screen; one whose stage and story are unchanged is not run again."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import sha256_file
from stimfid_lib.study.made import Made
from stimfid_lib.study.sidecar import code_sha256, is_current, made_before, read_sidecar, sidecar_path, write_sidecar
from stimfid_lib.study.stages import STAGES, is_made
from stimfid_lib.study.workspace import Study

NOTEBOOKS: dict[str, str | None] = {
    "01_grid": "grid",
    "02_prompts": None,
    "03_suite": "suite",
    "04_run": "run",
    "05_extract": "extract",
    "06_score": "score",
    "07_analyze": "analyze",
    "08_report": None,
}
"""Each notebook and the stage that it makes; those without a stage only read and tell."""


@dataclass(frozen=True)
class NotebookRun:
    """One notebook's turn: executed or found unchanged, for how many seconds, and what is to be said of its stage."""

    name: str
    executed: bool
    seconds: float
    made: Made


def run_notebook(study: Study, params_file: str, name: str) -> NotebookRun:
    """Execute one notebook into `build/<snapshot>/notebooks/` unless nothing that it tells of has changed.

    Raises:
        MissingInput: a cell lacked a file or a key.
        Refused: a cell failed in another way. Both texts are the cell's own and name the executed copy to open.
    """
    source = study.root / "notebooks" / f"{name}.ipynb"
    folder = study.folder / "notebooks"
    record = sidecar_path(folder, name)
    if is_current(record, _recipe(study, source)) and all(is_made(study, stage) for stage in _stages_told(name)):
        return NotebookRun(name, executed=False, seconds=0.0, made=made_before(record))
    started = time.perf_counter()
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{name}.ipynb"
    _execute(source, target, params_file, study.root)
    # the notebook's own stage has just been made: what it tells of is the state after the run
    stage = NOTEBOOKS[name]
    made = made_before(sidecar_path(study.folder, stage)) if stage else Made()
    write_sidecar(record, _recipe(study, source), [target.name], made=made)
    return NotebookRun(name, executed=True, seconds=time.perf_counter() - started, made=made)


def _stages_told(name: str) -> list[str]:
    """The stages that a notebook tells of: all up to its own; 02 tells of the grid, 08 of everything."""
    order = [stage.name for stage in STAGES]
    last = NOTEBOOKS[name] or {"02_prompts": "grid", "08_report": order[-1]}[name]
    return order[: order.index(last) + 1]


def _recipe(study: Study, source: Path) -> dict[str, object]:
    """What a notebook's outputs depend on: its own text, the parameters, the stages that it tells of."""
    records = {name: read_sidecar(sidecar_path(study.folder, name)) for name in _stages_told(source.stem)}
    return {
        "notebook": sha256_file(source),
        "parameters": study.params.model_dump(mode="json"),
        "stages": {name: record and record["outputs"] for name, record in records.items()},
        "observed": _observed(study) if source.stem == "02_prompts" else None,
        "registered": _registered(study) if source.stem == "08_report" else None,
        "code": code_sha256(("study", "corpus", "analysis", "scoring", "tasks")),
    }


def _registered(study: Study) -> object:
    """What the report says of the plan and of other snapshots: plan, history, roster, snapshots beside this one."""
    from stimfid_lib.study.observed_requests import is_confirmed
    from stimfid_lib.study.prereg import PLAN, code_digests
    from stimfid_lib.study.registration import registration_faults, replaced_plans

    confirmed = is_confirmed(study.root)
    beside = sorted(study.folder.parent.glob("*/score.meta.json"))
    snapshots = {path.parent.name: sha256_file(path) for path in beside if path.parent != study.folder}
    if not (study.root / PLAN).is_file():
        return {"snapshots": snapshots, "confirmed": confirmed}
    return {
        "confirmed": confirmed,
        "snapshots": snapshots,
        "plan": sha256_file(study.root / PLAN),
        "faults": registration_faults(study.root, None),
        "replaced": list(replaced_plans(study.root)),
        "roster": sha256_file(study.roster_path),
        "code": code_digests(study.root),
    }


def _observed(study: Study) -> list[str]:
    """Digests of what notebook 02 tells of observed requests: counts of the corpus, the wild-track sheet."""
    from stimfid_lib.study.views.observed import observed_files

    told = [*observed_files(study.root), *([study.wild_path] if study.wild_path else [])]
    return [sha256_file(path) for path in told]


def _execute(source: Path, target: Path, params_file: str, root: Path) -> None:
    import papermill

    with _quiet():
        try:
            papermill.execute_notebook(
                str(source),
                str(target),
                parameters={"params_file": params_file},
                kernel_name="python3",
                progress_bar=False,
                extra_arguments=["--log-level=CRITICAL"],  # else kernels warn of their loopback sockets
                cwd=str(root),
            )
        except papermill.PapermillExecutionError as error:
            kind = MissingInput if error.ename == MissingInput.__name__ else Refused
            raise kind(f"{source.name}: {error.ename}: {error.evalue}\n(the executed copy: {target})") from error


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep papermill's and its kernel client's notices out of the terminal."""
    import logging
    import warnings

    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
