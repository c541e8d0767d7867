"""What notebooks 07 and 08 and the paper show: the figure, the tables of every model, the checks, the origin."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from great_tables import GT
from IPython.display import Image

from stimfid_lib.analysis import tables
from stimfid_lib.analysis.labels import ModelLabel
from stimfid_lib.study.drawn_figures import figure_alt
from stimfid_lib.study.numbers import labels_of, results_of
from stimfid_lib.study.sidecar import read_sidecar, sidecar_path
from stimfid_lib.study.stages import STAGES
from stimfid_lib.study.views.plain import facts
from stimfid_lib.study.workspace import FIGURE, Study


class Stacked:
    """Several tables under one another, as one output of a notebook cell."""

    def __init__(self, parts: Iterable[GT]) -> None:
        self.parts = tuple(parts)

    def _repr_html_(self) -> str:
        return "\n<br>\n".join(tables.table_html(part) for part in self.parts)


def instrument_checks(study: Study) -> GT:
    """The checks that the study has just made of its own instrument."""
    return tables.checks_table(results_of(study).checks)


def models_overview(study: Study) -> GT:
    """Every model in one row: its kind, its replies, its pooled satisfaction in both arms."""
    results = results_of(study)
    return tables.overview_table(results.by_arm, results.summary, _lexicon(study), labels_of(study))


def satisfaction_table(study: Study) -> Stacked:
    """For each model: satisfaction by family, arm and tier, with intervals."""
    results = results_of(study)
    return _each(
        study, lambda model: tables.satisfaction_table(results.entries, results.by_tier, model, _lexicon(study))
    )


def rates_table(study: Study) -> Stacked:
    """For each model: every rate over items."""
    results = results_of(study)
    return _each(study, lambda model: tables.rates_table(results.by_family, model, _lexicon(study), "items"))


def list_rates_table(study: Study) -> Stacked:
    """For each model: every rate over lists."""
    results = results_of(study)
    return _each(study, lambda model: tables.rates_table(results.by_family, model, _lexicon(study), "lists"))


def sensitivity_table(study: Study) -> Stacked:
    """For each model: pooled satisfaction under other ways to count."""
    results = results_of(study)
    return _each(study, lambda model: tables.sensitivity_table(results.sensitivity, model, _lexicon(study)))


def figure(study: Study, name: str = FIGURE) -> Image:
    """A figure of `workspace.FIGURES` as the analysis stage drew it, with its numbers in words for screen readers."""
    return Image(filename=str(study.made(f"{name}.png")), width=700, alt=figure_alt(study, name))


def report_header(study: Study) -> GT:
    """Which snapshot this is: suite, lexicon, models, replicates."""
    manifest = study.manifest()
    named = ", ".join(label.name for label in labels_of(study).values())
    share = study.params.cells_per_stratum
    return facts(
        {
            "snapshot": study.params.snapshot,
            "suite": f"{manifest['n_prompts']} prompts, SHA-256 {manifest['suite_sha256'][:16]}",
            "lexicon": manifest["lexicon"],
            "models": named,
            "asked of a model": "every cell" if share is None else f"{share} cells of each family and tier",
            "replicates": study.params.replicates,
        },
        "This snapshot",
    )


def provenance(study: Study) -> GT:
    """Digests of every stage's tables and versions of the parts, as the sidecars hold them."""
    rows: dict[str, Any] = {"suite manifest": study.manifest()["suite_sha256"]}
    for stage in STAGES:
        record = read_sidecar(sidecar_path(study.folder, stage.name)) or {}
        rows |= {f"table {name}": digest for name, digest in record.get("tables", {}).items()}
        rows |= {f"{name}, version": version for name, version in record.get("versions", {}).items()}
        rows |= {f"owed by {stage.name}": line for line in record.get("incomplete", [])}
    return facts(rows, "Digests and versions", "Two runs with the same digests hold the same values.")


def _lexicon(study: Study) -> str:
    return str(study.manifest()["lexicon"])


def _each(study: Study, table: Callable[[ModelLabel], GT]) -> Stacked:
    return Stacked(table(model) for model in labels_of(study).values())
