"""What comes from outside the run: the hand audit, a later snapshot, answers pasted by hand; each said when absent."""

from __future__ import annotations

from great_tables import GT
from IPython.display import Markdown

from stimfid_lib.analysis.formats import interval, proportion
from stimfid_lib.base.errors import MissingInput
from stimfid_lib.study.drift import drift_between
from stimfid_lib.study.earlier import earlier_snapshots
from stimfid_lib.study.numbers import labels_of, results_of
from stimfid_lib.study.prereg import plan_in_force
from stimfid_lib.study.simulate import read_simulation
from stimfid_lib.study.views import explored
from stimfid_lib.study.workspace import Study


def audit_told(study: Study) -> Markdown:
    """How well the items were read, as a person found it; said plainly where nobody has checked."""
    path = study.path("audit.parquet")
    rows = study.table("audit").to_dicts() if path.is_file() else []
    whole = next((row for row in rows if row["model_key"] == "all"), None)
    if whole is None or not whole["n_judged"]:
        return Markdown(
            "**Nobody has checked the extraction of this snapshot yet.** A seeded sample of replies lies ready for a "
            "person (notebook 05); until its sheet is filled, how well items were read is not known."
        )
    told = (
        f"A person checked {whole['n_judged']} of the {whole['n_sampled']} sampled replies: "
        f"{whole['n_right']} were read exactly right, {proportion(whole['accuracy'])} "
        f"{interval(whole['low'], whole['high'])} (Wilson)."
    )
    if whole["item_precision"] is not None and whole["item_recall"] is not None:
        told += (
            f" Over items, {proportion(whole['item_precision'])} of what was read is right and "
            f"{proportion(whole['item_recall'])} of what is there was read."
        )
    if whole["n_changed"]:
        told += f" {whole['n_changed']} of these replies are read otherwise now than when they were judged."
    if whole["kappa"] is not None:
        told += (
            f" A second coder agrees with κ = {whole['kappa']:.2f} "
            f"[{whole['kappa_low']:.2f}, {whole['kappa_high']:.2f}] over {whole['n_both']} replies."
        )
    return Markdown(told)


def drift_told(study: Study) -> GT | Markdown:
    """What changed since the latest earlier snapshot of the same suite, or that there is none."""
    subjects = frozenset(label.key for label in labels_of(study).values() if label.kind == "vendor")
    found = earlier_snapshots(study, subjects)
    if not found:
        return Markdown(
            "No earlier snapshot of this suite has asked these products, so nothing can be said of change over time. "
            "`stimfid snapshot` writes the parameters that ask the same frozen suite on another day."
        )
    moved = explored.drift(study, drift_between(str(found[0].folder), str(study.folder)))
    return moved.tab_source_note(f"Earlier snapshot: {found[0].name}, asked up to {found[0].last_day}.")


def interface_told(study: Study) -> GT | Markdown:
    """Answers pasted from the products' own pages against the programming interface, or that there are none."""
    if results_of(study).contrasts.filter(comparison="interface").is_empty():
        return Markdown(
            "No answers pasted from the products' own pages belong to this snapshot: whether the programming interface "
            "stands for what clinicians see is open."
        )
    return explored.comparison(study, "interface")


def power_told(study: Study) -> Markdown:
    """For which size power was simulated, and whether that is the plan's; said plainly where nobody has done so."""
    try:
        assumed = read_simulation(study.root, "power").assumptions
    except MissingInput as error:
        return Markdown(f"**Power has not been simulated yet**: {error}.")
    plan = plan_in_force(study)
    here = {
        "suite": ("suite_sha256", plan.suite_sha256),
        "models": ("models", [model.key for model in plan.subjects]),
        "replicates": ("replicates", plan.replicates),
        "share of the suite": ("cells_per_stratum", plan.cells_per_stratum),
    }
    differ = [what for what, (name, value) in here.items() if assumed.get(name) != value]
    told = (
        f"Simulated for {len(assumed['models'])} models, {assumed['n_prompts']} prompts and "
        f"{assumed['replicates']} replicates, {assumed['studies']} studies a scenario."
    )
    if differ:
        told += f" **This is not the size of the plan in force** (other {', '.join(differ)}): simulate it again."
    return Markdown(told)
