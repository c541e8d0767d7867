"""`stimfid snapshot`: the registered suite on another day."""

from __future__ import annotations

from typing import Annotated

import typer

from stimfid_lib.base.paths import repo_root
from stimfid_lib.cli.console import say


def add_to(app: typer.Typer) -> None:
    """Give `app` the command `snapshot`."""
    app.command()(snapshot)


def snapshot(
    name: Annotated[str, typer.Argument(help="Name of the new snapshot, usually its day: 2027-02-01.")],
    models: Annotated[
        str, typer.Option(help="Keys of models.yaml, separated by commas; without it those of the plan.")
    ] = "",
    wild: Annotated[
        str | None, typer.Option(help="The wild-track sheet, where the suite holds observed prompts.")
    ] = None,
) -> None:
    """Write params/snapshots/NAME.yaml, which asks the registered suite anew."""
    from stimfid_lib.study.snapshots import write_snapshot

    root = repo_root()
    path = write_snapshot(root, name, [key.strip() for key in models.split(",") if key.strip()], wild)
    where = path.relative_to(root).as_posix()
    say(f"Snapshot: {where}")
    say(f"Next: stimfid study --params {where}")
