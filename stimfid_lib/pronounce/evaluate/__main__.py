"""`python -m stimfid_lib.pronounce.evaluate`: fetch recordings of people, measure, print; with `--write`, document."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.base.errors import StimfidError
from stimfid_lib.base.files import write_json
from stimfid_lib.base.paths import data_dir
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.pronounce.evaluate.page import MEASURED, measured_text, rewrite


def evaluate(
    write: Annotated[
        bool, typer.Option(help="Write measured.json in the package and the figures in the page.")
    ] = False,
    page_alone: Annotated[bool, typer.Option(help="Write the page from measured.json; measure nothing.")] = False,
    folder: Annotated[Path | None, typer.Option(help="Where the recordings' packages are fetched to (250 MB).")] = None,
    docs: Annotated[Path, typer.Option(help="Folder of pronounce.md.")] = Path("docs"),
) -> None:
    """Measure both recognisers, both scores and both classes on recordings of people (about ten minutes)."""
    if page_alone:
        rewrite(docs, json.loads(MEASURED.read_text(encoding="utf-8")))
        return
    from stimfid_lib.pronounce.evaluate.measure import gather, measure

    everything = gather(folder or data_dir() / "cache" / "recordings", Lexicon.from_dir())
    found = measure(everything, lambda line: typer.echo(line, err=True))
    if write:
        write_json(MEASURED, found)
        found = json.loads(MEASURED.read_text(encoding="utf-8"))  # the file's order of keys is the page's
        rewrite(docs, found)
    typer.echo(measured_text(found))


if __name__ == "__main__":
    try:
        typer.run(evaluate)
    except StimfidError as error:
        typer.echo(f"evaluate: {error}", err=True)
        sys.exit(error.exit_status)
