"""`stimfid batch …`: the same questions by the vendors' batch interfaces, at a lower price and within a day."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from stimfid_lib.cli.ask import MaxCost
from stimfid_lib.cli.console import ParamsFile, say
from stimfid_lib.study.workspace import DEFAULT_PARAMS, Study

app = typer.Typer(no_args_is_help=True, help="Ask by the vendors' batch interfaces: cheaper, within a day.")

Models = Annotated[list[str] | None, typer.Option("--model", help="Only this model; may be given several times.")]


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `batch`."""
    parent.add_typer(app, name="batch")


@app.command()
def submit(params: ParamsFile = DEFAULT_PARAMS, model: Models = None, max_cost: MaxCost = None) -> None:
    """Send every open question of the vendors' models; what is in a batch already is not sent again."""
    from stimfid_lib.study import batching
    from stimfid_lib.study.ground import ensure_lexicon
    from stimfid_lib.study.guards import give_leave
    from stimfid_lib.study.stages import run_up_to

    study = Study.open(params)
    ensure_lexicon(say)
    run_up_to(study, "suite")
    batching.submit(study, partial(give_leave, study), say, model or (), max_cost)


@app.command()
def poll(params: ParamsFile = DEFAULT_PARAMS, model: Models = None) -> None:
    """Fetch the replies of batches that have ended; exit status 1 while some are under way."""
    from stimfid_lib.study import batching

    if not batching.poll(Study.open(params), say, model or ()):
        say("some batches are under way: poll again later")
        raise typer.Exit(1)
    say("no batch is open; `stimfid ask` asks what is still missing, `stimfid run` makes the table")


@app.command()
def cancel(params: ParamsFile = DEFAULT_PARAMS, model: Models = None) -> None:
    """Ask the vendors to stop the open batches; what was answered by then is fetched by `poll`."""
    from stimfid_lib.study import batching

    batching.cancel(Study.open(params), say, model or ())
