"""The documents: report.qmd and prereg.qmd rendered by Quarto where Quarto is present."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.study.workspace import Study

DOCUMENTS = ("report.qmd", "prereg.qmd")
UNRESOLVED = "Unable to resolve"
"""Quarto's own words for a cross-reference that leads nowhere; it warns of it and goes on."""


def render_paper(study: Study, params_file: str) -> Path:
    """Render both documents to HTML and PDF with the stage files of a snapshot.

    Returns:
        The folder that holds them, `build/paper`.

    Raises:
        MissingInput: Quarto is not on the path (the text says how to get it, and what works without it), or the
            snapshot has not been analysed.
        Refused: Quarto ended with an error, or left a cross-reference unresolved.
    """
    quarto = shutil.which("quarto")
    if quarto is None:
        raise MissingInput(
            "Quarto is not installed, and the paper needs it. Get it from https://quarto.org/docs/get-started/, "
            "or `conda env create -f environment.yml`, or `pip install quarto-cli` where that package can fetch its "
            f"program. Without it the same results are in the HTML report: make study, then {study.path('report.html')}"
        )
    study.made("metrics.parquet")
    environment = {**os.environ, "STIMFID_PARAMS": params_file, "STIMFID_HOME": str(study.root)}
    for name in DOCUMENTS:
        done = subprocess.run(
            [quarto, "render", str(study.root / name)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise Refused(f"quarto render {name} ended with status {done.returncode}:\n{done.stdout[-4000:]}")
        if UNRESOLVED in done.stdout:
            lines = "\n".join(line for line in done.stdout.splitlines() if UNRESOLVED in line)
            raise Refused(f"quarto render {name} left references open:\n{lines}")
    return study.root / "build" / "paper"
