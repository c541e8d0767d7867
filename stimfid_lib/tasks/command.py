"""One command line for every task: `python -m stimfid_lib.tasks.<task>`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from stimfid_lib.base.errors import MissingInput, Refused, StimfidError
from stimfid_lib.base.files import write_json, write_text
from stimfid_lib.tasks.cases import C
from stimfid_lib.tasks.chat import ChatJson
from stimfid_lib.tasks.markdown import put_between, to_markdown
from stimfid_lib.tasks.result import EvalResult, gate
from stimfid_lib.tasks.stored import read_result, score_again
from stimfid_lib.tasks.task import OnCase, Task

DEFAULT_MODEL = "smollm2_135m"

FREE = ", unbound"
"""How a result names a model whose answers were not bound to the schema."""

Beside = Callable[[Sequence[C], OnCase], EvalResult]
"""Something else that a task can score in a model's place."""


def run(task: Task[C], reader: Beside[C] | None = None) -> None:
    """Run a task's command line and end the process: 0 done, 1 refused or the gate fell, 2 missing input."""

    def command(
        model: Annotated[str, typer.Option(help="Key of models.yaml.")] = DEFAULT_MODEL,
        split: Annotated[str | None, typer.Option(help="train or dev; default: both.")] = None,
        repeat: Annotated[int, typer.Option(help="How often each case is asked.")] = 1,
        offline: Annotated[bool, typer.Option("--offline", help="Score the stub; no model is asked.")] = False,
        by_reader: Annotated[
            bool, typer.Option("--reader", help="Score the deterministic reader (extraction only).")
        ] = False,
        json_file: Annotated[Path | None, typer.Option("--json", help="Write the result as JSON.")] = None,
        markdown_file: Annotated[Path | None, typer.Option("--markdown", help="Write the result as Markdown.")] = None,
        document: Annotated[
            Path | None, typer.Option("--docs", help="Put the figures into a page, between <!-- model --> marks.")
        ] = None,
        baseline: Annotated[Path | None, typer.Option("--gate", help="JSON of an earlier run to compare with.")] = None,
        again: Annotated[
            Path | None, typer.Option("--again", help="Score the answers of an earlier run's JSON; no model is asked.")
        ] = None,
        bind: Annotated[
            bool, typer.Option("--bind/--free", help="Bind structured answers to their schema, where the server can.")
        ] = True,
    ) -> None:
        earlier = read_result(baseline, "--gate") if baseline else None
        cases = task.load_cases(split=split)  # type: ignore[arg-type]
        with progress(task.name, len(cases) * repeat) as on_case:
            if again:
                result = score_again(task, read_result(again, "--again"))
            elif offline:
                result = task.rate_stub(cases, on_case=on_case)
            elif by_reader:
                if reader is None:
                    raise Refused(f"--reader: {task.name} has no deterministic reader; leave it out")
                result = reader(cases, on_case)
            else:
                with asking(model, bind=bind) as chat:
                    name = model if bind or task.schema is None else f"{model}{FREE}"
                    result = task.evaluate(chat, cases, repeat=repeat, on_case=on_case, model=name)
        _tell(result, task.rate_baseline(cases), json_file, markdown_file, document)
        fell = gate(result, earlier) if earlier else []
        for line in fell:
            typer.echo(f"worse than {baseline}: {line}", err=True)
        if fell:
            raise typer.Exit(1)

    command.__doc__ = f"Score the task {task.name!r} on its corpus."
    try:
        typer.run(command)
    except StimfidError as error:
        typer.echo(f"{task.name}: {error}", err=True)
        sys.exit(error.exit_status)


@contextmanager
def asking(key: str, *, bind: bool = True) -> Iterator[ChatJson]:
    """Open a model of `models.yaml` for a block, to be asked through the study's own client; see `chat.chat_of`.

    Raises:
        Refused: no such model, or a reference generator, which answers the suite's prompts and nothing else.
    """
    import polars as pl

    from stimfid_lib.models.build import clients_open
    from stimfid_lib.models.roster import load_roster
    from stimfid_lib.tasks.chat import chat_of

    roster = load_roster()
    if roster.entry(key).kind == "reference":
        raise Refused(f"model {key!r} is a reference generator and answers only the suite's prompts; name a model")
    nothing: Any = None  # the lexicon is for the reference generators, as the suite is
    with clients_open([key], roster, pl.DataFrame(), nothing) as clients:
        yield chat_of(clients[key], bind=bind)


@contextmanager
def progress(name: str, total: int) -> Iterator[Callable[[object], None]]:
    """Show a progress bar on standard error for a block; each call of what it gives is one step."""
    with Progress(console=Console(stderr=True), transient=True) as bar:
        done = bar.add_task(name, total=total)
        yield lambda _score: bar.advance(done)


def _tell(
    result: EvalResult,
    beside: EvalResult | None,
    json_file: Path | None,
    markdown_file: Path | None,
    document: Path | None,
) -> None:
    """Print a result and the baseline beside it, and write what was asked for."""
    results = [result] if beside is None else [result, beside]
    text = "\n".join(map(to_markdown, results))
    typer.echo(text)
    if json_file:
        write_json(json_file, result.to_json())
    if markdown_file:
        write_text(markdown_file, text)
    if document:
        write_figures(document, results)


def write_figures(document: Path, results: Sequence[EvalResult]) -> None:
    """Put the figures of results into a page, each between its marks `<!-- task: model -->` or `<!-- model -->`.

    Raises:
        MissingInput: no such page.
        Refused: it lacks the marks of the first result; others are written where they have some.
    """
    if not document.is_file():
        raise MissingInput(f"--docs {document}: no such file")
    page = document.read_text(encoding="utf-8")
    for number, result in enumerate(results):
        own = f"{result.task}: {result.model}"
        mark = own if f"<!-- {own} -->" in page else result.model
        if number == 0 or f"<!-- {mark} -->" in page:
            page = put_between(page, mark, to_markdown(result, heading="###", latency=False))
    write_text(document, page)
