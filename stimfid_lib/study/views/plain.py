"""The one look of small tables in notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
from great_tables import GT

from stimfid_lib.lexicon.constraints import constraints_from_json
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.short import constraints_in_short, contrast_in_short

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


def show_texts(frame: pl.DataFrame, title: str, longest: int = LONGEST) -> GT:
    """Show a table that holds raw texts: cut at `longest` characters, line breaks kept, nothing read as markup."""
    texts = [name for name, kind in frame.schema.items() if kind == pl.String]
    shortened = pl.col(texts).map_elements(lambda text: _shortened(text, longest), return_dtype=pl.String)
    return show(frame.with_columns(shortened), title).opt_css(
        ".gt_table td { white-space: pre-wrap; vertical-align: top; }"
    )


def facts(pairs: Mapping[str, Any], title: str, note: str | None = None) -> GT:
    """Show names and values, one a row."""
    rows = [
        {"what": name, "value": f"{value:g}" if isinstance(value, float) else str(value)}
        for name, value in pairs.items()
    ]
    return show(pl.DataFrame(rows), title, note, labels={"what": "", "value": ""})


def asked_in_short(frame: pl.DataFrame) -> pl.DataFrame:
    """Replace `constraints_json` and `contrast_json` by one column `asked` in words."""
    asked = [
        contrast_in_short(Contrast.from_json(contrast))
        if contrast
        else constraints_in_short(constraints_from_json(other))
        for other, contrast in frame.select("constraints_json", "contrast_json").iter_rows()
    ]
    return frame.drop("constraints_json", "contrast_json").with_columns(pl.Series("asked", asked, dtype=pl.String))


def slots_in_short(slots: Mapping[str, Any]) -> str:
    """Write a combination's slots, empty ones left out: `phoneme m; position final; syllables 3; aoa low`."""
    told = []
    for name, value in slots.items():
        if isinstance(value, Mapping):
            told += [f"{inner} {what}" for inner, what in value.items()]
        elif isinstance(value, list):
            parts = [str(part) for part in value]
            told.append(f"{name} {parts[0] if len(set(parts)) == 1 else ' '.join(parts)}")
        elif value is not None:
            told.append(f"{name} {value}")
    return "; ".join(told)


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[:longest] + " […]"
