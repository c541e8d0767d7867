"""From grid to report in one call: what `make study` runs."""

from __future__ import annotations

from contextlib import AbstractContextManager

from rich.console import Console

from stimfid_lib.study.asking import replies_wanted
from stimfid_lib.study.ground import ensure_lexicon
from stimfid_lib.study.headless import NOTEBOOKS, run_notebook
from stimfid_lib.study.progress import watch_journals
from stimfid_lib.study.question_run import RUNS
from stimfid_lib.study.report import export_html
from stimfid_lib.study.workspace import FIGURE, Study


def run_study(params_file: str, console: Console) -> bool:
    """Build what is absent or out of date, run the eight notebooks, write the report, say where it lies.

    Args:
        params_file: the snapshot's parameter file, from the repository's root.
        console: where to report, a line a notebook, with progress bars where it is a terminal.

    Returns:
        True if nothing is owed; False if replies failed, which are named and asked for again at the next run.

    Raises:
        Refused: a parameter, a check or a notebook failed; whatever was made before stands.
        MissingInput: a file or a source is absent.
    """
    study = Study.open(params_file)

    def say(line: str) -> None:
        console.print(line, markup=False, highlight=False, soft_wrap=True)

    built = ensure_lexicon(say)
    executed, whole = 0, True
    for number, name in enumerate(NOTEBOOKS, start=1):
        with _shown(study, name, f"{name} ({number} of {len(NOTEBOOKS)})", console):
            run = run_notebook(study, params_file, name)
        executed += run.executed
        if run.executed:
            say(f"{name:<12} {run.seconds:6.1f} s")
        whole = whole and not run.made.owed
        for line in run.made.lines:
            say(f"  {line}")
    report = export_html(study)
    if not executed and not built:
        say("Nothing changed: every stage and every notebook stands as made.")
    say(f"Report: {report}")
    say(f"Figure: {study.path(f'{FIGURE}.png')}")
    return whole


def _shown(study: Study, name: str, title: str, console: Console) -> AbstractContextManager[object]:
    """What the terminal shows while a notebook runs: its name, or a bar a model while the models are asked."""
    if NOTEBOOKS[name] == "run":
        return watch_journals(study.path(RUNS), replies_wanted(study), console)
    return console.status(title)
