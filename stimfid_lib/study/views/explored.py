"""What notebook 07 and the paper show beyond the headline: difficulty, errors, comparisons, simulations, drift."""

from __future__ import annotations

from great_tables import GT
from IPython.display import Image

from stimfid_lib.analysis import comparison_tables
from stimfid_lib.analysis.drift import Drift
from stimfid_lib.analysis.labels import CEILING, model_labels
from stimfid_lib.study.drawn_figures import figure_alt
from stimfid_lib.study.numbers import labels_of, results_of
from stimfid_lib.study.simulate import read_simulation
from stimfid_lib.study.views.found import Stacked
from stimfid_lib.study.workspace import FIGURE_ANATOMY, FIGURE_CURVES, Study

_WIDTH = 700
_CORRELATION = 0.2
"""Intracluster correlation of the tables shown; the files hold others."""


def difficulty_curves(study: Study) -> Image:
    """Satisfaction by what was asked: sound, position, length, contrast, norm band."""
    return _image(study, FIGURE_CURVES)


def error_anatomy(study: Study) -> Image:
    """What came instead of what was asked, beside the reference generators."""
    return _image(study, FIGURE_ANATOMY)


def anatomy_tables(study: Study) -> Stacked:
    """For each model but the ceiling: every fault, by family and arm."""
    anatomy, lexicon = results_of(study).anatomy, str(study.manifest()["lexicon"])
    shown = [model for model in labels_of(study).values() if model.key != CEILING]
    return Stacked(comparison_tables.anatomy_table(anatomy, model, lexicon) for model in shown)


def given_instead(study: Study) -> Stacked:
    """For each model but the ceiling: the sounds and contrasts most often given for others."""
    instead = results_of(study).instead
    return Stacked(
        comparison_tables.instead_table(instead, model)
        for model in labels_of(study).values()
        if model.key in set(instead["model_key"])
    )


def comparison(study: Study, kind: str) -> GT:
    """One comparison on the same requests: `wording`, `access` or `interface`."""
    results = results_of(study)
    return comparison_tables.comparisons_table(
        results.contrasts, kind, labels_of(study), str(study.manifest()["lexicon"])
    )


def rates_defined() -> GT:
    """Every rate and what it is a share of."""
    return comparison_tables.rates_defined_table()


def coverage(study: Study) -> GT:
    """How often each interval holds the truth, simulated at the study's size."""
    simulated = read_simulation(study.root, "coverage")
    return comparison_tables.coverage_table(simulated.table, simulated.assumptions["studies"], _CORRELATION)


def power(study: Study) -> GT:
    """How often each hypothesis would be supported, simulated at the planned size."""
    return comparison_tables.power_table(read_simulation(study.root, "power").table, _CORRELATION)


def drift(study: Study, found: Drift) -> GT:
    """Two snapshots compared: satisfaction improved, regressed or flat; `found` is `study.drift.drift_between`."""
    known = {label.key: label for label in model_labels(found.table["model_key"], labels_of(study))}
    return comparison_tables.drift_table(found.table, known)


def _image(study: Study, figure: str) -> Image:
    return Image(filename=str(study.made(f"{figure}.png")), width=_WIDTH, alt=figure_alt(study, figure))
