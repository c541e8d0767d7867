from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.analysis.bootstrap import bootstrap_ci
from stimfid_lib.analysis.cells import ENTRY, cell_counts
from stimfid_lib.analysis.intervals import entry_intervals, pooled
from stimfid_lib.analysis.metrics import summarize
from stimfid_lib.analysis.rates import RATES, SATISFACTION
from stimfid_lib.base.errors import Refused
from tests.analysis.toy import PASS, Toy, item, small_study

FAIL = item("fail", "syllable_count")


def test_entry_estimates_are_those_of_summarize() -> None:
    frames = small_study().frames
    entries = entry_intervals(cell_counts(*frames), n_boot=50)
    wide = summarize(*frames)
    for rate in RATES:
        mine = entries.filter(pl.col("rate") == rate.name)
        assert mine.select(ENTRY).equals(wide.select(ENTRY))
        for ours, theirs in zip(mine["estimate"], wide[rate.name], strict=True):
            assert ours == (None if theirs is None else pytest.approx(theirs))


def test_an_entrys_interval_is_bootstrap_ci_of_its_items() -> None:
    toy = Toy()
    for number, (passes, total) in enumerate([(1, 2), (6, 10), (3, 3), (0, 7)]):
        toy.reply(toy.cell(f"A1-{number:03d}"), [PASS] * passes + [FAIL] * (total - passes) + [item("oov")])
    items, _, suite = toy.frames
    scored = items.filter(pl.col("status") != "oov").join(suite, on="prompt_id")
    expected = bootstrap_ci(scored.with_columns(ok=pl.col("status") == "pass"), "ok")
    row = entry_intervals(cell_counts(*toy.frames), [SATISFACTION]).row(0, named=True)
    assert row["estimate"] == pytest.approx(10 / 22)  # 1 + 6 + 3 + 0 of 2 + 10 + 3 + 7
    assert (row["low"], row["high"]) == pytest.approx(expected, abs=1e-11)
    assert (row["numerator"], row["denominator"], row["n_cells"], row["few_cells"]) == (10, 22, 4, True)
    assert row["boundary_low"] < row["estimate"] < row["boundary_high"]


def test_pooled_cells_weigh_equally_and_tier_0_stays_out() -> None:
    toy = Toy()
    toy.reply(toy.cell("A1-001", tier=1), [PASS] * 9 + [FAIL])  # .9 over ten items
    toy.reply(toy.cell("B1-001", tier=3), [PASS, FAIL])  # .5 over two
    toy.reply(toy.cell("B1-002", tier=3), [item("oov")])  # no rate
    toy.reply(toy.cell("WILD-000", tier=0), [FAIL] * 5)
    row = pooled(cell_counts(*toy.frames), rates=[SATISFACTION]).row(0, named=True)
    assert row["estimate"] == pytest.approx(0.7)
    assert (row["numerator"], row["denominator"], row["n_cells"]) == (10, 12, 2)
    # resamples of three cells, one of them empty: means are .5, .7 and .9 and some between, the ends 9 of 10 and 1 of 2
    assert (row["low"], row["high"]) == pytest.approx((0.5, 0.9))


def test_two_arms_of_a_cell_are_one_cluster() -> None:
    toy = Toy()
    for arm, passes in (("naive", 1), ("expert", 3)):
        toy.reply(toy.cell("A1-001", arm=arm), [PASS] * passes + [FAIL] * (4 - passes))
    row = pooled(cell_counts(*toy.frames), ("model_key",), [SATISFACTION]).row(0, named=True)
    assert row["estimate"] == pytest.approx(0.5)
    assert (row["low"], row["high"], row["n_cells"]) == (0.5, 0.5, 1)


def test_models_are_never_pooled() -> None:
    with pytest.raises(Refused, match="mix models"):
        pooled(cell_counts(*small_study().frames), ("arm",))


def test_an_entry_without_data_is_null_and_one_cell_is_a_point() -> None:
    toy = Toy()
    toy.reply(toy.cell("A1-001", tier=1), [item("oov")])
    toy.reply(toy.cell("A1-002", tier=2), [PASS, FAIL])
    empty, single = entry_intervals(cell_counts(*toy.frames), [SATISFACTION]).to_dicts()
    names = ("estimate", "low", "high", "boundary_low", "boundary_high")
    assert [empty[name] for name in names] == [None] * 5
    assert [single[name] for name in names] == [0.5, 0.5, 0.5, 0.0, 1.0]


def test_fifteen_cells_carry_no_mark() -> None:
    counts = cell_counts(*small_study(cells_per_tier=15).frames)
    assert not entry_intervals(counts, [SATISFACTION], n_boot=20)["few_cells"].any()
    assert entry_intervals(counts.filter(~pl.col("cell_id").str.ends_with("14")), [SATISFACTION])["few_cells"].all()


def test_models_over_the_same_cells_are_paired() -> None:
    toy = Toy()
    for number in range(6):
        prompt = toy.cell(f"A1-{number:03d}")
        for model in ("a", "b"):
            toy.reply(prompt, [PASS] * number + [FAIL] * (6 - number), model)
    a, b = entry_intervals(cell_counts(*toy.frames), [SATISFACTION]).drop("model_key").rows()
    assert a == b


def test_the_same_tables_give_the_same_intervals_whatever_their_order() -> None:
    items, lists, suite = small_study().frames
    first = pooled(cell_counts(items, lists, suite))
    again = pooled(cell_counts(items.reverse(), lists.reverse(), suite.reverse()))
    assert first.equals(again)


def test_a_cell_with_one_arm_weighs_as_much_as_one_with_two() -> None:
    toy = Toy()
    for arm in ("naive", "expert"):
        toy.reply(toy.cell("A1-001", arm=arm), [PASS] * 4)
    toy.reply(toy.cell("A1-002"), [FAIL] * 4)
    row = pooled(cell_counts(*toy.frames), ("model_key",), [SATISFACTION]).row(0, named=True)
    assert row["estimate"] == pytest.approx(0.5)  # cells 1 and 0; of the three rows two thirds
    assert row["n_cells"] == 2


@pytest.mark.parametrize("rows", ["none", "oov alone"])
def test_tables_without_a_scored_item_give_tables_without_a_figure(rows: str) -> None:
    toy = Toy()
    if rows == "oov alone":
        toy.reply(toy.cell("A1-001"), [item("oov")])
    counts = cell_counts(*toy.frames)
    for table in (entry_intervals(counts, [SATISFACTION]), pooled(counts, rates=[SATISFACTION])):
        assert table.height == len(toy.lists)
        assert table["estimate"].drop_nulls().is_empty()
