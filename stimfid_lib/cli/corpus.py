"""`stimfid corpus …`: what clinicians ask of chatbots, from collected posts and from public chats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.cli.console import err, out, say

app = typer.Typer(no_args_is_help=True, help="How clinicians really ask: collected posts and public chats.")

Out = Annotated[Path, typer.Option("--out", help="Folder of the results; they hold people's words and stay private.")]
DEFAULT_OUT = Path("data/corpus")


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `corpus`."""
    parent.add_typer(app, name="corpus")


@app.command()
def mine(
    data_root: Annotated[
        Path,
        typer.Option("--data-root", envvar="STIMFID_DATA_ROOT", help="Folder that holds interim/threads_*.parquet."),
    ] = Path("data/posts"),
    folder: Out = DEFAULT_OUT,
) -> None:
    """Read collected posts: the prompt corpus, the sheet of candidates for hand annotation, counts."""
    from stimfid_lib.corpus.mine_prompts import CANDIDATES, CORPUS, mine_prompts

    with _bar("posts") as update:
        report = mine_prompts(data_root, folder, update)
    say(f"{report.n_posts:,} posts read, {report.n_kept:,} kept, {report.n_prompts:,} quoted prompts")
    tables = (report.by_tier, report.by_tool, report.by_subreddit, report.by_year, report.by_family_guess)
    for title, counts in zip(("tier", "tool", "subreddit", "year", "family guessed"), tables, strict=True):
        say(f"  by {title}: " + (", ".join(f"{name} {count:,}" for name, count in counts.items()) or "none"))
    say(f"Corpus: {folder / CORPUS}")
    say(f"Sheet to annotate: {folder / CANDIDATES} (then `stimfid wild check` it)")


@app.command()
def public(
    source: Annotated[str, typer.Argument(help="wildchat or lmsys.")],
    local: Annotated[
        Path | None, typer.Option("--from", help="Downloaded parquet or JSONL files; default: stream from the hub.")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="Conversations to read at most.")] = None,
    similar: Annotated[
        float | None, typer.Option(help="Also keep turns this close to our seed prompts (cosine, such as 0.35).")
    ] = None,
    folder: Out = DEFAULT_OUT,
) -> None:
    """Search the first user turns of WildChat-1M or LMSYS-Chat-1M; a killed pass goes on where it stopped."""
    from stimfid_lib.corpus.public_datasets import public_summary, scope_public_datasets

    with _bar("conversations") as update:
        scope = scope_public_datasets(
            source,
            folder,
            local=local,
            limit=limit,
            similar=similar,
            progress=lambda done: update(done, limit or 1_000_000),
        )
    what = "all" if scope.complete else "the first"
    say(f"{scope.source}: {what} {scope.read:,} conversations read, {scope.matched:,} match")
    table = public_summary(folder)
    for name, count in table.filter(table["source"] == scope.source, table["what"] == "keyword")[
        "name", "conversations"
    ].iter_rows():
        say(f"  {name}: {count:,}")


@app.command()
def measure(
    labelled: Annotated[
        Path | None, typer.Argument(help="Labelled posts as JSON lines; default: the project's.")
    ] = None,
    faults: Annotated[bool, typer.Option("--faults", help="List every difference between rule and label.")] = False,
) -> None:
    """Precision and recall of the rules that read posts, on hand-labelled examples."""
    from stimfid_lib.corpus.labelled import LABELLED, load_labelled, measure, table_of

    examples = load_labelled(labelled or LABELLED)
    scores, differences = measure(examples)
    say(table_of(examples, scores))
    for fault in differences if faults else ():
        say(f"{fault.name}: {fault.what}: labelled {fault.labelled}; found {fault.found}")


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error where that is a terminal; nothing elsewhere."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not out.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
