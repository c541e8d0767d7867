"""Numbers as readers see them: proportions with two decimals that never round to a perfect 0 or 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MISSING = "–"
"""Stands for a null: nothing to divide by, or never asked."""


def proportion(value: float | None) -> str:
    """Write a proportion with two decimals; only an exact 0 or 1 is written 0.00 or 1.00, near ones <0.01, >0.99."""
    if value is None:
        return MISSING
    if 0 < value < 0.005:
        return "<0.01"
    if 0.995 <= value < 1:
        return ">0.99"
    return f"{value:.2f}"


def signed(value: float | None, decimals: int = 2) -> str:
    """Write a difference with its sign and a true minus; only an exact 0 has none.

    An interval's end that rounds to nothing keeps its sign, so that one sees on which side of 0 it lies.
    """
    if value is None:
        return MISSING
    text = f"{value:+.{decimals}f}"
    return text[1:] if value == 0 else text.replace("-", "−")


def p_value(value: float) -> str:
    """Write a p-value: p = 0.012, or p < 0.001."""
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"


def interval(low: float | None, high: float | None, marks: str = "[]") -> str:
    """Write an interval such as [0.71, 0.88], or nothing for a null."""
    if low is None or high is None:
        return ""
    return f"{marks[0]}{proportion(low)}, {proportion(high)}{marks[1]}"


def estimate_html(row: Mapping[str, Any] | None) -> str:
    """Write a row of `intervals` as a table cell: estimate and percentile interval, below it the boundary one.

    † marks fewer than 15 cells, ‡ an estimate within .05 of 0 or 1: there the percentile interval is too short.
    """
    if row is None or row["estimate"] is None:
        return MISSING
    first = f"<b>{proportion(row['estimate'])}</b>&nbsp;{interval(row['low'], row['high'])}{_marks(row)}"
    second = interval(row["boundary_low"], row["boundary_high"], "()")
    return f'<span style="white-space:nowrap">{first}</span><br><span style="color:#555">{second}</span>'


def _marks(row: Mapping[str, Any]) -> str:
    marks = ("†" if row["few_cells"] else "") + ("‡" if row["near_edge"] else "")
    return f"&nbsp;{marks}" if marks else ""


def narrow_html(row: Mapping[str, Any] | None) -> str:
    """Write a row of `intervals` for a narrow column: the estimate, below it one interval as .50–.75.

    It is the percentile one, and the boundary one where a mark says that the percentile one is too short: none of a
    hundred items is no proof of none at all, which .00–.00 would claim.
    """
    if row is None or row["estimate"] is None:
        return MISSING
    marks = _marks(row)
    names = ("boundary_low", "boundary_high") if marks else ("low", "high")
    ends = "–".join(proportion(row[name]).removeprefix("0") for name in names)
    return f'{proportion(row["estimate"])}{marks}<br><span style="color:#555;white-space:nowrap">{ends}</span>'


def change_html(row: Mapping[str, Any] | None) -> str:
    """Write a sensitivity row as a table cell: estimate and percentile interval, below it the change (3 decimals)."""
    if row is None or row["estimate"] is None:
        return MISSING
    first = f"<b>{proportion(row['estimate'])}</b>&nbsp;{interval(row['low'], row['high'])}{_marks(row)}"
    change = "" if row["change"] is None or row["variation"] == "headline" else signed(row["change"], 3)
    return f'<span style="white-space:nowrap">{first}</span><br><span style="color:#555">{change}</span>'


def cells_text(*rows: Mapping[str, Any] | None) -> str:
    """Write how many cells stand behind the rows: one number if all agree, else each in its order."""
    counts = ["0" if row is None else str(row["n_cells"]) for row in rows]
    return counts[0] if len(set(counts)) == 1 else " / ".join(counts)
