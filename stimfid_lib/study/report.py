"""The HTML report: notebook 08 as one file that a colleague can open without anything installed."""

from __future__ import annotations

import html
from importlib.resources import files
from pathlib import Path

from stimfid_lib.base.files import write_text
from stimfid_lib.study.headless import NOTEBOOKS
from stimfid_lib.study.workspace import Study


def export_html(study: Study) -> Path:
    """Write `build/<snapshot>/report.html` from the executed notebook 08, code hidden, pictures inside.

    Raises:
        MissingInput: notebook 08 has not been run.
    """
    import nbformat
    from nbconvert import HTMLExporter

    name = list(NOTEBOOKS)[-1]
    notebook = nbformat.read(str(study.made(f"notebooks/{name}.ipynb")), as_version=4)
    # nbconvert's full templates load scripts from the network; its bare one gives the cells, and the page is ours
    exporter = HTMLExporter(template_name="basic", exclude_input=True, embed_images=True)
    cells, _ = exporter.from_notebook_node(notebook)
    target = study.path("report.html")
    page = files("stimfid_lib.study").joinpath("report_page.html").read_text(encoding="utf-8")
    title = html.escape(f"stimfid report: {study.params.snapshot}")
    write_text(target, page.replace("{{ title }}", title).replace("{{ cells }}", cells))
    return target
