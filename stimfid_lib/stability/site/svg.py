"""SVG drawn by hand: elements that escape themselves, a linear scale, and the frame that every figure has."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as ET

from markupsafe import Markup

Element = ET.Element


@dataclass(frozen=True)
class Scale:
    """A linear scale from values to places, in units of the drawing."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The place of a value, to a tenth of a unit."""
        if self.high == self.low:
            return round((self.start + self.end) / 2, 1)
        return round(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start), 1)


def figure(width: float, height: float, title: str, *, css: str = "") -> Element:
    """An empty drawing that scales with its place and has a name for those who do not see it."""
    root = Element(
        "svg",
        {"viewBox": f"0 0 {_number(width)} {_number(height)}", "role": "img", "aria-label": title},
    )
    if css:
        root.set("class", css)
    return root


def add(parent: Element, tag: str, css: str = "", text: str = "", **attributes: float | str) -> Element:
    """Add an element; `_` in the name of an attribute stands for `-`."""
    child = ET.SubElement(parent, tag, {"class": css} if css else {})
    for name, value in attributes.items():
        child.set(name.replace("_", "-"), value if isinstance(value, str) else _number(value))
    if text:
        child.text = text
    return child


def titled(element: Element, title: str) -> Element:
    """Give an element the words that appear when it is pointed at."""
    add(element, "title", text=title)
    return element


def markup(element: Element) -> Markup:
    """The drawing as it stands in the page."""
    return Markup(ET.tostring(element, encoding="unicode"))


def _number(value: float) -> str:
    return f"{round(value, 1):g}"
