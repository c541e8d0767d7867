"""`python -m stimfid_lib.tasks.feed`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.base.errors import StimfidError
from stimfid_lib.base.files import write_json
from stimfid_lib.tasks.command import DEFAULT_MODEL, asking, progress
from stimfid_lib.tasks.feed.simulate import SAMPLE, as_rows, load_feed, simulate
from stimfid_lib.tasks.feed.stub import stub
from stimfid_lib.tasks.markdown import table
from stimfid_lib.tasks.task import STUB


def feed(
    file: Annotated[Path, typer.Option(help="JSON with readers and items.")] = SAMPLE,
    model: Annotated[str, typer.Option(help="Key of models.yaml.")] = DEFAULT_MODEL,
    offline: Annotated[bool, typer.Option("--offline", help="Let a stub answer; no model is asked.")] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the ratings as JSON.")] = None,
) -> None:
    """Simulate readers over a feed: who would want which item, why it fits, and its tags."""
    read = load_feed(file)
    with progress("feed", len(read.items) * len(read.readers)) as bar:
        if offline:
            ratings = simulate(stub, read, lambda: bar(None))
        else:
            with asking(model) as chat:
                ratings = simulate(chat, read, lambda: bar(None))
    typer.echo(f"## feed: {STUB if offline else model}\n\n{table(as_rows(ratings))}")
    if json_file:
        write_json(json_file, [rating.to_json() for rating in ratings])


if __name__ == "__main__":
    try:
        typer.run(feed)
    except StimfidError as error:
        typer.echo(f"feed: {error}", err=True)
        sys.exit(error.exit_status)
