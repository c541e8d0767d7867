"""`stimfid roster …`: the list of models that can be asked."""

from __future__ import annotations

from typing import Annotated

import typer

from stimfid_lib.cli.console import say

app = typer.Typer(no_args_is_help=True, help="The list of models that can be asked, models.yaml.")


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `roster`."""
    parent.add_typer(app, name="roster")


@app.command()
def check(
    verify: Annotated[
        bool, typer.Option("--verify", help="If every vendor's id is listed, write today's date as `verified`.")
    ] = False,
) -> None:
    """Say whether each model id stands in its vendor's listing; asks no model. Exit status 1 if one does not."""
    from datetime import UTC, datetime

    from stimfid_lib.base.paths import repo_root
    from stimfid_lib.models.listing import check_roster, set_verified
    from stimfid_lib.models.roster import load_roster

    path = repo_root() / "models.yaml"
    found = check_roster(load_roster(path))
    for entry in found:
        say(str(entry))
    if verify:
        today = datetime.now(UTC).date()
        set_verified(path, found, today)
        say(f"models.yaml: verified is {today}")
    if any(entry.state == "missing" for entry in found):
        raise typer.Exit(1)
