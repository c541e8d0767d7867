from __future__ import annotations

import pytest

from stimfid_lib.analysis.cells import cell_counts
from stimfid_lib.analysis.sensitivity import VARIATIONS, sensitivity
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
        "oov_pass": (6 / 8, 2),
        "oov_fail": (4 / 8, 2),
        "multiword_fail": (4 / 7, 1),
        "without_table_misses": (4 / 6, 0),
    }
    assert set(expected) == {variation.name for variation in VARIATIONS}
    for name, (estimate, concerned) in expected.items():
        assert rows[name]["estimate"] == pytest.approx(estimate), name
        assert rows[name]["change"] == pytest.approx(estimate - 4 / 6, abs=1e-9), name
        assert rows[name]["n_concerned"] == concerned, name


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
