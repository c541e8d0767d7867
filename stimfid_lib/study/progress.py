"""A progress bar for replies: the run writes journals in another process, so their lines are counted from outside."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

_EVERY_SECONDS = 0.5


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
    columns = (
        TextColumn("{task.description:>16}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bars:
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


def _lines(path: Path) -> int:
    try:
        return path.read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0
