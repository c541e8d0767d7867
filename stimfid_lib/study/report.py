"""The HTML report: notebook 08 as one file that a colleague can open without anything installed."""

from __future__ import annotations

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
    exporter = HTMLExporter(
        exclude_input=True, exclude_input_prompt=True, exclude_output_prompt=True, embed_images=True, mathjax_url="", require_js_url=""
    )
    body, _ = exporter.from_notebook_node(notebook, resources={"metadata": {"name": f"stimfid: {study.params.snapshot}"}})
    target = study.path("report.html")
    write_text(target, body)
    return target
