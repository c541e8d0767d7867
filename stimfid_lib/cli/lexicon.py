"""`stimfid lexicon …`: the ground truth that anyone can build."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.cli.console import say

app = typer.Typer(no_args_is_help=True, help="The open lexicon: the ground truth that anyone can build.")


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `lexicon`."""
    parent.add_typer(app, name="lexicon")


@app.command()
def build(
    out: Annotated[Path | None, typer.Option(help="Folder to build into (default: data/lexicon).")] = None,
) -> None:
    """Fetch the pinned sources and build the open lexicon; unchanged, nothing is done."""
    from stimfid_lib.study.ground import build_into, ensure_lexicon

    if out is not None:
        build_into(out, say)
    elif not ensure_lexicon(say):
        say("The open lexicon stands unchanged in data/lexicon")
