"""The paper: report.qmd rendered by Quarto where Quarto is present."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.study.workspace import Study


def render_paper(study: Study, params_file: str) -> Path:
    """Render `report.qmd` to HTML and PDF with the stage files of a snapshot.

    Raises:
        MissingInput: Quarto is not on the path; the text says how to get it, and what works without it.
        Refused: Quarto ended with an error.
    """
    quarto = shutil.which("quarto")
    if quarto is None:
        raise MissingInput(
            "Quarto is not installed, and the paper needs it. Get it from https://quarto.org/docs/get-started/, "
            "or `conda env create -f environment.yml`, or `pip install quarto-cli` where that package can fetch its "
            f"program. Without it the same results are in the HTML report: make study, then {study.path('report.html')}"
        )
    environment = {**os.environ, "STIMFID_PARAMS": params_file}
    done = subprocess.run([quarto, "render", str(study.root / "report.qmd")], env=environment, check=False)
    if done.returncode != 0:
        raise Refused(f"quarto render report.qmd ended with status {done.returncode}; its own messages stand above")
    return study.root / "build" / "paper"
