"""The study as a whole and its documents: `stimfid study`, `report`, `paper`."""

from __future__ import annotations

import typer

from stimfid_lib.cli.console import ParamsFile, out, say
from stimfid_lib.study.workspace import DEFAULT_PARAMS, Study


def add_to(app: typer.Typer) -> None:
    """Give `app` the commands that run the study and write its documents."""
    for command in (study, report, paper):
        app.command()(command)


def study(params: ParamsFile = DEFAULT_PARAMS) -> None:
    """The whole study, headless: lexicon, eight notebooks, HTML report."""
    from stimfid_lib.study.whole import run_study

    if not run_study(params, out):
        raise typer.Exit(1)


def report(params: ParamsFile = DEFAULT_PARAMS) -> None:
    """Write the HTML report from notebook 08, running that notebook if its numbers have changed."""
    from stimfid_lib.study.headless import run_notebook
    from stimfid_lib.study.report import export_html

    opened = Study.open(params)
    run_notebook(opened, params, "08_report")
    say(f"Report: {export_html(opened)}")


def paper(params: ParamsFile = DEFAULT_PARAMS) -> None:
    """Render report.qmd and prereg.qmd to HTML and PDF with Quarto, which is an optional extra."""
    from stimfid_lib.study.paper import render_paper

    say(f"Paper: {render_paper(Study.open(params), params)}")
