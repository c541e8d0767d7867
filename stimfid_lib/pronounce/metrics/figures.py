"""Three figures: both poles with their quartiles, the recogniser beside the annotator, first languages."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED
from stimfid_lib.pronounce.metrics.assessment import Assessment, Judged
from stimfid_lib.pronounce.metrics.tokens import ORACLE, TRANSCRIBER, tokens_of

BLUE, ORANGE, GREY = "#0B4F8A", "#D55E00", "#767676"
WIDTH = 8.0
"""Inches."""

_UNIT = {ORACLE, TRANSCRIBER}
"""Columns that run from 0 to 1."""

RC: Any = {
    "svg.hashsalt": "stimfid",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def poles_figure(table: pl.DataFrame, found: Assessment) -> Figure:
    """Draw the share of tokens at or under each distance, variants and errors, and the two quartiles that decide."""
    variant, error = tokens_of(table, found.column).poles()
    with mpl.rc_context(RC):
        figure, axes = _one(3.6)
        for name, pole, colour, share in (("variants", variant, BLUE, 0.75), ("errors", error, ORANGE, 0.25)):
            if not pole.value.size:
                continue
            axes.ecdf(pole.value, color=colour, label=f"{name} ({pole.value.size})")
            quartile = float(np.percentile(pole.value, 100 * share))
            axes.plot([quartile, quartile], [0, share], color=colour, linestyle=":", linewidth=1)
            axes.plot(quartile, share, "o", color=colour, markersize=6)
            axes.annotate(
                f"{'75th' if share > 0.5 else '25th'}: {quartile:.3f}", (quartile, share), (8, -4), color=colour,
                textcoords="offset points",
            )  # fmt: skip
        axes.set_xlabel(found.column)
        axes.set_ylabel("share of tokens")
        axes.legend(frameon=False, loc="lower right")
        axes.set_title(f"Variants and errors: {found.verdict}", loc="left")
    return figure


def agreement_figure(table: pl.DataFrame, found: Assessment) -> Figure:
    """Draw what the recogniser says against what the annotator says, a point a variant, jittered by 0.01; on the grey
    line both say the same.

    Raises:
        Refused: no variant has both values.
    """
    pairs = tokens_of(table, found.column).pairs()
    if not pairs.value.size:
        raise Refused(f"no variant has both {found.column} and {found.partner}: there is nothing to draw")
    rng = np.random.default_rng(SEED)
    jitter = rng.uniform(-0.01, 0.01, (2, pairs.value.size))
    with mpl.rc_context(RC):
        figure, axes = _one(4.2)
        axes.plot(pairs.partner + jitter[0], pairs.value + jitter[1], "o", color=BLUE, alpha=0.35, markersize=5)
        if {found.column, found.partner} <= _UNIT:
            axes.plot([0, 1], [0, 1], color=GREY, linewidth=0.8)
            axes.set_xlim(-0.03, 1.03)
            axes.set_ylim(-0.03, 1.03)
        axes.set_xlabel(found.partner)
        axes.set_ylabel(found.column)
        rho = found.kinds[0].agreement.rho
        axes.set_title("Spearman's rho " + ("not defined" if rho is None else f"{rho:+.2f}"), loc="left")
    return figure


def l1_figure(found: Assessment) -> Figure:
    """Draw, a row a first language and one for all, rho with its interval over speakers and the variants' median and
    75th percentile."""
    rows = (found.kinds[0], *found.by_l1)
    with mpl.rc_context(RC):
        figure = Figure(figsize=(WIDTH, 1.4 + 0.42 * len(rows)), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        for height, one in enumerate(rows):
            _rho_row(left, height, one)
            if one.p75 is not None and one.median is not None:
                right.plot([one.median, one.p75], [height, height], color=GREY, linewidth=2)
                right.plot(one.median, height, "|", color=BLUE, markersize=12)
                right.plot(one.p75, height, "o", color=BLUE, markersize=6)
        left.set_yticks(range(len(rows)), [f"{one.name} ({one.speakers} speakers)" for one in rows])
        left.set_ylim(len(rows) - 0.5, -0.5)
        left.set_xlim(-1.05, 1.05)
        left.axvline(0, color=GREY, linewidth=0.8)
        left.set_xlabel("Spearman's rho, 95 % over speakers")
        right.set_xlabel("median to 75th percentile")
        right.set_title(found.column, loc="left", fontsize=10)
        if found.column in _UNIT:
            right.set_xlim(0, 1)
        for axes in (left, right):
            axes.grid(axis="x", color="#e5e5e5", linewidth=0.8)
            axes.set_axisbelow(True)
    return figure


def _rho_row(axes: Axes, height: int, one: Judged) -> None:
    if one.agreement.rho is None:
        axes.text(0.03, height, "not defined", color=GREY, va="center")
        return
    if one.rho_interval is not None:
        axes.plot([one.rho_interval.low, one.rho_interval.high], [height, height], color=BLUE, linewidth=2)
    axes.plot(one.agreement.rho, height, "o", color=BLUE, markersize=6)


def _one(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots()
