"""`stimfid audit …`: a person checks what was read out of a sample of replies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.cli.console import ParamsFile, say
from stimfid_lib.study.workspace import DEFAULT_PARAMS, Study

app = typer.Typer(no_args_is_help=True, help="The hand audit: a person checks what was read out of a sample.")


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `audit`."""
    parent.add_typer(app, name="audit")


@app.command()
def sheet(
    params: ParamsFile = DEFAULT_PARAMS,
    share: Annotated[float, typer.Option(help="Share of the models' replies to draw, above 0 and at most 1.")] = 0.05,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Write over a sheet that holds verdicts.")] = False,
) -> None:
    """Draw the sample and write its sheet (CSV) and its page (HTML, works without a network)."""
    from stimfid_lib.study.auditing import make_sheet

    study = Study.open(params)
    made, page = make_sheet(study, share, overwrite=overwrite)
    say(f"Sheet: {made}")
    say(f"Page: {page}")
    say(f"Open the page, judge, save the sheet, and put it at {study.filled_sheet.relative_to(study.root)}")


@app.command()
def read(
    params: ParamsFile = DEFAULT_PARAMS,
    filled: Annotated[Path | None, typer.Option("--sheet", help="Filled sheet; default: audit/<snapshot>.csv.")] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Read the sheet's own replies anew; needs no snapshot.")
    ] = False,
    second: Annotated[Path | None, typer.Option(help="A second coder's; default: audit/<snapshot>.second.csv.")] = None,
) -> None:
    """Check a filled sheet row by row and tell the accuracy of extraction, and κ where a second coder judged too."""
    from stimfid_lib.scoring.audit_accuracy import audit_figures, second_coder
    from stimfid_lib.scoring.audit_sheet import read_sheet
    from stimfid_lib.scoring.audit_table import extracted_now, read_again

    study = Study.open(params)
    rows = read_sheet(filled or study.filled_sheet)
    say(str(audit_figures(rows, read_again(rows) if again else extracted_now(study.table("extracted")))))
    other = second or study.second_sheet
    if second is not None or other.is_file():
        agreement = second_coder(rows, read_sheet(other))
        say(f"Second coder: {agreement}")
