"""The command line: every stage and the study as a whole. Exit status 0 done, 1 refused, 2 missing input.

One file a group of commands; each has `add_to(app)` and imports what it runs only when it runs.
"""

from __future__ import annotations

import logging
import sys

import typer

from stimfid_lib.base.errors import StimfidError
from stimfid_lib.cli import (
    ask,
    audit,
    batch,
    check,
    corpus,
    drift,
    lexicon,
    prereg,
    public,
    roster,
    simulate,
    snapshot,
    stability,
    stages,
    ui,
    whole,
    wild,
)
from stimfid_lib.cli.console import complain

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="How often does a chatbot's therapy word list break what the clinician asked for?",
)
for _group in (
    stages,
    whole,
    ask,
    batch,
    roster,
    lexicon,
    check,
    prereg,
    public,
    snapshot,
    audit,
    simulate,
    drift,
    corpus,
    wild,
    stability,
    ui,
):
    _group.add_to(app)

_STOPPED = 130
"""Typer's exit status after Ctrl-C."""


def main() -> None:
    """Run the command line; an error of ours is one plain message on standard error and its exit status."""
    try:
        app()
    except StimfidError as error:
        complain(f"stimfid: {error}")
        sys.exit(error.exit_status)
    except OSError as error:
        complain(f"stimfid: the machine refused: {error}")
        sys.exit(1)
    except SystemExit as ended:
        if ended.code == _STOPPED:
            logging.disable(logging.CRITICAL)  # else the notebook client tells of its dead kernel, with a traceback
            complain("stimfid: stopped; what was made stands, and the same command goes on from there")
        # typer ends with 2 on an unknown command or option, which here would read as a missing input
        sys.exit(1 if ended.code == 2 else ended.code)
