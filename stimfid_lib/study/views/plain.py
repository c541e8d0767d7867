"""The one look of small tables in notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
from great_tables import GT

LONGEST = 600
"""Characters of a reply that a table shows; the whole stands in the run file."""


def show(frame: pl.DataFrame, title: str, note: str | None = None, *, labels: Mapping[str, str] | None = None) -> GT:
    """Show a small table: title, readable column heads, text wrapped at the left, an optional note under it."""
    table = (
        GT(frame)
        .tab_header(title=title)
        .cols_label({name: (labels or {}).get(name, name.replace("_", " ")) for name in frame.columns})
        .sub_missing(missing_text="–")
        .tab_options(table_font_size="14px", heading_align="left", data_row_padding="4px")
        .opt_table_font(stack="system-ui")
    )
    return table.tab_source_note(note) if note else table


def facts(pairs: Mapping[str, Any], title: str, note: str | None = None) -> GT:
    """Show names and values, one a row."""
    rows = [
        {"what": name, "value": f"{value:g}" if isinstance(value, float) else str(value)}
        for name, value in pairs.items()
    ]
    return show(pl.DataFrame(rows), title, note, labels={"what": "", "value": ""})


def shortened(text: str | None) -> str:
    """A text cut at `LONGEST` characters, with the cut shown."""
    if text is None:
        return ""
    return text if len(text) <= LONGEST else text[:LONGEST] + " […]"
