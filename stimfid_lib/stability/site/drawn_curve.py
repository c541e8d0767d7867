"""A stability curve with the entropy of both versions under it; the one is never drawn without the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from markupsafe import Markup

from stimfid_lib.stability.site.history import Line
from stimfid_lib.stability.site.svg import Element, Scale, add, figure, markup, titled
from stimfid_lib.stability.site.words import day, flag_name, pct, protocol_name, share

WIDTH, HEIGHT = 360.0, 296.0
LEFT, RIGHT = 34.0, 350.0
TOP, FOOT = 24.0, 164.0
ENTROPY_TOP, ENTROPY_FOOT = 204.0, 262.0


@dataclass(frozen=True)
class Days:
    """The days that all curves of a page share, so that they can be read side by side."""

    first: date
    last: date

    def scale(self) -> Scale:
        """From ordinal days to places."""
        return Scale(self.first.toordinal(), self.last.toordinal(), LEFT + 6, RIGHT - 6)

    def ticks(self) -> list[date]:
        """First days of quarters or of half years, at most six."""
        for months in (1, 3, 6, 12, 24, 60):
            found = [
                date(year, month, 1)
                for year in range(self.first.year, self.last.year + 1)
                for month in range(1, 13)
                if (12 * year + month - 1) % months == 0 and self.first <= date(year, month, 1) <= self.last
            ]
            if len(found) <= 5:
                return found
        return [self.first]


def days_between(days: Iterable[str]) -> Days:
    """From the first to the last of these ISO days, at least one day."""
    found = [date.fromisoformat(one) for one in days]
    first, last = min(found), max(found)
    return Days(first, last if last > first else first + timedelta(days=1))


def days_of(lines: Sequence[Line]) -> Days:
    """From the first to the last measurement of any curve."""
    return days_between(point.day for line in lines for point in line.points)


def drawn_curve(line: Line, days: Days) -> Markup:
    """Draw one curve: points on it filled and joined, flagged ones hollow beside it, both with their intervals."""
    name = protocol_name(line.protocol_id)
    told = [point.stability_pct for point in line.points if point.stability_pct is not None]
    between = f"stability between {pct(min(told))} and {pct(max(told))} percent" if told else "no stability"
    root = figure(
        WIDTH,
        HEIGHT,
        f"{name}: {len(line.points)} measurements, {line.on_curve} of them on the curve, {between}; entropy of both "
        "versions below. The numbers stand in the table after this figure.",
        css="plot",
    )
    x = days.scale()
    upper, lower = Scale(0, 100, FOOT, TOP), Scale(0, 1, ENTROPY_FOOT, ENTROPY_TOP)
    _frame(root, upper, (0, 25, 50, 75, 100), "Stability, %", TOP)
    _frame(root, lower, (0, 0.5, 1), "Entropy, 0 to 1", ENTROPY_TOP)
    for tick in days.ticks():
        place = x(tick.toordinal())
        add(root, "line", "tick", x1=place, x2=place, y1=ENTROPY_FOOT, y2=ENTROPY_FOOT + 4)
        add(root, "text", "axis", f"{tick:%b %Y}", x=place, y=ENTROPY_FOOT + 17, text_anchor="middle")
    _models(root, line, x)
    _floor(root, line, x, upper)
    _joined(root, line, x, upper)
    _points(root, line, x, upper)
    _entropy(root, line, x, lower)
    if line.simulated:
        add(root, "text", "stamp", "simulated", x=RIGHT, y=HEIGHT - 4, text_anchor="end")
    return markup(root)


def _frame(root: Element, scale: Scale, values: Sequence[float], name: str, top: float) -> None:
    for value in values:
        place = scale(value)
        add(root, "line", "grid", x1=LEFT, x2=RIGHT, y1=place, y2=place)
        add(root, "text", "axis", f"{value:g}", x=LEFT - 6, y=place + 3.5, text_anchor="end")
    add(root, "text", "axis name", name, x=LEFT, y=top - 9)


def models_of(line: Line) -> dict[str, int]:
    """The models of a curve in the order in which they first appear, numbered from 1."""
    return {name: place for place, name in enumerate(dict.fromkeys(p.subject_model_id for p in line.points), start=1)}


def _models(root: Element, line: Line, x: Scale) -> None:
    """A dashed line where another model first appears, with its number; names stand in the words beside the figure."""
    known = models_of(line)
    firsts = {point.subject_model_id: point.day for point in reversed(line.points)}
    for name, number in known.items():
        if number > 1:
            place = x(date.fromisoformat(firsts[name]).toordinal()) - 3
            add(root, "line", "seam", x1=place, x2=place, y1=TOP, y2=FOOT + 4)
            add(root, "line", "seam", x1=place, x2=place, y1=FOOT + 19, y2=ENTROPY_FOOT)
            add(root, "text", "axis seamed", str(number), x=place, y=FOOT + 15.5, text_anchor="middle")


def _floor(root: Element, line: Line, x: Scale, y: Scale) -> None:
    """Above this line a stability cannot be told from that of answers dealt out at random."""
    places = [
        f"{x(date.fromisoformat(one['run_date']).toordinal()):g},{y(100 - one['null_floor_pct']):g}"
        for one in line.measured
        if one["null_floor_pct"] is not None
    ]
    if len(places) > 1:
        add(root, "polyline", "floor", points=" ".join(places))


def _joined(root: Element, line: Line, x: Scale, y: Scale) -> None:
    before: tuple[float, float] | None = None
    for point in line.points:
        if point.hollow or point.stability_pct is None:
            continue
        here = x(date.fromisoformat(point.day).toordinal()), y(point.stability_pct)
        if point.joined and before is not None:
            add(root, "line", "curve", x1=before[0], y1=before[1], x2=here[0], y2=here[1])
        before = here


def _points(root: Element, line: Line, x: Scale, y: Scale) -> None:
    for point, measured in zip(line.points, line.measured, strict=True):
        if point.stability_pct is None:
            continue
        across = x(date.fromisoformat(point.day).toordinal())
        flags = ", ".join(map(flag_name, measured["flags"]))
        group = titled(
            add(root, "g", "flagged" if point.hollow else "clear"),
            f"{day(point.day)}, {point.subject_model_id}: stability {pct(point.stability_pct)} %, entropy "
            f"{share(point.entropy_a)} in A and {share(point.entropy_b)} in B"
            + (f"; flagged: {flags}" if flags else ""),
        )
        if point.ci_low_pct is not None and point.ci_high_pct is not None:
            add(group, "line", "whisker", x1=across, x2=across, y1=y(point.ci_low_pct), y2=y(point.ci_high_pct))
        add(group, "circle", "dot", cx=across, cy=y(point.stability_pct), r=3.4)


def _entropy(root: Element, line: Line, x: Scale, y: Scale) -> None:
    for name, css in (("entropy_a", "in-a"), ("entropy_b", "in-b")):
        for point in line.points:
            value = point.entropy_a if name == "entropy_a" else point.entropy_b
            if value is None:
                continue
            across = x(date.fromisoformat(point.day).toordinal())
            if name == "entropy_a":
                add(root, "rect", css, x=across - 2.6, y=y(value) - 2.6, width=5.2, height=5.2)
            else:
                add(root, "circle", css, cx=across, cy=y(value), r=3)
