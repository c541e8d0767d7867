"""Tables on paper: the notebooks' tables as Quarto takes them, without scripts and without a second title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from great_tables import GT
from IPython.display import Markdown

from stimfid_lib.analysis.tables import table_html
from stimfid_lib.study.views.found import Stacked


def on_paper(shown: GT | Stacked | Markdown) -> Markdown:
    """Give a table to Quarto as raw HTML inside Markdown.

    A `text/html` output would make Quarto load two scripts from the network into the page, and a caption stands above
    the table already, so a single table loses its own title; of several each keeps it, since it names the model.
    """
    if isinstance(shown, Markdown):
        return shown
    tables: Sequence[GT] = shown.parts if isinstance(shown, Stacked) else (_untitled(shown),)
    return Markdown("\n\n".join(f"```{{=html}}\n{_unescaped(table_html(table))}\n```" for table in tables))


def _unescaped(html: str) -> str:
    """Leave no entity in the text but spaces: on the way to typst Quarto escapes entities once more."""
    html = html.replace("&#x27;", "’").replace("&quot;", "”").replace("&amp;", "&")
    return _ABOVE.sub("above ", _BELOW.sub("below ", html))


_BELOW, _ABOVE = re.compile(r"&lt;\s*(?=[\d.])"), re.compile(r"&gt;\s*(?=[\d.])")


def _untitled(table: GT) -> GT:
    """Drop the title; a subtitle, if there is one, stays as a note."""
    heading: Any = table._heading
    subtitle = heading.subtitle
    bare = table.rm_header()
    return bare.tab_source_note(str(subtitle)) if subtitle else bare
