"""`stimfid prereg …`: freeze the plan before any model of a vendor is asked, and see whether it holds."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import typer

from stimfid_lib.cli.console import ParamsFile, say
from stimfid_lib.study.workspace import DEFAULT_PARAMS, Study

app = typer.Typer(no_args_is_help=True, help="The pre-registration: freeze the plan, check that it holds.")


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `prereg`."""
    parent.add_typer(app, name="prereg")


@app.command()
def freeze(
    params: ParamsFile = DEFAULT_PARAMS,
    new_version: Annotated[
        bool, typer.Option("--new-version", help="Replace a former plan, which moves into prereg/superseded/.")
    ] = False,
) -> None:
    """Write prereg/plan.json from the frozen suite and the parameters; another plan is never overwritten."""
    from stimfid_lib.study.ground import ensure_lexicon
    from stimfid_lib.study.prereg import DOCUMENT, MANIFEST, PLAN, SUPERSEDED, freeze_plan
    from stimfid_lib.study.stages import run_up_to

    study = Study.open(params)
    ensure_lexicon(say)
    say(str(run_up_to(study, "suite")))
    frozen = freeze_plan(study, datetime.now(UTC).date().isoformat(), new_version=new_version)
    if frozen.superseded:
        say(f"The former plan is kept: {frozen.superseded.relative_to(study.root)}")
    say(f"Plan: {PLAN} ({'written' if frozen.written else 'stands unchanged'})")
    kept = f" {SUPERSEDED}" if frozen.superseded else ""
    say(f"Next: git add {DOCUMENT} {PLAN} {MANIFEST}{kept} && git commit; then `stimfid prereg check`")


@app.command()
def check(params: ParamsFile = DEFAULT_PARAMS) -> None:
    """Say whether the plan is committed, unmodified and equal to this snapshot's frozen suite; 1 if it is not."""
    from stimfid_lib.study.prereg import PLAN, preregistration_problems, registered_plan

    study = Study.open(params)
    problems = preregistration_problems(study)
    for problem in problems:
        say(f"problem: {problem}")
    if problems:
        raise typer.Exit(1)
    plan = registered_plan(study)
    assert plan is not None
    say(f"{PLAN}, frozen on {plan.frozen_on}, is committed and equal to the frozen suite {plan.suite_sha256[:12]}")
