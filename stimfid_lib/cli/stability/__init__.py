"""`stimfid stability …`: panels and protocols, runs, the archive, what is published. One file a group of commands."""

from __future__ import annotations

import typer

from stimfid_lib.cli.stability import archive, attending, instrument, measure, panels, prereg, publish, run, site

app = typer.Typer(no_args_is_help=True, help="Does a model decide the same when the question says the same otherwise?")
for _group in (panels, prereg, run, measure, instrument, publish, site, archive, attending):
    _group.add_to(app)


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `stability`."""
    parent.add_typer(app, name="stability")
