"""From grid to report in one call: what `make study` runs."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from rich.console import Console

from stimfid_lib.study.asking import RUNS, replies_wanted
from stimfid_lib.study.ground import ensure_lexicon
from stimfid_lib.study.headless import NOTEBOOKS, run_notebook
from stimfid_lib.study.progress import watch_journals
from stimfid_lib.study.report import export_html
from stimfid_lib.study.workspace import FIGURE, Study


def run_study(params_file: str, console: Console) -> Path:
    """Build what is absent or out of date, run the eight notebooks, write the report, say where it lies.

    Args:
        params_file: the snapshot's parameter file, from the repository's root.
        console: where to report, a line a notebook, with progress bars where it is a terminal.

    Returns:
        Path of the HTML report.

    Raises:
        Refused: a parameter, a check or a notebook failed; whatever was made before stands.
        MissingInput: a file or a source is absent.
    """
    study = Study.open(params_file)

    def say(line: str) -> None:
        console.print(line, markup=False, highlight=False, soft_wrap=True)

    built = ensure_lexicon(say)
    executed = 0
    for number, name in enumerate(NOTEBOOKS, start=1):
        with _shown(study, name, f"{name} ({number} of {len(NOTEBOOKS)})", console):
            run = run_notebook(study, params_file, name)
        executed += run.executed
        if run.executed:
            say(f"{name:<12} {run.seconds:6.1f} s")
        for line in run.owed:
            say(f"  still owed: {line}")
    report = export_html(study)
    if not executed and not built:
        say("Nothing changed: every stage and every notebook stands as made.")
    say(f"Report: {report}")
    say(f"Figure: {study.path(f'{FIGURE}.png')}")
    return report


def _shown(study: Study, name: str, title: str, console: Console) -> AbstractContextManager[object]:
    """What the terminal shows while a notebook runs: its name, or a bar a model while the models are asked."""
    if NOTEBOOKS[name] == "run":
        return watch_journals(study.path(RUNS), replies_wanted(study), console)
    return console.status(title)
