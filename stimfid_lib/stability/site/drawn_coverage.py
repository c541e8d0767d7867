"""The coverage bar, and the same by month; every part has a pattern of its own, so that colour is never alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from stimfid_lib.stability.site.coverage import PARTS, RAN, Coverage
from stimfid_lib.stability.site.svg import Element, Scale, add, figure, markup, titled
from stimfid_lib.stability.site.words import cause_name, count, month, pct, short_day

WIDTHS = {"wide": 760.0, "narrow": 360.0}
"""Each width, by the name under which the style shows and hides it; units of about a pixel."""

_LINES = {
    "before_archive_start": ("M0 4H8",),
    "budget_halted": ("M0 8L8 0",),
    "dormant": ("M0 2H8", "M0 6H8"),
    "provider_outage": ("M0 0L8 8",),
    "protocol_confounded": ("M0 8L8 0", "M0 0L8 8"),
    "human_absent": ("M4 0V8",),
    "generation_retired_early": ("M2 0V8", "M6 0V8"),
    "generation_bridge": ("M0 4H8", "M4 0V8"),
}


def part_name(part: str) -> str:
    """What a part of the bar is called."""
    return "measured" if part == RAN else cause_name(part)


@dataclass(frozen=True)
class Both:
    """One figure in two widths; the page shows the one that fits, so that letters are never too small."""

    wide: Markup
    narrow: Markup


def drawn_bar(coverage: Coverage, name: str) -> Both:
    """Draw one bar: measured sweeps, then the missing ones by cause. `name` makes ids in the page differ."""
    return Both(*(_bar(coverage, f"{name}-{css}", width, css) for css, width in WIDTHS.items()))


def drawn_sweeps(coverage: Coverage, name: str) -> Both:
    """Draw a column a sweep."""
    return Both(*(_sweeps(coverage, f"{name}-{css}", width, css) for css, width in WIDTHS.items()))


def _bar(coverage: Coverage, name: str, width: float, css: str) -> Markup:
    root = figure(width, 64, f"Coverage: {_in_words(coverage.parts)}.", css=f"plot {css}")
    fill = _patterns(root, name)
    x = Scale(0, coverage.due, 0, width)
    done = 0
    for part in PARTS:
        if not coverage.parts[part]:
            continue
        left, right = x(done), x(done + coverage.parts[part])
        done += coverage.parts[part]
        group = titled(add(root, "g"), f"{part_name(part)}: {coverage.parts[part]}")
        add(group, "rect", f"part {part}", x=left, y=4, width=max(right - left, 0.5), height=38, fill=fill(part))
    for tick in (0, 25, 50, 75, 100):
        place = min(max(tick / 100 * width, 0.5), width - 0.5)
        anchor = "start" if tick == 0 else "end" if tick == 100 else "middle"
        add(root, "line", "tick", x1=place, x2=place, y1=42, y2=47)
        add(root, "text", "axis", f"{tick} %", x=place, y=60, text_anchor=anchor)
    return markup(root)


def _sweeps(coverage: Coverage, name: str, width: float, css: str) -> Markup:
    sweeps = list(coverage.sweeps.items())
    most = max(found.total() for _, found in sweeps)
    root = figure(width, 150, "Sweeps one by one; the numbers stand in the table after this figure.", css=f"plot {css}")
    fill = _patterns(root, name)
    x, y = Scale(0, len(sweeps), 26, width), Scale(0, most, 122, 10)
    for value in sorted({0, most // 2, most}):
        add(root, "line", "grid", x1=26, x2=width, y1=y(value), y2=y(value))
        add(root, "text", "axis", str(value), x=20, y=y(value) + 3.5, text_anchor="end")
    step = -(-len(sweeps) // int(width // 80))
    for place, (day, found) in enumerate(sweeps):
        group = titled(add(root, "g"), f"{short_day(day)}: {_in_words(found)}")
        left, broad = x(place) + 1, max(x(place + 1) - x(place) - 2, 1)
        done = 0
        for part in (part for part in PARTS if found[part]):
            top, foot = y(done + found[part]), y(done)
            add(group, "rect", f"part {part}", x=left, y=top, width=broad, height=foot - top, fill=fill(part))
            done += found[part]
        if place % step == 0 and x(place) + 60 < width:
            add(root, "text", "axis", month(day), x=left, y=140)
    return markup(root)


def drawn_swatch(part: str, name: str) -> Markup:
    """Draw the sample of one part for the legend."""
    root = figure(22, 14, part_name(part), css="swatch")
    root.set("aria-hidden", "true")
    del root.attrib["role"], root.attrib["aria-label"]
    fill = _patterns(root, name, only=part)
    add(root, "rect", f"part {part}", x=0.5, y=0.5, width=21, height=13, fill=fill(part))
    return markup(root)


def _patterns(root: Element, name: str, only: str | None = None) -> Callable[[str], str]:
    """Define the hatchings and return what a part is filled with."""
    defs = add(root, "defs")
    for part, paths in _LINES.items():
        if only not in (None, part):
            continue
        pattern = add(defs, "pattern", id=f"{name}-{part}", width=8, height=8, patternUnits="userSpaceOnUse")
        add(pattern, "rect", f"ground {part}", width=8, height=8)
        for path in paths:
            add(pattern, "path", "hatch", d=path)
    return lambda part: "var(--measured)" if part == RAN else f"url(#{name}-{part})"


def _in_words(parts: Counter[str]) -> str:
    told = (
        f"{part_name(part)} {count(parts[part])} ({pct(100 * parts[part] / parts.total())} %)"
        for part in PARTS
        if parts[part]
    )
    return ", ".join(told) or "nothing due"
