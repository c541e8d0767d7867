"""A figure as a notebook shows it: a picture with words for screen readers."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from IPython.display import Image

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DPI, WIDTH = 150, 760
"""Dots an inch of the picture, and pixels of its width on the page."""


def picture(figure: Figure, alt: str) -> Image:
    """Draw a figure as PNG; a bare `Figure` shows as its name where no notebook backend of matplotlib is loaded."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=DPI, facecolor="white", metadata={"Software": None})
    return Image(data=drawn.getvalue(), width=WIDTH, alt=alt)
