"""A progress bar for replies: the run writes journals in another process, so their lines are counted from outside."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from stimfid_lib.models.costs import Tariff
from stimfid_lib.models.standing import OnProgress, Standing

_EVERY_SECONDS = 0.5

_LOOK_BACK_S = 600.0
"""Time to go is reckoned from the last so many seconds: a model that reasons, or a narrow limit, brings one reply in a
minute, and from half a minute, rich's default, nothing follows then."""


@contextmanager
def watch_journals(folder: Path, wanted: dict[str, int], console: Console) -> Iterator[None]:
    """Show, while the block runs, how many of the wanted replies each model's journal holds.

    Args:
        folder: the run folder, one `<model_key>.jsonl` a model.
        wanted: replies wanted of each model key.
        console: where to draw; nothing is drawn where it is no terminal.
    """
    if not console.is_terminal or not wanted:
        yield
        return
    ended = threading.Event()
    with Progress(*_columns(), console=console, transient=True, speed_estimate_period=_LOOK_BACK_S) as bars:
        tasks = {key: bars.add_task(key, total=total) for key, total in wanted.items()}

        def follow() -> None:
            while not ended.wait(_EVERY_SECONDS):
                for key, task in tasks.items():
                    bars.update(task, completed=_lines(folder / f"{key}.jsonl"))

        watcher = threading.Thread(target=follow, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            watcher.join()


@contextmanager
def show_standings(console: Console, tariffs: Mapping[str, Tariff]) -> Iterator[OnProgress]:
    """Show, while the block runs, each model's replies, time to go, failed calls and cost so far.

    Args:
        console: where to draw; nothing is drawn where it is no terminal.
        tariffs: of the models that cost money, for the currency.
    """
    if not console.is_terminal:
        yield lambda _: None
        return
    currency = next((tariff.prices.currency for tariff in tariffs.values()), "")
    with Progress(
        *_columns(), TextColumn("{task.fields[told]}"), console=console, speed_estimate_period=_LOOK_BACK_S
    ) as bars:
        tasks: dict[str, TaskID] = {}

        def show(standing: Standing) -> None:
            key = standing.model_key
            if key not in tasks:
                tasks[key] = bars.add_task(key, total=standing.wanted, completed=standing.done, told="")
            told = f"{standing.errors} failed calls" if standing.errors else ""
            if standing.cost is not None:
                told += f"  {standing.cost:.4f} {currency}"
            bars.update(tasks[key], completed=standing.done, told=told.strip())

        yield show


_ANSWER = b'"error":null'
"""Stands in the line of an answer and nowhere else: inside a text, quotes are escaped."""


def _lines(path: Path) -> int:
    """Answers in a journal; failed calls stand there too until the run ends."""
    try:
        return path.read_bytes().count(_ANSWER)
    except FileNotFoundError:
        return 0


def _columns() -> tuple[ProgressColumn, ...]:
    """A model's name, its bar, how many of how many, time gone and time to go."""
    return (
        TextColumn("{task.description:>16}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
