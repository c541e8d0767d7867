"""Tables as the page shows them: a header that can sort, and cells that know by what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from stimfid_lib.stability.site import words
from stimfid_lib.stability.site.comparison import Compared
from stimfid_lib.stability.site.history import Latest, Line, Measured
from stimfid_lib.stability.site.pairs import Twins


@dataclass(frozen=True)
class Column:
    """A column: its head, what the head means, and whether it holds numbers."""

    head: str
    numeric: bool = False
    meaning: str = ""


@dataclass(frozen=True)
class Cell:
    """A cell: what is shown, and what it is sorted by (default: what is shown)."""

    shown: str
    by: float | str | None = None

    @property
    def sorted_by(self) -> str:
        """The sorting value as an attribute; empty sorts last."""
        if self.by is None:
            return "" if self.shown == words.NONE else str(self.shown)
        return repr(self.by) if isinstance(self.by, float) else str(self.by)


@dataclass(frozen=True)
class Table:
    """A table; the first cell of a row names it. `sortable` gives it buttons in its head."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sortable: bool = False


def number(value: float | None, shown: str | None = None) -> Cell:
    """A cell of a percentage."""
    return Cell(words.pct(value) if shown is None else shown, None if value is None else float(value))


def flags(names: Iterable[str]) -> Markup:
    """Flags as links to what they mean, or the word that there is none."""
    told = [
        Markup('<a class="flag" href="#term-{}">{}</a>').format(name.replace("_", "-"), words.flag_name(name))
        for name in names
    ]
    return Markup('<span class="flags">{}</span>').format(
        Markup(" ").join(told) if told else Markup('<span class="no-flag">none</span>')
    )


def drawer_of(run_id: str) -> str:
    """The id in the page of a measurement's drawer."""
    return "row-" + "".join(letter if letter.isalnum() else "-" for letter in run_id)


SCAN = (
    Column("Protocol"),
    Column("Model"),
    Column("Day"),
    Column("Stability, %", True, "100 minus the gap of A and B; its 95 % interval below"),
    Column("Entropy A", True, "how mixed the answers to A were, 0 to 1"),
    Column("Entropy B", True, "how mixed the answers to B were, 0 to 1"),
    Column("Gap A\u2060–\u2060B, %", True, "half the summed differences of the shares of both options"),
    Column("Null floor, %", True, "the gap that chance alone makes"),
    Column("Gap A\u2060–\u2060C, %", True, "should be large: C makes one option better"),
    Column("Flags"),
    Column("Details"),
)


def scan(name: str, caption: str, found: Iterable[Latest]) -> Table:
    """The scan table: the latest measurement of every protocol, each with a link to its drawer."""
    return Table(name, caption, SCAN, tuple(_scanned(one) for one in found), sortable=True)


def _scanned(one: Latest) -> tuple[Cell, ...]:
    measured = one.measured
    name = words.protocol_name(measured["protocol_id"])
    stability = Markup('<span class="value">{}</span> <span class="interval">{}</span>').format(
        words.pct(measured["stability_pct"]), words.span(measured["ci_low_pct"], measured["ci_high_pct"])
    )
    model = escape(words.model_name(measured))
    if one.simulated:
        model += Markup(' <span class="simulated">simulated</span>')
    link = Markup(
        '<a class="opens" href="#{}" aria-haspopup="dialog">Details<span class="unseen"> of {}, {}</span></a>'
    )
    return (
        Cell(name),
        Cell(model, words.model_name(measured)),
        Cell(words.short_day(measured["run_date"]), measured["run_date"]),
        Cell(stability, _float(measured["stability_pct"])),
        Cell(words.share(measured["entropy_a"]), _float(measured["entropy_a"])),
        Cell(words.share(measured["entropy_b"]), _float(measured["entropy_b"])),
        number(measured["gap_pct"]),
        number(measured["null_floor_pct"]),
        number(measured["gap_positive_pct"]),
        Cell(flags(measured["flags"]), float(len(measured["flags"]))),
        Cell(link.format(drawer_of(measured["run_id"]), name, words.model_name(measured))),
    )


HISTORY = (
    Column("Day"),
    Column("Model"),
    Column("Stability, %", True),
    Column("95 % interval", True),
    Column("Entropy A", True),
    Column("Entropy B", True),
    Column("Flags"),
)


def history(line: Line) -> Table:
    """Every point of a curve in numbers."""
    rows = tuple(
        (
            Cell(words.short_day(one["run_date"]), one["run_date"]),
            Cell(words.model_name(one)),
            number(one["stability_pct"]),
            Cell(words.span(one["ci_low_pct"], one["ci_high_pct"])),
            Cell(words.share(one["entropy_a"])),
            Cell(words.share(one["entropy_b"])),
            Cell(flags(one["flags"])),
        )
        for one in line.measured
    )
    caption = f"{words.protocol_name(line.protocol_id)}, model family {line.model_family}: every measurement"
    return Table("", caption, HISTORY, rows)


TWINS = (
    Column("Day"),
    Column("Model"),
    Column("Open, %", True),
    Column("Guard, %", True),
    Column("Difference, points", True),
    Column("May be off by, points", True),
    Column("Entropy A, B: open", True),
    Column("Entropy A, B: guard", True),
)


def twins(found: Twins) -> Table:
    """The differences of one pair of twins in numbers."""
    rows = tuple(
        (
            Cell(words.short_day(one.opened["run_date"]), one.opened["run_date"]),
            Cell(words.model_name(one.opened)),
            number(one.opened["stability_pct"]),
            number(one.guarded["stability_pct"]),
            Cell(words.points(one.delta_pct), one.delta_pct),
            number(one.bound_pct),
            Cell(_entropies(one.opened)),
            Cell(_entropies(one.guarded)),
        )
        for one in found.differences
    )
    open_name, guard_name = words.protocol_name(found.open_id), words.protocol_name(found.guard_id)
    return Table("", f"{open_name} minus {guard_name}, model family {found.model_family}", TWINS, rows)


COMPARISON = (
    Column("Model"),
    Column("Protocol"),
    Column("Source"),
    Column("Received"),
    Column("Stability, %", True),
    Column("Entropy A", True),
    Column("Entropy B", True),
    Column("Gap A\u2060–\u2060A′, %", True),
    Column("Gap A\u2060–\u2060C, %", True),
    Column("Most lost in a version, %", True),
    Column("n", True),
)


def comparison(found: Iterable[Compared]) -> Table:
    """The comparison points; no interval stands there, because only counts were handed in."""
    return Table(
        "comparison-table", "Comparison points", COMPARISON, tuple(_compared(one) for one in found), sortable=True
    )


def _compared(one: Compared) -> tuple[Cell, ...]:
    point: Mapping[str, Any] = one.point
    model = escape(point["subject_model_id"])
    if one.simulated:
        model += Markup(' <span class="simulated">simulated</span>')
    return (
        Cell(model, point["subject_model_id"]),
        Cell(words.protocol_name(point["protocol_id"])),
        Cell(point["source"]),
        Cell(words.short_day(point["received_on"]), point["received_on"]),
        number(one.stability_pct),
        Cell(words.share(one.entropy_a), one.entropy_a),
        Cell(words.share(one.entropy_b), one.entropy_b),
        number(one.gap_null_pct),
        number(one.gap_positive_pct),
        number(one.lost_pct),
        Cell(str(point["n"]), float(point["n"])),
    )


def _entropies(one: Measured) -> str:
    return f"{words.share(one['entropy_a'])}, {words.share(one['entropy_b'])}"


def _float(value: float | None) -> float | None:
    return None if value is None else float(value)
