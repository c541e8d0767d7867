"""`stimfid public …`: what may leave this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.cli.console import ParamsFile, say
from stimfid_lib.study.workspace import DEFAULT_PARAMS, Study

app = typer.Typer(no_args_is_help=True, help="The public half: prompts, taxonomy, manifest, results, metadata.")


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `public`."""
    parent.add_typer(app, name="public")


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(help="Folder to write into: new, empty, or an earlier export.")],
    params: ParamsFile = DEFAULT_PARAMS,
) -> None:
    """Write the public half of a snapshot; rows of the lexicon and observed prompts in their own words are refused."""
    from stimfid_lib.study.public import export_public

    made = export_public(Study.open(params), folder)
    for file in made:
        say(f"{file.name}: {file.description}")
    say(f"Public half: {folder}")
