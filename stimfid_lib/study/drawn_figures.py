"""The figures of a snapshot: drawn by the analysis stage, each with its numbers in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matplotlib.figure import Figure

from stimfid_lib.analysis.drawing import write_figure
from stimfid_lib.analysis.figure_anatomy import anatomy_alt, anatomy_figure
from stimfid_lib.analysis.figure_curves import difficulty_alt, difficulty_figure
from stimfid_lib.analysis.figures import alt_text, satisfaction_by_tier
from stimfid_lib.base.errors import Refused
from stimfid_lib.study.numbers import labels_of, results_of
from stimfid_lib.study.workspace import FIGURE, FIGURE_ANATOMY, FIGURE_CURVES, Study


def write_figures(study: Study) -> None:
    """Draw every figure of the snapshot and write it as PNG and SVG."""
    for figure, draw in _DRAWN.items():
        path = study.path(figure)
        write_figure(draw(study), path.parent, path.name)


def figure_alt(study: Study, figure: str) -> str:
    """Say in words what a figure (a name of `workspace`) shows, from the tables that it was drawn from.

    Raises:
        Refused: no such figure.
    """
    if figure not in _TOLD:
        raise Refused(f"no figure {figure!r}: allowed are {', '.join(_TOLD)}")
    return _TOLD[figure](study)


def _tiers(study: Study, tell: Callable[..., Any]) -> Any:
    return tell(results_of(study).by_tier, study.lexicon.identity.name, labels_of(study))


_DRAWN: dict[str, Callable[[Study], Figure]] = {
    FIGURE: lambda study: _tiers(study, satisfaction_by_tier),
    FIGURE_CURVES: lambda study: difficulty_figure(results_of(study).curves, labels_of(study)),
    FIGURE_ANATOMY: lambda study: anatomy_figure(results_of(study).anatomy, labels_of(study)),
}
_TOLD: dict[str, Callable[[Study], str]] = {
    FIGURE: lambda study: str(_tiers(study, alt_text)),
    FIGURE_CURVES: lambda study: difficulty_alt(results_of(study).curves, labels_of(study)),
    FIGURE_ANATOMY: lambda study: anatomy_alt(results_of(study).anatomy, labels_of(study)),
}
