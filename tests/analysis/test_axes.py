from __future__ import annotations

import pytest

from stimfid_lib.analysis.axes import AXES, cell_axes
from stimfid_lib.analysis.cells import cell_counts
from stimfid_lib.analysis.curves import arms_by_level, difficulty_curves
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from tests.analysis.toy import PASS, Toy, item

FAIL = item("fail", "phoneme_at")


def levels(**asked: object) -> set[tuple[str, str]]:
    toy = Toy()
    toy.cell("A1-001", **asked)  # type: ignore[arg-type]
    return set(cell_axes(toy.frames[2]).select("axis", "level").iter_rows())


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        (
            Constraint("phoneme_at", {"phoneme": "ɹ", "position": "final"}),
            {("sound", "ɹ"), ("sound class", "late"), ("position", "final")},
        ),
        (
            Constraint("contains_phoneme", {"phoneme": "ɝ"}),
            {("sound", "ɝ"), ("sound class", "vocalic r"), ("position", "any")},
        ),
        (
            Constraint("cluster_at", {"phonemes": ["s", "t"], "position": "initial"}),
            {("cluster", "st–"), ("position", "initial")},
        ),
        (Constraint("syllable_count", {"min": 1, "max": 1}), {("syllables", "1")}),
        (Constraint("syllable_count", {"min": 3, "max": 4}), {("syllables", "3–4")}),
        (Constraint("cv_shape", {"shape": "CCVC"}), {("shape", "CCVC")}),
        (Constraint("norm_band", {"prop": "aoa", "max": 4.0}), {("band", "low age of acquisition")}),
        (Constraint("norm_band", {"prop": "neighborhood_density", "min": 21}), {("band", "high density")}),
    ],
)
def test_what_a_prompt_states_is_its_level(constraint: Constraint, expected: set[tuple[str, str]]) -> None:
    assert levels(constraints=[constraint]) == expected


def test_a_contrast_has_kind_place_and_length() -> None:
    assert levels(contrast=Contrast("minimal", ("t", "k"), "initial", 1)) == {
        ("contrast", "minimal"),
        ("position", "initial"),
        ("syllables", "1"),
    }
    assert ("position", "any") in levels(contrast=Contrast("maximal", ("ɹ", "b")))


def test_levels_stand_in_the_order_of_difficulty() -> None:
    toy = Toy()
    for number, sound in enumerate("ɹkm"):
        toy.cell(f"A1-{number:03d}", phoneme=sound)
    axes = cell_axes(toy.frames[2]).filter(axis="sound class").sort("place")
    assert axes["level"].to_list() == ["early", "middle", "late"]
    assert set(axes["axis"]) <= set(AXES)


@pytest.fixture
def study() -> Toy:
    """Naive: m 8 and 6 of ten, ɹ 3 of ten; expert: m 9 and 9, ɹ 3."""
    toy = Toy()
    for cell, phoneme, naive, expert in (("A1-001", "m", 8, 9), ("A1-002", "m", 6, 9), ("A1-003", "ɹ", 3, 3)):
        for arm, passed in (("naive", naive), ("expert", expert)):
            toy.reply(toy.cell(cell, arm=arm, phoneme=phoneme), [PASS] * passed + [FAIL] * (10 - passed))
    return toy


def test_curves_pool_cells_within_a_level(study: Toy) -> None:
    curves = difficulty_curves(cell_counts(*study.frames), cell_axes(study.frames[2]), n_boot=100)
    found = {(row["arm"], row["axis"], row["level"]): (row["estimate"], row["n_cells"]) for row in curves.to_dicts()}
    assert found["naive", "sound class", "early"] == (pytest.approx(0.7), 2)
    assert found["expert", "sound class", "early"] == (pytest.approx(0.9), 2)
    assert found["naive", "sound class", "late"] == (pytest.approx(0.3), 1)
    assert found["naive", "position", "initial"] == (pytest.approx((0.8 + 0.6 + 0.3) / 3), 3)


def test_arms_are_compared_cell_by_cell_at_each_level(study: Toy) -> None:
    table = arms_by_level(cell_counts(*study.frames), cell_axes(study.frames[2]), n_boot=100)
    gains = {(row["axis"], row["level"]): row["difference"] for row in table.to_dicts()}
    assert gains["sound class", "early"] == pytest.approx(0.2)
    assert gains["sound class", "late"] == 0
    assert gains["position", "initial"] == pytest.approx(0.4 / 3)
