"""One command a stage: `stimfid grid`, `stimfid suite`, …"""

from __future__ import annotations

import typer

from stimfid_lib.cli.console import ParamsFile, say
from stimfid_lib.study.stages import STAGES, Stage, run_stage
from stimfid_lib.study.workspace import DEFAULT_PARAMS, Study


def add_to(app: typer.Typer) -> None:
    """Give `app` a command for every stage of the study."""
    for stage in STAGES:
        _add_stage(app, stage)


def _add_stage(app: typer.Typer, stage: Stage) -> None:
    def command(params: ParamsFile = DEFAULT_PARAMS) -> None:
        from stimfid_lib.study.ground import ensure_lexicon

        study = Study.open(params)
        ensure_lexicon(say)
        outcome = run_stage(study, stage.name)
        say(str(outcome))
        if outcome.made and outcome.made.owed:
            raise typer.Exit(1)

    command.__doc__ = stage.make.__doc__
    app.command(stage.name)(command)
