"""`python -m stimfid_lib.tasks`, `make tasks`: every task on one model, with its figures and its baseline."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.base.errors import StimfidError
from stimfid_lib.tasks.command import DEFAULT_MODEL
from stimfid_lib.tasks.whole import run_all


def tasks(
    model: Annotated[str, typer.Option(help="Key of models.yaml.")] = DEFAULT_MODEL,
    split: Annotated[str | None, typer.Option(help="train or dev; default: both.")] = None,
    offline: Annotated[bool, typer.Option("--offline", help="Score the stubs; no model is asked.")] = False,
    bind: Annotated[
        bool, typer.Option("--bind/--free", help="Bind structured answers to their schema, where the server can.")
    ] = True,
    folder: Annotated[
        Path | None, typer.Option("--out", help="Folder for each task's JSON and Markdown (default: build/tasks).")
    ] = None,
) -> None:
    """Score every task on its corpus."""
    typer.echo(
        run_all(
            model,
            split=split,  # type: ignore[arg-type]
            offline=offline,
            bind=bind,
            folder=folder,
        )
    )


if __name__ == "__main__":
    try:
        typer.run(tasks)
    except StimfidError as error:
        typer.echo(f"tasks: {error}", err=True)
        sys.exit(error.exit_status)
