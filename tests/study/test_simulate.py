from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.analysis.coverage import CoverageDesign
from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.seed import SEED
from stimfid_lib.study.simulate import FOLDER, read_simulation, write_coverage
from tests.study.conftest import ROOT


def test_the_committed_table_covers_the_studys_own_size_and_finds_one_method_that_holds() -> None:
    held = read_simulation(ROOT, "coverage")
    assert held.assumptions["seed"] == SEED
    assert held.assumptions == CoverageDesign().assumptions()
    assert set(held.table["n_cells"]) == {6, 10, 30}
    assert set(held.table["mean"]) == {0.5, 0.7, 0.9, 0.97}
    boundary = held.table.filter(method="boundary")
    assert boundary["coverage"].min() >= 0.93  # type: ignore[operator]
    (short,) = held.table.filter(method="percentile", n_cells=10, mean=0.97, correlation=0.2)["coverage"]
    assert 0.68 < short < 0.78


def test_the_committed_power_table_says_what_it_assumed() -> None:
    held = read_simulation(ROOT, "power")
    assert held.assumptions["seed"] == SEED
    assert held.assumptions["replicates"] == 3
    assert len(held.assumptions["models"]) >= 1
    assert {row["name"] for row in held.assumptions["scenarios"]} == set(held.table["scenario"])
    shares = held.table.select("supported", "not_supported", "not_evaluable").sum_horizontal()
    assert shares.to_list() == pytest.approx([1.0] * held.table.height)
    assert held.table.filter(scenario="no effect")["supported"].max() <= 0.05  # type: ignore[operator]


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    design = CoverageDesign(cells=(6,), means=(0.5,), correlations=(0.2,), studies=20, n_boot=50)
    write_coverage(tmp_path, design)
    held = read_simulation(tmp_path, "coverage")
    assert held.assumptions == design.assumptions()
    assert held.table["method"].to_list() == ["percentile", "bca", "boundary"]


def test_what_is_absent_or_torn_is_told(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match="`stimfid power` makes it"):
        read_simulation(tmp_path, "power")
    (tmp_path / FOLDER).mkdir(parents=True)
    (tmp_path / FOLDER / "power.json").write_text("{", encoding="utf-8")
    with pytest.raises(Refused, match="no simulated table"):
        read_simulation(tmp_path, "power")
