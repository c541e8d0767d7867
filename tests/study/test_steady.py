"""The runs on record of the embedded model, and what the notebook `stability` shows of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from IPython.display import Image

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.stability.measure.checking import verify
from stimfid_lib.stability.panels.catalogue import SHIPPED
from stimfid_lib.stability.records.archive import Archive
from stimfid_lib.study import views
from stimfid_lib.study.views.steady import KEPT


def test_the_kept_archive_is_whole_by_the_panels_that_ship() -> None:
    report = verify(repo_root() / KEPT, [SHIPPED])
    assert report.faults == []
    assert [note for note in report.notes if "another version of this code" not in note] == []
    archive = Archive(repo_root() / KEPT)
    asked = {(one["protocol_id"].rsplit("__", 1)[1], one["n"]) for one in archive.records("experiment_run")}
    assert asked >= {("v0", 30), ("v1", 120)}, "a whole protocol of each series"
    for one in archive.records("experiment_run"):
        assert one["calls"] == 4 * one["n"]
        assert one["returned_model_id"] == ["SmolLM2-135M-Instruct.Q4_1"]
        assert {"seed", "temperature", "chat_template_kwargs"} <= set(one["explicitly_set"])


def test_every_cell_of_the_notebook_shows_something() -> None:
    cells = json.loads((repo_root() / "notebooks" / "stability.ipynb").read_text(encoding="utf-8"))["cells"]
    shown: dict[str, Any] = {}
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and source.startswith("views.") and "verified" not in source:
            shown[source] = eval(source, {"views": views})
    assert len(shown) >= 6
    tables = " ".join(table.as_raw_html() for table in shown.values() if hasattr(table, "as_raw_html"))
    for told in ("the same words in the same order", "not reading", "constrained", "null floor", "s15"):
        assert told in tables
    assert sum(isinstance(shown_as, Image) for shown_as in shown.values()) == 2, "a bare figure shows as its name"


def test_what_is_not_on_record_is_refused() -> None:
    with pytest.raises(Refused, match="holds no measurement of sunk"):
        views.stability_example("sunk_cost_fallacy__order__v1", "s01")
    with pytest.raises(Refused, match="allowed are gap, scenarios"):
        views.stability_figure("curve")
