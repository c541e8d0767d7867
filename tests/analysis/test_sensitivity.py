from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.analysis.cells import cell_counts
from stimfid_lib.analysis.readings import with_predicted
from stimfid_lib.analysis.sensitivity import VARIATIONS, sensitivity
from stimfid_lib.base.errors import Refused
from tests.analysis.toy import PASS, Toy, item

FAIL = item("fail", "syllable_count")


def test_each_way_to_count_is_the_one_reckoned_by_hand() -> None:
    toy = Toy()
    # one cell: 4 pass (1 a repeat), 2 fail (1 a repeat), 1 variant-only, 2 oov, 1 multiword
    toy.reply(
        toy.cell("A1-001"),
        [PASS] * 3
        + [item("pass", duplicate=True), FAIL, item("fail", "syllable_count", duplicate=True)]
        + [item("fail", "phoneme_at", variant_only=True), item("oov"), item("oov"), item("multiword")],
    )
    rows = {row["variation"]: row for row in sensitivity(cell_counts(*toy.frames)).to_dicts()}
    expected = {
        "headline": (4 / 6, 0),
        "deduplicated": (3 / 4, 2),
        "variant_only_pass": (5 / 7, 1),
        "variant_only_fail": (4 / 7, 1),
        "either_reading": (4 / 6, 0),
        "norm_missing_out": (4 / 6, 0),
        "oov_pass": (6 / 8, 2),
        "oov_fail": (4 / 8, 2),
        "multiword_fail": (4 / 7, 1),
        "without_table_misses": (4 / 6, 0),
    }
    # no pronunciation was predicted, so there is no row that would say that predicting them changes nothing
    assert set(expected) == set(rows) == {variation.name for variation in VARIATIONS} - {"oov_by_g2p"}
    for name, (estimate, concerned) in expected.items():
        assert rows[name]["estimate"] == pytest.approx(estimate), name
        assert rows[name]["change"] == pytest.approx(estimate - 4 / 6, abs=1e-9), name
        assert rows[name]["n_concerned"] == concerned, name


def test_words_without_the_norm_can_be_left_out() -> None:
    toy = Toy()
    # 2 pass; 1 fails for want of a norm alone, 1 for that and its length, 1 for its length: 2 of 5, or 2 of 4
    failed = [("norm_missing:aoa",), ("syllable_count", "norm_missing:aoa"), ("syllable_count",)]
    toy.reply(toy.cell("B1-001"), [PASS] * 2 + [item("fail", *names) for names in failed])
    rows = {row["variation"]: row for row in sensitivity(cell_counts(*toy.frames)).to_dicts()}
    assert rows["headline"]["estimate"] == pytest.approx(2 / 5)
    assert rows["norm_missing_out"]["estimate"] == pytest.approx(2 / 4)
    assert rows["norm_missing_out"]["denominator"] == 4
    assert rows["norm_missing_out"]["n_concerned"] == 1


def test_oov_items_are_scored_by_their_predicted_pronunciations() -> None:
    toy = Toy()
    prompt = toy.cell("A1-001")
    toy.reply(prompt, [PASS, FAIL, item("oov"), item("oov"), item("oov")])
    items, lists, suite = toy.frames
    predicted = items.select("prompt_id", "model_key", "replicate", "item_index").with_columns(
        pl.Series("g2p_pass", [None, None, True, False, None])
    )
    rows = {
        row["variation"]: row
        for row in sensitivity(cell_counts(with_predicted(items, predicted), lists, suite)).to_dicts()
    }
    assert rows["oov_by_g2p"]["estimate"] == pytest.approx(2 / 4)  # one of two, and one of two predicted
    assert rows["oov_by_g2p"]["n_concerned"] == 2
    with pytest.raises(Refused, match="twice"):
        with_predicted(items, pl.concat([predicted, predicted]))
    with pytest.raises(Refused, match="lack g2p_pass"):
        with_predicted(items, predicted.drop("g2p_pass"))


def test_pairs_that_the_table_lacks_can_be_left_out() -> None:
    toy = Toy()
    # in the table 1 pass, 2 wrong, 1 multiword (which A3's denominator holds already, so that counting it as failed
    # changes nothing); outside it 1 pass, 1 below distance: 2 of 6 as reported, 1 of 4 without
    toy.reply(
        toy.cell("A3-001"),
        [
            PASS,
            item("wrong_contrast"),
            item("wrong_contrast"),
            item("pass", pair_table_miss=True),
            item("below_distance", pair_table_miss=True),
            item("multiword"),
        ],
    )
    rows = {row["variation"]: row for row in sensitivity(cell_counts(*toy.frames)).to_dicts()}
    assert rows["headline"]["estimate"] == pytest.approx(2 / 6)
    assert rows["without_table_misses"]["estimate"] == pytest.approx(1 / 4)
    assert rows["without_table_misses"]["n_concerned"] == 2
    assert rows["multiword_fail"]["change"] == 0
    assert rows["multiword_fail"]["n_concerned"] == 0


def test_tier_0_is_left_out() -> None:
    toy = Toy()
    toy.reply(toy.cell("A1-001"), [PASS])
    toy.reply(toy.cell("WILD-000", tier=0), [item("oov")])
    rows = {row["variation"]: row for row in sensitivity(cell_counts(*toy.frames)).to_dicts()}
    assert rows["oov_fail"]["estimate"] == 1.0
    assert rows["oov_fail"]["n_concerned"] == 0
