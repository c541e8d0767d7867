from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.analysis import checks
from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.models.roster import load_roster
from stimfid_lib.study.params import CEILING, load_params

ROOT = Path(__file__).resolve().parents[2]
GOOD = "snapshot: here\nmodels: [lexicon]\n"


def _file(folder: Path, text: str) -> Path:
    path = folder / "p.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("path", sorted((ROOT / "params").rglob("*.yaml")), ids=lambda path: path.stem)
def test_the_parameter_files_that_ship_are_valid_and_named_after_their_snapshot(path: Path) -> None:
    assert load_params(path).snapshot == path.stem


def test_the_demo_asks_three_cells_of_each_family_and_tier() -> None:
    demo = load_params(ROOT / "params" / "demo.yaml")
    assert (demo.cells_per_stratum, demo.replicates) == (3, 1)
    assert demo.models == ("lexicon", "spelling", "smollm2_135m")


def test_the_ceiling_is_the_one_that_the_checks_look_for() -> None:
    assert CEILING == checks.CEILING


def test_defaults_are_those_of_the_protocol(tmp_path: Path) -> None:
    params = load_params(_file(tmp_path, GOOD))
    assert (params.replicates, params.temperature, params.n_boot, params.cells_per_stratum) == (3, 1.0, 2000, None)


def test_a_misspelt_parameter_is_refused_and_the_right_name_proposed(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"unknown key 'replicats'; did you mean 'replicates'\?"):
        load_params(_file(tmp_path, GOOD + "replicats: 2\n"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("replicates: 0", "replicates = 0"),
        ("temperature: 3", "temperature = 3"),
        ("cells_per_stratum: 0", "cells_per_stratum = 0"),
        ("n_boot: ten", "n_boot = 'ten'"),
        ("replicates: true", "replicates = True"),
        ("replicates: '2'", "replicates = '2'"),
        ("cells_per_stratum: 1.0", "cells_per_stratum = 1.0"),
        ("suite_manifest: ../x.json", "suite_manifest = '../x.json'"),
        ("models: []", "models = "),
        ("models: [spelling]", "'lexicon' is missing"),
        ("suite_manifest: grid.meta.json", "the stages' own"),
        ("models: [lexicon, lexicon]", "more than once"),
    ],
)
def test_a_bad_value_is_refused_with_its_name(tmp_path: Path, line: str, said: str) -> None:
    text = GOOD.replace("models: [lexicon]\n", "") if line.startswith("models") else GOOD
    with pytest.raises(Refused, match=r"p\.yaml") as caught:
        load_params(_file(tmp_path, text + line + "\n"))
    assert said in str(caught.value)


def test_every_fault_of_a_file_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        load_params(_file(tmp_path, GOOD + "replicats: 2\nn_boot: 1\n"))
    assert "replicats" in str(caught.value)
    assert "n_boot" in str(caught.value)


@pytest.mark.parametrize("text", ["[1, 2]", "just words", "", "a: [1"])
def test_what_is_no_mapping_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(Refused, match=r"p\.yaml"):
        load_params(_file(tmp_path, text))


def test_an_absent_file_names_those_that_are_there(tmp_path: Path) -> None:
    _file(tmp_path, GOOD)
    with pytest.raises(MissingInput, match=r"holds p\.yaml"):
        load_params(tmp_path / "q.yaml")


def test_the_vendors_study_asks_the_whole_grid_of_four_products_beside_all_generators() -> None:
    params, roster = load_params(ROOT / "params/vendors.yaml"), load_roster(ROOT / "models.yaml")
    assert (params.cells_per_stratum, params.replicates) == (None, 3)
    kinds = [roster.entry(key).kind for key in params.models]
    assert kinds == ["reference"] * 4 + ["vendor"] * 4
    assert {key for key, entry in roster.models.items() if entry.kind in ("reference", "vendor")} == {*params.models}
