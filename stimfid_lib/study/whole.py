"""From grid to report in one call: what `make study` runs."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from stimfid_lib.study.asking import replies_wanted
from stimfid_lib.study.ground import ensure_lexicon
from stimfid_lib.study.headless import NOTEBOOKS, NotebookRun, run_notebook
from stimfid_lib.study.progress import watch_journals
from stimfid_lib.study.report import export_html
from stimfid_lib.study.workspace import Study


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
    runs: list[NotebookRun] = []
    for number, name in enumerate(NOTEBOOKS, start=1):
        wanted = replies_wanted(study) if name == "04_run" else {}
        with (
            console.status(f"{name} ({number} of {len(NOTEBOOKS)})")
            if not wanted
            else watch_journals(study.path("runs"), wanted, console)
        ):
            runs.append(run_notebook(study, params_file, name))
        if runs[-1].executed:
            say(f"{name:<12} {runs[-1].seconds:6.1f} s")
    report = study.path("report.html")
    if any(run.executed for run in runs) or not report.is_file():
        report = export_html(study)
    elif not built:
        say("Nothing changed: every stage and every notebook stands as made.")
    say(f"Report: {report}")
    say(f"Figure: {study.path('figures/satisfaction_by_tier.png')}")
    return report
