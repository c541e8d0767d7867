"""What the notebook `pronounce` shows: every cell of it, with the made rows, with others, and without an error pole."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from IPython.display import Image

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.study import views
from stimfid_lib.study.views.spoken import MADE

NOTEBOOK = repo_root() / "notebooks" / "pronounce.ipynb"


def shown_by_the_notebook(only: str = "views.", **given: Any) -> dict[str, Any]:
    """Run the notebook's cells in their order, as a kernel does, and keep what each shows (of views, those that begin
    with `only`)."""
    names: dict[str, Any] = dict(given)
    shown = {}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        if source.startswith("views."):
            shown |= {source: eval(source, names)} if source.startswith(only) else {}
        else:
            exec(source, names)
    return shown


def html(shown: Any) -> str:
    return str(shown.as_raw_html())


def test_every_cell_shows_something_and_says_that_the_data_are_made() -> None:
    shown = shown_by_the_notebook()
    assert len(shown) >= 9
    assert sum(isinstance(one, Image) for one in shown.values()) == 3
    assert all(one.data.startswith(b"\x89PNG") for one in shown.values() if isinstance(one, Image))
    assert "MADE DATA" in html(shown["views.pronounce_data(rows_file)"])
    assert "about no person" in html(shown["views.pronounce_verdict(rows_file)"])


def test_the_verdict_is_computed_and_not_typed(tmp_path: Path) -> None:
    """Other rows, another verdict, in the same cell; no verdict stands in the notebook's own code."""
    cell = "views.pronounce_verdict(rows_file)"
    low = {"speaker": ["a", "b"] * 20, "cos_dist_transcriber": np.linspace(0, 0.1, 40), "source": "variant"}
    high = low | {"speaker": ["c", "d"] * 20, "cos_dist_transcriber": np.linspace(0.5, 0.6, 40), "source": "error"}
    turned = [low | {"source": "error"}, high | {"source": "variant"}]
    for tables, verdict in (([low, high], "GO"), (turned, "NO-GO"), ([low], "NOT EVALUABLE")):
        path = tmp_path / f"{verdict}.parquet"
        pl.concat([pl.DataFrame(one) for one in tables]).write_parquet(path)
        shown = html(views.pronounce_verdict(str(path)))
        assert re.search(rf">{verdict}<", shown)
        assert "Made data" not in shown
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(one["source"]) for one in cells if one["cell_type"] == "code")
    assert cell in code
    assert "GO" not in code


def test_rows_given_to_papermill_reach_every_cell(tmp_path: Path) -> None:
    """papermill puts its parameters behind the tagged cell, where the second cell must not overwrite them."""
    copy = tmp_path / "own.csv"
    shutil.copy(repo_root() / MADE, copy)
    shown = shown_by_the_notebook("views.pronounce_data", rows_file=str(copy))
    assert "MADE DATA" not in html(shown["views.pronounce_data(rows_file)"])
    assert str(copy) in html(shown["views.pronounce_data(rows_file)"])


def test_without_an_error_pole_it_is_not_evaluable() -> None:
    assert re.search(r">NOT EVALUABLE<", html(views.pronounce_verdict(errors=False)))


def test_a_changed_file_is_judged_anew(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("speaker,cos_dist_transcriber,source\na,0.1,variant\nb,0.9,error\n", encoding="utf-8")
    before = html(views.pronounce_verdict(str(path)))
    path.write_text("speaker,cos_dist_transcriber,source\na,0.1,variant\n", encoding="utf-8")
    assert ">NOT EVALUABLE<" in html(views.pronounce_verdict(str(path)))
    assert ">NO-GO<" in before


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(Refused, match=r"allowed are poles, agreement, l1"):
        views.pronounce_figure("curve")
    with pytest.raises(MissingInput, match=r"none\.parquet"):
        views.pronounce_data("build/none.parquet")


def test_the_notebook_needs_no_package_of_the_extra() -> None:
    """The lab of a plain `make lab` has neither a recogniser nor a reader of TextGrids."""
    import subprocess

    code = (
        "import sys; from stimfid_lib.study import views; views.pronounce_separation();"
        "views.pronounce_figure('l1'); print(sorted({'hama', 'praatio', 'av', 'soundfile'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=repo_root())
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.skipif(
    shutil.which("espeak-ng") is None or importlib.util.find_spec("hama") is None, reason="makes rows anew"
)
def test_the_made_rows_are_what_the_script_makes() -> None:
    """One voice of each pole again: annotations exactly; the recogniser, whose last bits differ by machine, mostly."""
    from scripts.make_pronounce_rows import ERROR_VOICES, FAR, NEAR, VOICES, made_rows

    kept = pl.read_csv(repo_root() / MADE)
    for voice, words, source in ((VOICES[0], NEAR, "variant"), (ERROR_VOICES[0], FAR, "error")):
        again = made_rows((voice,), words, source)
        same = kept.filter(pl.col("speaker") == voice.name)
        for column in ("utt", "label", "canonical", "perceived", "errortype", "source"):
            assert again[column].to_list() == same[column].to_list()
        np.testing.assert_allclose(again["cos_dist_oracle"], same["cos_dist_oracle"], atol=1e-6)
        agree = np.isclose(again["cos_dist_transcriber"], same["cos_dist_transcriber"], atol=1e-6)
        assert agree.mean() >= 0.75
