"""`stimfid stability site`: the results page of published folders."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.cli.console import say


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the command `site`."""
    parent.command()(site)


def site(
    published: Annotated[
        list[Path],
        typer.Option("--published", help="A folder that `stimfid stability publish` wrote; may be given repeatedly."),
    ],
    out: Annotated[Path, typer.Option("--out", help="The page; an older one is replaced.")] = Path("site.html"),
) -> None:
    """Make the results page: one HTML file that loads nothing, from published folders alone."""
    from stimfid_lib.stability.site.render import write_page

    write_page(published, out)
    say(f"{out}: {out.stat().st_size:,} bytes")
