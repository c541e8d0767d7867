"""Reading a Quarto document without Quarto: its code cells, its prose, its labels, references and citations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import v4

_CELL = re.compile(r"^```\{python\}\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`\{python\}\s+([^`]+)`")
_OPTION = re.compile(r"^#\|\s*([a-z-]+):\s*(.*)$", flags=re.MULTILINE)
_HEADING = re.compile(r"^(#{1,4})\s+(.*)$", flags=re.MULTILINE)
_REFERENCE = re.compile(r"(?<![\w\\])@((?:fig|tbl|sec)-[a-z0-9-]+)")
_CITED = re.compile(r"(?<![\w\\])@([a-zA-Z][\w:.-]*\d{4}[a-z]?)")


@dataclass(frozen=True)
class Qmd:
    """One document as text."""

    text: str

    @classmethod
    def read(cls, path: Path) -> Qmd:
        return cls(path.read_text(encoding="utf-8"))

    @property
    def body(self) -> str:
        """Everything after the header."""
        return self.text.split("---\n", 2)[2]

    @property
    def cells(self) -> list[str]:
        return _CELL.findall(self.body)

    @property
    def inline(self) -> list[str]:
        """Expressions in the middle of a sentence."""
        return _INLINE.findall(_CELL.sub("", self.body))

    @property
    def prose(self) -> str:
        """What is typed by hand: no code, no headings' marks, no attributes."""
        return _INLINE.sub("", _CELL.sub("", self.body))

    @property
    def headings(self) -> list[str]:
        return [title for _, title in _HEADING.findall(self.prose)]

    @property
    def labels(self) -> list[str]:
        """What can be referred to: labels of cells and of headings."""
        options = [value for cell in self.cells for name, value in _OPTION.findall(cell) if name == "label"]
        return options + re.findall(r"\{#((?:fig|tbl|sec)-[a-z0-9-]+)", self.body)

    def options(self, cell: str) -> dict[str, str]:
        return dict(_OPTION.findall(cell))

    @staticmethod
    def references(text: str) -> set[str]:
        return set(_REFERENCE.findall(text))

    @staticmethod
    def citations(text: str) -> set[str]:
        return {key for key in _CITED.findall(text) if not key.startswith(("fig-", "tbl-", "sec-"))}

    def executed(self) -> nbformat.NotebookNode:
        """Run every code cell, then every inline expression as a cell of its own, in one kernel."""
        cells = [*self.cells, *self.inline]
        notebook: nbformat.NotebookNode = v4.new_notebook(cells=[v4.new_code_cell(code) for code in cells])
        NotebookClient(notebook, kernel_name="python3", extra_arguments=["--log-level=CRITICAL"]).execute()
        return notebook


def shown(notebook: nbformat.NotebookNode) -> str:
    """All that the cells show, as one text: markdown where there is any, else HTML, else plain."""
    parts = []
    for cell in notebook.cells:
        for output in cell.outputs:
            data = output.get("data", {})
            parts.append(
                str(
                    data.get("text/markdown")
                    or data.get("text/html")
                    or data.get("text/plain")
                    or output.get("text", "")
                )
            )
    return "\n".join(parts)
