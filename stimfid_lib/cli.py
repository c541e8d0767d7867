"""The command line: every stage and the study as a whole. Exit status 0 done, 1 refused, 2 missing input."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from stimfid_lib.base.errors import StimfidError
from stimfid_lib.study.stages import STAGES, Stage, run_stage
from stimfid_lib.study.workspace import DEFAULT_PARAMS, Study

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="How often does a chatbot's therapy word list break what the clinician asked for?",
)
lexicon_app = typer.Typer(no_args_is_help=True, help="The open lexicon: the ground truth that anyone can build.")
app.add_typer(lexicon_app, name="lexicon")

_STOPPED = 130
"""Typer's exit status after Ctrl-C."""

_out, _err = Console(), Console(stderr=True)
ParamsFile = Annotated[str, typer.Option("--params", help="The snapshot's parameter file.", show_default=True)]


def _say(line: str) -> None:
    _out.print(line, markup=False, highlight=False, soft_wrap=True)


def _add_stage(stage: Stage) -> None:
    def command(params: ParamsFile = DEFAULT_PARAMS) -> None:
        from stimfid_lib.study.ground import ensure_lexicon

        study = Study.open(params)
        ensure_lexicon(_say)
        outcome = run_stage(study, stage.name)
        _say(str(outcome))
        if outcome.made and outcome.made.owed:
            raise typer.Exit(1)

    command.__doc__ = stage.make.__doc__
    app.command(stage.name)(command)


for _stage in STAGES:
    _add_stage(_stage)


@app.command()
def study(params: ParamsFile = DEFAULT_PARAMS) -> None:
    """The whole study, headless: lexicon, eight notebooks, HTML report."""
    from stimfid_lib.study.whole import run_study

    if not run_study(params, _out):
        raise typer.Exit(1)


@app.command()
def report(params: ParamsFile = DEFAULT_PARAMS) -> None:
    """Write the HTML report from notebook 08, running that notebook if its numbers have changed."""
    from stimfid_lib.study.headless import run_notebook
    from stimfid_lib.study.report import export_html

    opened = Study.open(params)
    run_notebook(opened, params, "08_report")
    _say(f"Report: {export_html(opened)}")


@app.command()
def paper(params: ParamsFile = DEFAULT_PARAMS) -> None:
    """Render report.qmd to HTML and PDF with Quarto, which is an optional extra."""
    from stimfid_lib.study.paper import render_paper

    _say(f"Paper: {render_paper(Study.open(params), params)}")


@lexicon_app.command("build")
def lexicon_build(
    out: Annotated[Path | None, typer.Option(help="Folder to build into (default: data/lexicon).")] = None,
) -> None:
    """Fetch the pinned sources and build the open lexicon; unchanged, nothing is done."""
    from stimfid_lib.study.ground import build_into, ensure_lexicon

    if out is not None:
        build_into(out, _say)
    elif not ensure_lexicon(_say):
        _say("The open lexicon stands unchanged in data/lexicon")


def main() -> None:
    """Run the command line; an error of ours is one plain message on standard error and its exit status."""
    try:
        app()
    except StimfidError as error:
        _err.print(f"stimfid: {error}", markup=False, highlight=False, soft_wrap=True)
        sys.exit(error.exit_status)
    except OSError as error:
        _err.print(f"stimfid: the machine refused: {error}", markup=False, highlight=False, soft_wrap=True)
        sys.exit(1)
    except SystemExit as ended:
        if ended.code == _STOPPED:
            logging.disable(logging.CRITICAL)  # else the notebook client tells of its dead kernel, with a traceback
            _err.print("stimfid: stopped; what was made stands, and the same command goes on from there")
        # typer ends with 2 on an unknown command or option, which here would read as a missing input
        sys.exit(1 if ended.code == 2 else ended.code)
