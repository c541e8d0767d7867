"""Whether the plan in force was registered as it says: committed, before the first answer, and not changed since."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from stimfid_lib.study.committed import Version, committed_problem, history_problem, is_shallow, text_at, versions_of
from stimfid_lib.study.prereg import DOCUMENT, MANIFEST, PLAN, superseded_plans


def registration_faults(root: Path, first_answer: datetime | None) -> dict[str, str]:
    """What the history says against the registration, by what it concerns; empty when nothing does.

    Args:
        root: the repository's root; `prereg/plan.json` stands there.
        first_answer: when the first vendor's model or endpoint answered, None where none did.
    """
    faults = {name: told for name in (DOCUMENT, PLAN, MANIFEST) if (told := committed_problem(root, name))}
    if history_problem(root):
        return faults
    if is_shallow(root):
        faults["history"] = "cut short (a shallow clone): whether the plan was changed cannot be told from it"
    registered = _registered(root)
    if registered is None:
        return faults
    if first_answer is not None and first_answer < registered.moment:
        faults["moment"] = (
            f"the plan in force was committed on {registered.moment:%Y-%m-%d %H:%M} UTC, the first answer came on "
            f"{first_answer:%Y-%m-%d %H:%M} UTC"
        )
    then = text_at(root, registered.commit, DOCUMENT)
    if DOCUMENT not in faults and then != (root / DOCUMENT).read_text(encoding="utf-8"):
        lacked = "was not there yet" if then is None else "read otherwise"
        faults[DOCUMENT] = f"{lacked} in {registered}, which registered the plan in force"
    return faults


def replaced_plans(root: Path) -> tuple[str, ...]:
    """Names of the plans that the one in force replaced: those kept beside it, and those only in the history."""
    kept = superseded_plans(root)
    known = {path.read_text(encoding="utf-8") for path in [*kept, root / PLAN] if path.is_file()}
    if history_problem(root):
        return tuple(path.parent.name for path in kept)
    unkept = {version.text: str(version) for version in versions_of(root, PLAN) if version.text not in known}
    return (*(path.parent.name for path in kept), *unkept.values())


def _registered(root: Path) -> Version | None:
    """The first version of the plan that reads as the one in force, None where no commit holds it."""
    text = (root / PLAN).read_text(encoding="utf-8")
    return next((version for version in versions_of(root, PLAN) if version.text == text), None)
