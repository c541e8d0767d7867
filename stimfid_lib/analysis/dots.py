"""Dot plots with a panel per arm: rows under headings, a marker per model, intervals where there are any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.transforms import blended_transform_factory

from stimfid_lib.analysis.drawing import DPI, GREY, RC, WIDTH, footed, headed
from stimfid_lib.analysis.labels import ARMS, ModelLabel
from stimfid_lib.analysis.looks import Look, looks_of

Point = tuple[float, float | None, float | None]
"""Estimate and the ends of its interval, if it has one."""

_ROW, _HEAD, _FOOT = 0.25, 1.42, 0.62  # inches: a line of the plot, above and below all lines
_LEFT, _RIGHT = 0.375, 0.965


@dataclass(frozen=True)
class DotGroup:
    """Rows under one heading: (key, name) each, in order from top to bottom."""

    heading: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class DotPlot:
    """What is drawn: groups of rows, and a point for each (arm, heading, row key, model key) that has one."""

    title: str
    subtitle: str
    x_label: str
    groups: tuple[DotGroup, ...]
    points: Mapping[tuple[str, str, str, str], Point]
    notes: tuple[str, ...] = ()
    x_max: float = 1.0


def dot_plot(plot: DotPlot, labels: Sequence[ModelLabel]) -> Figure:
    """Draw a dot plot, 6.5 inches wide and as high as its rows need; type is readable at 360 pixels' width.

    Models differ by marker as well as by colour, so the figure reads in grey; they stand a little above and below one
    another in their row, in the legend's order. Without a point the figure says that there is nothing to draw.
    """
    if not plot.points:
        return _empty(plot)
    arms = [arm for arm in ARMS if any(key[0] == arm for key in plot.points)]
    shown = [label for label in labels if any(key[3] == label.key for key in plot.points)]
    lines = sum(1.25 + len(group.rows) for group in plot.groups)
    legend = 0.2 * -(-len(shown) // 2)
    head = _HEAD + legend
    height = head + _ROW * lines + _FOOT + 0.17 * len(plot.notes)
    with mpl.rc_context(RC):
        figure = Figure(figsize=(WIDTH, height), dpi=DPI)
        panels = figure.subplots(1, len(arms), sharey=True, squeeze=False)[0]
        bottom = (_FOOT + 0.17 * len(plot.notes)) / height
        figure.subplots_adjust(left=_LEFT, right=_RIGHT, top=1 - head / height, bottom=bottom, wspace=0.16)
        looks = looks_of(shown)
        for panel, arm in zip(panels, arms, strict=True):
            _panel(panel, plot, arm, shown, looks)
            panel.set_ylim(lines - 0.3, -0.1)
        _names(figure, panels[0], plot.groups)
        figure.text((_LEFT + _RIGHT) / 2, bottom - 0.42 / height, plot.x_label, ha="center", va="bottom")
        headed(figure, plot.title, plot.subtitle)
        _legend(figure, shown, looks, 1 - (head - legend - 0.42) / height)
        footed(figure, plot.notes)
    return figure


NOTHING = "Nothing to draw: no model but the ceiling has enough scored items."


def _empty(plot: DotPlot) -> Figure:
    with mpl.rc_context(RC):
        figure = Figure(figsize=(WIDTH, _HEAD), dpi=DPI)
        headed(figure, plot.title, plot.subtitle)
        footed(figure, [NOTHING])
    return figure


def _panel(axes: Axes, plot: DotPlot, arm: str, labels: Sequence[ModelLabel], looks: Mapping[str, Look]) -> None:
    step = min(0.16, 0.7 / max(len(labels), 1))
    for y, heading, key in _places(plot.groups):
        axes.axhline(y, color="#E4E4E4", linewidth=0.6, zorder=0)
        for place, label in enumerate(labels):
            point = plot.points.get((arm, heading, key, label.key))
            if point is None:
                continue
            look, (x, low, high) = looks[label.key], point
            at = y + (place - (len(labels) - 1) / 2) * step
            if low is not None and high is not None:
                axes.plot([low, high], [at, at], color=look.colour, linewidth=0.9, solid_capstyle="butt", zorder=2)
            marker: dict[str, Any] = {
                "color": look.colour,
                "markerfacecolor": look.face,
                "markersize": look.size - 1,
                "clip_on": False,
            }
            axes.plot(x, at, look.marker, zorder=3, **marker)
    axes.set_xlim(0, plot.x_max)
    axes.set_xticks([0, plot.x_max / 2, plot.x_max])
    axes.set_xticklabels([f"{tick:g}" for tick in (0, plot.x_max / 2, plot.x_max)])
    axes.grid(axis="x", color="#E4E4E4", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_title(ARMS[arm].split(":")[0], loc="left", fontsize=10.5, fontweight="bold", pad=4)


def _places(groups: Sequence[DotGroup]) -> list[tuple[float, str, str]]:
    """Height of every row, in lines from the top, with its heading and key."""
    places, y = [], 0.0
    for group in groups:
        y += 0.4
        for key, _ in group.rows:
            y += 1
            places.append((y, group.heading, key))
        y += 0.85
    return places


def _names(figure: Figure, axes: Axes, groups: Sequence[DotGroup]) -> None:
    """Names of rows and headings, left of the first panel."""
    places = _places(groups)
    names = [name for group in groups for _, name in group.rows]
    axes.set_yticks([y for y, _, _ in places], names)
    first: dict[str, float] = {}
    for y, heading, _ in places:
        first.setdefault(heading, y)
    from_edge = blended_transform_factory(figure.transFigure, axes.transData)
    for heading, y in first.items():
        axes.text(0.012, y - 0.92, heading, transform=from_edge, ha="left", va="center", fontweight="bold")


def _legend(figure: Figure, labels: Sequence[ModelLabel], looks: Mapping[str, Look], y: float) -> None:
    handles = [
        mpl.lines.Line2D(
            [],
            [],
            color=look.colour,
            marker=look.marker,
            markerfacecolor=look.face,
            markersize=look.size,
            linestyle="none",
        )
        for look in (looks[label.key] for label in labels)
    ]
    names = [f"{label.name} (smoke test)" if label.kind == "embedded" else label.name for label in labels]
    figure.legend(
        handles,
        names,
        loc="upper left",
        bbox_to_anchor=(0.0, y),
        ncols=2,
        frameon=False,
        fontsize=10,
        labelcolor=[GREY if label.is_reference else "black" for label in labels],
        handletextpad=0.2,
        columnspacing=1.2,
        borderaxespad=0.1,
        labelspacing=0.25,
    )
