"""`stimfid ask`: ask the snapshot's models, with what a lab wants to know before, during and after."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from stimfid_lib.cli.console import ParamsFile, out, say
from stimfid_lib.study.workspace import DEFAULT_PARAMS, Study

MaxCost = Annotated[
    float | None,
    typer.Option(
        "--max-cost", min=0.0, help="Stop before all live calls of the snapshot together cost more than this."
    ),
]


def add_to(app: typer.Typer) -> None:
    """Give `app` the command `ask`."""
    app.command()(ask)


def ask(
    params: ParamsFile = DEFAULT_PARAMS,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be asked and cost; ask nothing.")] = False,
    smoke: Annotated[
        bool, typer.Option("--smoke", help="One cell, every model, once, into a folder of its own (build/…/smoke).")
    ] = False,
    max_cost: MaxCost = None,
) -> None:
    """Ask every model of the snapshot what is still open; `stimfid run` then makes the table of replies.

    Live models need what docs/runbook.md lists. Ctrl-C ends after the replies under way; the same command goes on.
    """
    from stimfid_lib.study.asking import run_of
    from stimfid_lib.study.estimate import estimate
    from stimfid_lib.study.ground import ensure_lexicon
    from stimfid_lib.study.guards import give_leave, live_problems
    from stimfid_lib.study.progress import show_standings
    from stimfid_lib.study.smoke import smoke_lines, smoke_run
    from stimfid_lib.study.stages import run_up_to

    study = Study.open(params)
    ensure_lexicon(say)
    run_up_to(study, "suite")
    run = smoke_run(study) if smoke else run_of(study)
    if dry_run:
        for estimated in estimate(run):
            say(str(estimated))
        for problem in live_problems(study, smoke=smoke) if run.live else ():
            say(f"would be refused now: {problem}")
        return
    with show_standings(out, run.budget([]).tariffs) as on_progress:
        outcome = run.ask(partial(give_leave, study, smoke=smoke), on_progress=on_progress, max_cost=max_cost)
    for report in outcome.reports:
        say(str(report))
    for line in smoke_lines(run) if smoke else ():
        say(line)
    for note in outcome.notes:
        say(f"note: {note}")
    if outcome.spent is not None:
        say(f"cost: {outcome.cost:.4f} {outcome.currency} now, {outcome.spent:.4f} in all (at most)")
    for line in outcome.owed:
        say(f"still owed: {line}")
    if outcome.owed:
        raise typer.Exit(1)
