"""The pre-registration: the plan that is frozen into the repository, and whether it still holds.

`prereg/plan.json` and `prereg/suite_manifest.json` are the machine-readable half of `prereg.qmd`. All three are
committed before any model of a vendor is asked, so that the history of the repository dates the promise.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stimfid_lib.analysis.plan import Plan
from stimfid_lib.analysis.planning import plan_of, planned_model
from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import sha256_file, sha256_text, write_json, write_text
from stimfid_lib.models.roster import load_roster
from stimfid_lib.scoring.refusal import REFUSAL_PHRASES
from stimfid_lib.study.committed import committed_problem
from stimfid_lib.study.sidecar import code_sha256
from stimfid_lib.study.workspace import REGISTERED_PLAN, Study
from stimfid_lib.suite.freeze import read_manifest

DOCUMENT = "prereg.qmd"
PLAN, MANIFEST = REGISTERED_PLAN, "prereg/suite_manifest.json"
"""Paths from the repository's root."""

SUPERSEDED = "prereg/superseded"
"""Folder of plans that a later one replaced: a promise that was changed stays readable."""

CODE = ("base", "phonology", "lexicon", "corpus", "suite", "models", "scoring", "analysis", "study")
"""Floors whose source decides a result or what is told of it; the plan holds a digest of each."""

DOCUMENTS = ("report.qmd", "notebooks/07_analyze.ipynb", "notebooks/08_report.ipynb")
"""What shows the results: an analysis that is added to one of these changes its digest."""

UNFIXED = frozenset({"frozen_on", "code"})
"""What tells two freezes apart without changing what was promised."""


@dataclass(frozen=True)
class Frozen:
    """What a freeze did: wrote the plan now or found the same one frozen, and where a former plan went."""

    path: Path
    written: bool
    superseded: Path | None = None


def draft_plan(study: Study, frozen_on: str | None = None) -> Plan:
    """Draw up the plan of a snapshot from its frozen manifest, its suite, its parameters and the roster.

    Args:
        study: the snapshot; its suite must be frozen.
        frozen_on: ISO date of the freeze; null leaves it a draft, which promises nothing.

    Raises:
        MissingInput: the suite is not frozen yet.
        Refused: the suite is not the one that the manifest froze, or a model is not in the roster.
    """
    roster, params = load_roster(study.roster_path), study.params
    plan = plan_of(
        study.manifest(),
        study.suite(),
        [planned_model(key, roster.entry(key)) for key in params.models],
        replicates=params.replicates,
        temperature=params.temperature,
        n_boot=params.n_boot,
        cells_per_stratum=params.cells_per_stratum,
        frozen_on=frozen_on,
    )
    return plan.model_copy(update={"code": code_digests(study.root)})


def code_digests(root: Path) -> dict[str, str]:
    """Digest of each floor of `CODE` and of each of the `DOCUMENTS` that stands in the repository."""
    documents = {name: sha256_file(root / name) for name in DOCUMENTS if (root / name).is_file()}
    return {floor: code_sha256((floor,)) for floor in CODE} | documents


def registered_plan(study: Study) -> Plan | None:
    """The plan that is frozen in the repository, None where there is none.

    Raises:
        Refused: the file is no plan.
    """
    path = study.root / PLAN
    return Plan.from_json(path.read_text(encoding="utf-8"), PLAN) if path.is_file() else None


def plan_in_force(study: Study) -> Plan:
    """The registered plan, else a draft of this snapshot (`frozen_on` null): what `hypotheses.decide` obeys."""
    return registered_plan(study) or draft_plan(study)


def freeze_plan(study: Study, frozen_on: str, *, new_version: bool = False) -> Frozen:
    """Write the plan and a copy of the suite's manifest into `prereg/`; the same plan is written once.

    Args:
        study: the snapshot whose manifest and parameters are frozen.
        frozen_on: ISO date of today.
        new_version: put another plan in the place of a former one, which moves into `prereg/superseded/`.

    Raises:
        Refused: another plan is frozen and `new_version` is false; the text names what differs.
        MissingInput: the suite is not frozen yet.
    """
    plan, former, path = draft_plan(study, frozen_on), registered_plan(study), study.root / PLAN
    moved = None
    if former is not None:
        changed = changed_parts(former, plan)
        if not changed:
            return Frozen(path, written=False)
        if not new_version:
            raise Refused(
                f"{PLAN} holds another plan, frozen on {former.frozen_on}: differing {', '.join(changed)}. Nothing was "
                "overwritten. A plan that models were asked under is never changed; to register another one, "
                "`stimfid prereg freeze --new-version` keeps the former in prereg/superseded/, and the report names it"
            )
        moved = _supersede(study.root, former)
    # the manifest first: a plan without its manifest would pass for a whole registration
    write_json(study.root / MANIFEST, study.manifest())
    write_text(path, plan.to_json())
    return Frozen(path, written=True, superseded=moved)


def changed_parts(former: Plan, plan: Plan) -> list[str]:
    """Names of the parts in which two plans promise different things; date and code are none."""
    one, two = former.model_dump(mode="json"), plan.model_dump(mode="json")
    return [name for name in one if name not in UNFIXED and one[name] != two[name]]


def superseded_plans(root: Path) -> list[Path]:
    """Plans that later ones replaced, oldest first by the date in their folders' names."""
    return sorted((root / SUPERSEDED).glob("*/plan.json"))


def _supersede(root: Path, former: Plan) -> Path:
    folder = root / SUPERSEDED / f"{former.frozen_on}-{sha256_text(former.to_json())[:12]}"
    for name in (PLAN, MANIFEST):
        source = root / name
        if source.is_file():
            write_text(folder / source.name, source.read_text(encoding="utf-8"))
    return folder / Path(PLAN).name


def preregistration_problems(study: Study) -> list[str]:
    """What keeps a live call from being pre-registered; empty when nothing does.

    Wanted: `prereg.qmd`, `prereg/plan.json` and `prereg/suite_manifest.json` are committed and unmodified; the plan
    is a frozen one; its numbers are those of this snapshot's frozen manifest; the refusal phrases in force are its
    own. Models, replicates and temperature may differ (a smoke run asks one cell once): the report lists them as
    deviations.
    """
    problems = [told for name in (DOCUMENT, PLAN, MANIFEST) if (told := committed_problem(study.root, name))]
    try:
        plan = registered_plan(study)
    except Refused as error:
        return [*problems, str(error)]
    if plan is None:
        return problems
    if plan.frozen_on is None:
        problems.append(f"{PLAN} is a draft without a date: freeze it with `stimfid prereg freeze`")
    problems += _against_manifest(plan, study.manifest())
    copy = study.root / MANIFEST
    if copy.is_file() and read_manifest(copy)["suite_sha256"] != plan.suite_sha256:
        problems.append(f"{MANIFEST} is of another suite than {PLAN}: restore both from the same commit")
    if plan.refusal_phrases != REFUSAL_PHRASES:
        problems.append(f"{PLAN} lists other refusal phrases than those in force: freeze a plan with those in force")
    return problems


def _against_manifest(plan: Plan, manifest: dict[str, Any]) -> list[str]:
    """The plan's numbers held against a frozen manifest, a line for each that differs."""
    pairs: dict[str, tuple[object, object]] = {
        "suite_sha256": (plan.suite_sha256, manifest["suite_sha256"]),
        "lexicon words_sha256": (plan.lexicon.words_sha256, manifest["lexicon_words_sha256"]),
        "lexicon pairs_sha256": (plan.lexicon.pairs_sha256, manifest["lexicon_pairs_sha256"]),
        "wordlist_sha256": (plan.wordlist_sha256, manifest["wordlist_sha256"]),
        "feature_distance_threshold": (plan.feature_distance_threshold, manifest["feature_distance_threshold"]),
    }
    for name in ("tertiles", "density_tertiles"):
        planned: dict[str, tuple[float, float]] = getattr(plan, name)
        found = {key: tuple(value) for key, value in manifest[name].items()}
        pairs |= {f"{name} {key}": (planned.get(key), found.get(key)) for key in sorted({*planned, *found})}
    return [
        f"{PLAN} has {name} {_short(planned)}, this snapshot's frozen manifest has {_short(found)}: "
        "ask the suite that was registered, or register this one"
        for name, (planned, found) in pairs.items()
        if planned != found
    ]


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 24 else f"{text[:12]}…"
