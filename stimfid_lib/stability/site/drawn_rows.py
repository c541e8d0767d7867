"""Small figures of rows: the families of a type, the fifteen scenarios, the shares of answers, twins over time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from markupsafe import Markup

from stimfid_lib.stability.panels.scenario import VERSIONS
from stimfid_lib.stability.site.drawn_curve import Days
from stimfid_lib.stability.site.history import Measured
from stimfid_lib.stability.site.pairs import OfType, Twins
from stimfid_lib.stability.site.svg import Element, Scale, add, figure, markup, titled
from stimfid_lib.stability.site.words import VERSION_NAMES, day, family_of, pct, points, share, type_of


def drawn_families(found: OfType) -> Markup:
    """Draw stability with its interval and null floor, a row a family; both entropies stand in the same row."""
    height = 34.0 + 38 * len(found.measured) + 22
    told = "; ".join(
        f"{family_of(one['protocol_id'])} {pct(one['stability_pct'])} percent, entropy {share(one['entropy_a'])} and "
        f"{share(one['entropy_b'])}"
        for one in found.measured
    )
    root = figure(360, height, f"{type_of(found.measured[0]['protocol_id'])}: {told}.", css="plot")
    x, entropy = Scale(0, 100, 84, 262), Scale(0, 1, 288, 350)
    foot = height - 22
    for scale, values in ((x, (0, 50, 100)), (entropy, (0, 1))):
        for value in values:
            add(root, "line", "grid", x1=scale(value), x2=scale(value), y1=24, y2=foot)
            add(root, "text", "axis", f"{value}", x=scale(value), y=foot + 15, text_anchor="middle")
    add(root, "text", "axis name", "Stability, %", x=84, y=13)
    add(root, "text", "axis name", "Entropy", x=288, y=13)
    for row, one in enumerate(found.measured):
        middle = 43.0 + 38 * row
        add(root, "text", "axis strong", family_of(one["protocol_id"]), x=0, y=middle + 4)
        _stability(root, one, x, middle)
        if one["entropy_a"] is not None:
            add(root, "rect", "in-a", x=entropy(one["entropy_a"]) - 3, y=middle - 9, width=6, height=6)
        if one["entropy_b"] is not None:
            add(root, "circle", "in-b", cx=entropy(one["entropy_b"]), cy=middle + 6, r=3.4)
    return markup(root)


def _stability(root: Element, one: Measured, x: Scale, middle: float) -> None:
    if one["stability_pct"] is None:
        add(root, "text", "axis", "no decision", x=x(0) + 4, y=middle + 4)
        return
    if one["null_floor_pct"] is not None:
        place = x(100 - one["null_floor_pct"])
        add(root, "line", "floor", x1=place, x2=place, y1=middle - 12, y2=middle + 12)
    group = add(root, "g", "clear" if one["on_curve"] else "flagged")
    if one["ci_low_pct"] is not None:
        add(group, "line", "whisker", x1=x(one["ci_low_pct"]), x2=x(one["ci_high_pct"]), y1=middle, y2=middle)
    add(group, "circle", "dot", cx=x(one["stability_pct"]), cy=middle, r=4.6)


def drawn_scenarios(one: Measured) -> Markup:
    """Draw the gap of every scenario; those that count as the two worst are dark."""
    gaps: Mapping[str, float | None] = one["scenario_gaps_pct"]
    items, worst = sorted(gaps), set(one["worst_scenarios"])
    root = figure(360, 148, "Gap of each of the fifteen scenarios; the numbers stand in the table below.", css="plot")
    x, y = Scale(0, len(items), 30, 356), Scale(0, 100, 118, 14)
    for value in (0, 50, 100):
        add(root, "line", "grid", x1=30, x2=356, y1=y(value), y2=y(value))
        add(root, "text", "axis", f"{value}", x=24, y=y(value) + 3.5, text_anchor="end")
    for place, item in enumerate(items):
        left, width = x(place) + 3, x(1) - x(0) - 6
        of_item = gaps[item]
        if of_item is None:
            add(root, "text", "axis", "–", x=left + width / 2, y=114, text_anchor="middle")
        else:
            bar = add(root, "g")
            titled(bar, f"{item}: {pct(of_item)} %")
            css = "bar worst" if item in worst else "bar"
            add(bar, "rect", css, x=left, y=min(y(of_item), 116.8), width=width, height=max(118 - y(of_item), 1.2))
        add(root, "text", "axis", item[1:], x=left + width / 2, y=133, text_anchor="middle")
    if one["gap_pct"] is not None:
        add(root, "line", "mean", x1=30, x2=356, y1=y(one["gap_pct"]), y2=y(one["gap_pct"]))
    return markup(root)


def drawn_answers(one: Measured) -> Markup:
    """Draw what was answered in each version: option A, option B, no decision."""
    told = []
    root = figure(360, 30 + 26 * len(VERSIONS), "", css="plot")
    x = Scale(0, one["n"], 30, 356)
    for row, version in enumerate(VERSIONS):
        counts = one["outcomes"][version]
        top, done = 6.0 + 26 * row, 0
        add(root, "text", "axis strong", VERSION_NAMES[version], x=20, y=top + 13, text_anchor="end")
        lost = one["n"] - counts["A"] - counts["B"]
        for letter, css, number in (
            ("A", "chose-a", counts["A"]),
            ("B", "chose-b", counts["B"]),
            ("–", "chose-none", lost),
        ):
            if not number:
                continue
            left, right = x(done), x(done + number)
            add(root, "rect", css, x=left, y=top, width=right - left, height=18)
            if right - left > 13:
                label = f"{letter} {number}" if right - left > 32 else str(number)
                add(root, "text", f"in-bar {css}", label, x=left + 6, y=top + 13)
            done += number
        told.append(f"{VERSION_NAMES[version]}: A {counts['A']}, B {counts['B']}, no decision {lost}")
    for value in (0, one["n"] // 2, one["n"]):
        add(
            root,
            "text",
            "axis",
            str(value),
            x=x(value),
            y=24 + 26 * len(VERSIONS),
            text_anchor="middle" if value < one["n"] else "end",
        )
    root.set("aria-label", f"Answers by version. {'; '.join(told)}.")
    return markup(root)


def drawn_twins(found: Twins, days: Days, reach: float) -> Markup:
    """Draw the difference of the twins over time, with how far it may be off, and zero as a line.

    Args:
        found: one pair.
        days: the axis of days.
        reach: the largest value of any pair, so that pairs are drawn to one scale.
    """
    reach = -(-max(10.0, reach) // 10) * 10
    root = figure(
        360,
        190,
        f"Difference of the twins of {family_of(found.open_id).lower()}, {len(found.differences)} days; the numbers "
        "stand in the table after this figure.",
        css="plot",
    )
    x, y = days.scale(), Scale(-reach, reach, 150, 24)
    for value in (-reach, 0, reach):
        add(root, "line", "grid" if value else "zero", x1=34, x2=350, y1=y(value), y2=y(value))
        add(root, "text", "axis", points(value, 0), x=28, y=y(value) + 3.5, text_anchor="end")
    add(root, "text", "axis name", "Open minus guard, percentage points", x=34, y=13)
    for tick in days.ticks():
        add(root, "text", "axis", f"{tick:%b %Y}", x=x(tick.toordinal()), y=168, text_anchor="middle")
    for one in found.differences:
        across = x(date.fromisoformat(one.opened["run_date"]).toordinal())
        flagged = not (one.opened["on_curve"] and one.guarded["on_curve"])
        group = titled(
            add(root, "g", "flagged" if flagged else "clear"),
            f"{day(one.opened['run_date'])}: {points(one.delta_pct)}, may be off by {pct(one.bound_pct)}",
        )
        low, high = one.delta_pct - one.bound_pct, one.delta_pct + one.bound_pct
        add(group, "line", "whisker", x1=across, x2=across, y1=y(low), y2=y(high))
        add(group, "circle", "dot", cx=across, cy=y(one.delta_pct), r=3.4)
    if found.simulated:
        add(root, "text", "stamp", "simulated", x=350, y=186, text_anchor="end")
    return markup(root)
