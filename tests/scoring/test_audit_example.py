"""The worked example in docs: the sheet reads, and the page tells what the reader makes of it today."""

from __future__ import annotations

from pathlib import Path

from stimfid_lib.scoring.audit_accuracy import audit_figures
from stimfid_lib.scoring.audit_sheet import read_sheet
from stimfid_lib.scoring.audit_table import read_again

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_page_tells_the_accuracy_of_the_reader_as_it_is() -> None:
    rows = read_sheet(DOCS / "audit/smollm2_135m.csv")
    assert len(rows) == 90
    assert all(row.gold is not None for row in rows)
    told = " ".join((DOCS / "extraction.md").read_text(encoding="utf-8").split())
    figures = str(audit_figures(rows, read_again(rows)))
    assert figures in told, "write the new sentence of `stimfid audit read … --again` into docs/extraction.md"
