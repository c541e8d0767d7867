"""Two figures: the gap beside its null floor and entropy, and the gap of every scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.shown.rows import labels_of

BLUE, ORANGE, GREY = "#0B4F8A", "#D55E00", "#767676"
WIDTH = 8.0
"""Inches."""

RC: Any = {
    "svg.hashsalt": "stimfid",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}

Measured = Mapping[str, Any]


def gap_figure(measurements: Sequence[Measured]) -> Figure:
    """Draw, a row a measurement, the gap A–B with its interval, the null floor, both controls; entropy beside it.

    A flagged measurement is drawn hollow. Gaps in percent, entropy normalised to 0 … 1. A measurement without a gap
    (no decision in A or B) has an empty row that says so.

    Raises:
        Refused: no measurement.
    """
    _some(measurements)
    with mpl.rc_context(RC):
        figure = Figure(figsize=(WIDTH, 1.9 + 0.62 * len(measurements)), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=(3, 1), sharey=True)
        for height, one in enumerate(measurements):
            _gap_row(left, height, one)
            for name, colour, marker, shift in (("entropy_a", GREY, "s", -0.12), ("entropy_b", BLUE, "o", 0.12)):
                if one[name] is not None:
                    right.plot(one[name], height + shift, marker, color=colour, markersize=6, clip_on=False)
        left.set_yticks(range(len(measurements)), [_broken(label) for label in labels_of(measurements)])
        left.set_ylim(len(measurements) - 0.5, -0.5)
        left.set_xlim(-1.5, 101.5)
        left.set_xlabel("gap, percent (0: decides alike)")
        right.set_xlim(-0.05, 1.05)
        right.set_xticks([0, 0.5, 1])
        right.set_xlabel("entropy of decisions")
        right.tick_params(axis="y", length=0)
        for axes in (left, right):
            axes.grid(axis="x", color="#e5e5e5", linewidth=0.8)
            axes.set_axisbelow(True)
        _legend(left, right)
    return figure


def scenario_figure(measurements: Sequence[Measured]) -> Figure:
    """Draw the gap A–B of every scenario, a panel a measurement; the two worst are dark, in percent.

    With 2 calls a version a scenario's gap can only be 0, 50 or 100, so that most of its spread is chance.

    Raises:
        Refused: no measurement.
    """
    _some(measurements)
    with mpl.rc_context(RC):
        figure = Figure(figsize=(WIDTH, 0.6 + 1.75 * len(measurements)), layout="constrained")
        rows = figure.subplots(len(measurements), 1, sharex=True, squeeze=False)
        for axes, one, label in zip(rows[:, 0], measurements, labels_of(measurements), strict=True):
            gaps = one["scenario_gaps_pct"]
            items = sorted(gaps)
            worst = set(one["worst_scenarios"])
            colours = [BLUE if item in worst else "#9DBAD5" for item in items]
            axes.bar(items, [gaps[item] or 0 for item in items], color=colours, width=0.7)
            for place, item in enumerate(items):
                if gaps[item] is None:
                    axes.text(place, 3, "none", ha="center", fontsize=8, color=GREY)
            if one["gap_pct"] is not None:
                axes.axhline(one["gap_pct"], color=ORANGE, linewidth=1.2, linestyle=(0, (4, 2)))
            axes.set_ylim(0, 100)
            axes.set_ylabel("gap, %")
            axes.set_title(label, fontsize=10, loc="left")
        rows[-1, 0].set_xlabel("scenario (dashed: the gap of all fifteen together)")
    return figure


def _gap_row(axes: Axes, height: int, one: Measured) -> None:
    if one["gap_pct"] is None:
        axes.text(1, height, "no decision in A or in B", va="center", color=GREY, fontsize=9)
        return
    if one["ci_low_pct"] is not None:
        axes.plot([100 - one["ci_high_pct"], 100 - one["ci_low_pct"]], [height, height], color=BLUE, linewidth=1.6)
    face = "white" if one["flags"] else BLUE
    axes.plot(one["gap_pct"], height, "o", color=BLUE, markerfacecolor=face, markersize=8, zorder=3)
    if one["null_floor_pct"] is not None:
        floor = one["null_floor_pct"]
        axes.plot([floor, floor], [height - 0.28, height + 0.28], color=ORANGE, linewidth=2.2, zorder=2)
    for name, marker in (("gap_null_pct", "x"), ("gap_positive_pct", "^")):
        if one[name] is not None:
            axes.plot(one[name], height + 0.3, marker, color=GREY, markersize=6, clip_on=False)


def _legend(left: Axes, right: Axes) -> None:
    """Name every mark, above the panels."""
    marks: list[tuple[str, dict[str, Any]]] = [
        ("gap A–B, 95 %", {"marker": "o", "color": BLUE, "markersize": 8}),
        ("the same, flagged", {"marker": "o", "color": BLUE, "markerfacecolor": "white", "markersize": 8}),
        ("null floor", {"marker": "|", "color": ORANGE, "linestyle": "none", "markersize": 12, "markeredgewidth": 2.2}),
        ("gap A–A′", {"marker": "x", "color": GREY, "linestyle": "none"}),
        ("gap A–C", {"marker": "^", "color": GREY, "linestyle": "none"}),
    ]
    handles = [left.plot([], [], label=name, **look)[0] for name, look in marks]
    left.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, 1.0), ncols=3, frameon=False, fontsize=9)
    entropies = [
        right.plot([], [], marker=marker, color=colour, linestyle="none", label=name)[0]
        for name, marker, colour in (("version A", "s", GREY), ("version B", "o", BLUE))
    ]
    right.legend(handles=entropies, loc="lower left", bbox_to_anchor=(0, 1.0), frameon=False, fontsize=9)


def _broken(label: str) -> str:
    family, rest = label.split(", ", 1)
    return f"{family}\n{rest}"


def _some(measurements: Sequence[Measured]) -> None:
    if not measurements:
        raise Refused("the archive holds no measurement: make one with `stimfid stability run`")
