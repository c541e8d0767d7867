from __future__ import annotations

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.suite.cell import CELL_SCHEMA, Cell, cells_from_frame, cells_to_frame, slots_key

FINAL_R = Constraint("phoneme_at", {"phoneme": "ɹ", "position": "final"})
T_K = Contrast("minimal", ("t", "k"))


def _cell(**changes: object) -> Cell:
    values: dict[str, object] = {
        "cell_id": "A1-017",
        "family": "A1",
        "tier": 3,
        "slots": {"phoneme": "ɹ"},
        "constraints": (FINAL_R,),
        "contrast": None,
        "list_length": 10,
    }
    return Cell(**(values | changes))  # type: ignore[arg-type]


def test_a_cell_knows_its_number_and_takes_constraints_in_a_list() -> None:
    cell = _cell(constraints=[FINAL_R])
    assert cell.number == 17
    assert cell.constraints == (FINAL_R,)
    assert cell.contrast_json is None


def test_equal_cells_are_equal_and_hash_alike() -> None:
    assert _cell() == _cell()
    assert len({_cell(), _cell()}) == 1
    assert _cell() != _cell(slots={"phoneme": "l"})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"cell_id": "A1-17"}, "A1-17"),
        ({"cell_id": "C1-017", "family": "C1"}, "C1-017"),
        ({"cell_id": "A2-017"}, "family 'A1'"),
        ({"tier": 0}, "tier 0"),
        ({"tier": 4}, "tier 4"),
        ({"list_length": 0}, "list_length 0"),
        ({"constraints": ()}, "either constraints or a contrast"),
        ({"contrast": T_K}, "either constraints or a contrast"),
    ],
)
def test_a_cell_that_cannot_be_scored_is_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(Refused, match=said):
        _cell(**changes)


def test_scales_are_no_choice_and_enter_no_sort_key() -> None:
    assert slots_key({"b": 1, "a": "ɹ", "scales": {"aoa": {"unit": "years"}}}) == '{"a":"ɹ","b":1}'


def test_the_grid_survives_its_table(fixture_cells: list[Cell]) -> None:
    table = cells_to_frame(fixture_cells)
    assert table.columns == list(CELL_SCHEMA)
    assert cells_from_frame(table) == fixture_cells


def test_no_cells_are_a_table_with_all_columns() -> None:
    assert cells_to_frame([]).columns == list(CELL_SCHEMA)


def test_a_grid_without_a_column_is_refused_by_name(fixture_cells: list[Cell]) -> None:
    with pytest.raises(Refused, match="'tier'"):
        cells_from_frame(cells_to_frame(fixture_cells).drop("tier"))
