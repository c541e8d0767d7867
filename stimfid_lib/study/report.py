"""The HTML report: notebook 08 as one file that a colleague can open without anything installed."""

from __future__ import annotations

import html
from importlib.resources import files
from pathlib import Path

from stimfid_lib.base.files import sha256_file, write_text
from stimfid_lib.study.headless import NOTEBOOKS
from stimfid_lib.study.sidecar import code_sha256, is_current, sidecar_path, write_sidecar
from stimfid_lib.study.workspace import Study


def export_html(study: Study) -> Path:
    """Write `build/<snapshot>/report.html` from the executed notebook 08, code hidden, pictures inside.

    Unchanged, the file is left as it is.

    Raises:
        MissingInput: notebook 08 has not been run.
    """
    source = study.made(f"notebooks/{list(NOTEBOOKS)[-1]}.ipynb")
    target, record = study.path("report.html"), sidecar_path(study.folder, "report")
    recipe = {"notebook": sha256_file(source), "code": code_sha256(("study/report.py", "study/report_page.html"))}
    if is_current(record, recipe):
        return target
    import nbformat
    from nbconvert import HTMLExporter

    notebook = nbformat.read(str(source), as_version=4)
    # nbconvert's full templates load scripts from the network; its bare one gives the cells, and the page is ours
    exporter = HTMLExporter(template_name="basic", exclude_input=True, embed_images=True)
    cells, _ = exporter.from_notebook_node(notebook)
    page = files("stimfid_lib.study").joinpath("report_page.html").read_text(encoding="utf-8")
    title = html.escape(f"stimfid report: {study.params.snapshot}")
    write_text(target, page.replace("{{ title }}", title).replace("{{ cells }}", cells))
    write_sidecar(record, recipe, [target.name])
    return target
