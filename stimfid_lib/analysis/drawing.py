"""What the figures share: size and type, writing to files, labels at the ends of lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from stimfid_lib.analysis.looks import Look, spread
from stimfid_lib.base.files import atomic_writer

DPI = 300
WIDTH = 6.5
"""Inches: the text width of a printed page. At 360 pixels wide, 10 points of type are 7.7 pixels high."""

GREY = "#555555"

RC: Any = {
    "svg.hashsalt": "stimfid",  # element ids come from it instead of from a random number
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same glyphs everywhere, IPA among them
    "font.size": 10,
    "axes.labelsize": 10,
    "xtick.labelsize": 10,
    "ytick.labelsize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def write_figure(figure: Figure, folder: Path, name: str) -> tuple[Path, Path]:
    """Write `<folder>/<name>.png` (300 dpi) and `.svg`, whole or not at all; the same data give the same bytes."""
    png, svg = Path(folder) / f"{name}.png", Path(folder) / f"{name}.svg"
    with mpl.rc_context(RC):
        for path, form, metadata in ((png, "png", {"Software": None}), (svg, "svg", {"Date": None, "Creator": None})):
            drawn = BytesIO()
            figure.savefig(drawn, format=form, dpi=DPI, metadata=metadata, facecolor="white")
            with atomic_writer(path) as handle:
                handle.write(drawn.getvalue())
    return png, svg


def headed(figure: Figure, title: str, subtitle: str) -> None:
    """Write the figure's question and, below it, what is drawn; lines are cut by the caller."""
    height = figure.get_figheight()
    figure.text(0.012, 1 - 0.1 / height, title, fontsize=12.5, fontweight="bold", va="top")
    figure.text(0.012, 1 - 0.36 / height, subtitle, fontsize=10, va="top", linespacing=1.25)


def footed(figure: Figure, notes: Sequence[str]) -> None:
    """Write notes at the foot, a line each."""
    figure.text(0.012, 0.06 / figure.get_figheight(), "\n".join(notes), fontsize=9, va="bottom", color=GREY)


@dataclass(frozen=True)
class LineEnd:
    """The right end of a line: its height, what the line is called, its look; not `here` if it is another panel's."""

    height: float
    text: str
    look: Look
    here: bool = True


def label_ends(axes: Axes, ends: Sequence[LineEnd], at_x: float, line_height: float, size: float = 10) -> None:
    """Name lines at their right ends, apart from each other, each joined with its line's end if that is here.

    `at_x` is where lines end, in the axes' x; `line_height` is the height of one line of text, in the axes' y.
    """
    heights = [line_height * (1.15 + end.text.count("\n")) for end in ends]
    for end, at in zip(ends, spread([end.height for end in ends], heights), strict=True):
        look = end.look
        if end.here:
            axes.plot([at_x, at_x + 0.14], [end.height, at], color=look.colour, linewidth=0.6, clip_on=False)
        marker: dict[str, Any] = {
            "color": look.colour,
            "markerfacecolor": look.face,
            "markersize": look.size - 0.5,
            "clip_on": False,
        }
        axes.plot(at_x + 0.24, at, look.marker, **marker)
        colour = GREY if look.width < 1 else "black"
        axes.text(at_x + 0.37, at, end.text, fontsize=size, va="center", ha="left", color=colour, linespacing=1.0)
