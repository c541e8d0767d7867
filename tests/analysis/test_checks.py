from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.analysis.checks import Check, check_instrument, require_passed
from stimfid_lib.base.errors import Refused
from stimfid_lib.scoring.rows import KEYS
from tests.analysis.toy import PASS, Toy, item, small_study

NAMES = ["Ceiling: satisfaction", "Ceiling: lists that pass", "Ceiling: repeats", "Floor: letters mislead"]
FAIL = item("fail", "phoneme_at")


def verdicts(toy: Toy) -> dict[str, bool | None]:
    return {check.name: check.passed for check in check_instrument(*toy.frames)}


def test_a_sound_instrument_passes_every_check() -> None:
    toy = small_study()
    found = verdicts(toy)
    assert list(found) == [*NAMES, "Item rows and list rows agree"]
    assert all(found.values())
    require_passed(check_instrument(*toy.frames))


@pytest.mark.parametrize(
    ("items", "failing"),
    [
        ([PASS] * 3 + [FAIL], {"Ceiling: satisfaction", "Ceiling: lists that pass"}),
        ([PASS] * 3, {"Ceiling: lists that pass"}),
        ([PASS] * 3 + [item("pass", duplicate=True)], {"Ceiling: repeats"}),
        ([item("oov")] * 4, {"Ceiling: satisfaction"}),  # nothing scored is not 1.0
    ],
)
def test_an_imperfect_ceiling_stops_the_study(items: list[object], failing: set[str]) -> None:
    toy = small_study()
    toy.reply(toy.cell("A1-900", phoneme="m", length=4), items, "lexicon")  # type: ignore[arg-type]
    assert {name for name, passed in verdicts(toy).items() if passed is False} == failing
    with pytest.raises(Refused, match=sorted(failing)[0]):
        require_passed(check_instrument(*toy.frames))


def test_a_missing_ceiling_fails() -> None:
    items, lists, suite = small_study().frames
    without = [table.filter(pl.col("model_key") != "lexicon") for table in (items, lists)]
    checks = check_instrument(without[0], without[1], suite)
    assert [check.passed for check in checks[:3]] == [False] * 3
    assert "add it to the run" in checks[0].value


def floor_study(misled: tuple[int, int], transparent: tuple[int, int]) -> Toy:
    """The floor passes the given numbers of ten items in two cells of θ and two of b."""
    toy = Toy()
    for phoneme, passes_by_cell in (("θ", misled), ("b", transparent)):
        for number, passes in enumerate(passes_by_cell):
            prompt = toy.cell(f"A1-{phoneme}{number}", phoneme=phoneme)
            toy.reply(prompt, [PASS] * passes + [FAIL] * (10 - passes), "spelling")
            toy.reply(prompt, [PASS] * 10, "lexicon")
    return toy


@pytest.mark.parametrize(
    ("misled", "transparent", "passed"),
    [((5, 7), (7, 10), True), ((5, 7), (7, 9), True), ((5, 7), (7, 8), False), ((9, 9), (5, 5), False)],
)
def test_the_floor_must_fall_where_letters_mislead(
    misled: tuple[int, int], transparent: tuple[int, int], passed: bool
) -> None:
    # means .6 against .85, .8, .75 and .9 against .5
    assert verdicts(floor_study(misled, transparent))["Floor: letters mislead"] is passed


def test_a_floor_without_cells_of_a_group_cannot_be_told_and_does_not_stop() -> None:
    toy = Toy()
    prompt = toy.cell("A1-001", phoneme="b")
    for model in ("spelling", "lexicon"):
        toy.reply(prompt, [PASS] * 10, model)
    checks = check_instrument(*toy.frames)
    assert checks[3].passed is None
    assert "k s ʃ θ ð" in checks[3].value
    require_passed(checks)


def test_list_rows_that_count_otherwise_than_item_rows_fail() -> None:
    toy = small_study()
    toy.lists[7]["n_pass"] += 1
    assert verdicts(toy)["Item rows and list rows agree"] is False


def test_every_verdict_of_the_list_rows_is_recounted() -> None:
    items, lists, suite = small_study().frames
    for status in ("fail", "oov"):
        told = (pl.col("status") == status).sum().cast(pl.Int64).alias(f"n_{status}")
        true = lists.join(items.group_by(list(KEYS)).agg(told), on=list(KEYS), how="left")
        assert check_instrument(items, true, suite)[4].passed
        false = true.with_columns(pl.col(f"n_{status}") + (pl.int_range(pl.len()) == 7).cast(pl.Int64))
        assert check_instrument(items, false, suite)[4].passed is False


def test_observed_prompts_stand_outside_the_floor() -> None:
    toy = floor_study((5, 5), (9, 9))
    for number in range(4):
        observed = toy.cell(f"A1-w{number}", tier=0, phoneme="b")
        toy.reply(observed, [FAIL] * 10, "spelling")
    assert verdicts(toy)["Floor: letters mislead"] is True  # .5 against .9; with them .5 against .3


def test_items_without_their_list_row_fail() -> None:
    toy = small_study()
    del toy.lists[7]
    assert verdicts(toy)["Item rows and list rows agree"] is False


def test_the_refusal_says_what_was_measured_and_wanted() -> None:
    with pytest.raises(Refused, match=r"roof: 0\.9, wanted 1\.0"):
        require_passed([Check("roof", "0.9", "1.0", False), Check("ground", "0", "0", True)])
