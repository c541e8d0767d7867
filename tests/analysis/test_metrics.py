from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stimfid_lib.analysis.cells import ENTRY, cell_counts
from stimfid_lib.analysis.metrics import cell_rates, summarize
from stimfid_lib.analysis.rates import RATES, rate
from stimfid_lib.base.errors import Refused
from stimfid_lib.scoring.rows import ITEM_SCHEMA, LIST_SCHEMA, STATUSES
from tests.analysis import toy as tables
from tests.analysis.toy import PASS, Toy, item


def only_row(toy: Toy) -> dict[str, Any]:
    rows = summarize(*toy.frames)
    assert rows.height == 1
    return rows.row(0, named=True)


@pytest.fixture
def words() -> Toy:
    """Two lists of ten in one A1 cell: 18 counted items and 2 that only a second pronunciation satisfies.

    List 0: 5 pass, 1 fails its position, 1 fails position and syllables, 1 fails syllables and has no norm,
            1 is outside a band, 1 is no word.                                                        10 items
    List 1: 2 pass (the second repeats the first), 1 passes but shares a root, 2 oov, 1 multiword,
            1 fails a cluster, 1 has no norm, 2 variant-only (one of them a repeat).                   10 items
    """
    toy = Toy()
    prompt = toy.cell("A1-001")
    toy.reply(
        prompt,
        [PASS] * 5
        + [
            item("fail", "phoneme_at"),
            item("fail", "phoneme_at", "syllable_count"),
            item("fail", "syllable_count", "norm_missing:aoa"),
            item("fail", "norm_band:aoa"),
            item("not_a_word"),
        ],
    )
    toy.reply(
        prompt,
        [
            PASS,
            item("pass", duplicate=True),
            item("pass", morph_pad=True),
            item("oov"),
            item("oov"),
            item("multiword"),
            item("fail", "cluster_at"),
            item("fail", "norm_missing:aoa"),
            item("fail", "phoneme_at", variant_only=True),
            item("fail", "phoneme_at", variant_only=True, duplicate=True),
        ],
        replicate=1,
    )
    return toy


# pass 5 + 3 = 8; fail 4 + 2 = 6; not_a_word 1; D = 15. Counted items 18, returned 20, lists 2.
WORD_RATES = {
    "constraint_satisfaction": 8 / 15,
    "position_error_rate": 3 / 15,  # two phoneme_at in list 0, the cluster in list 1
    "structural_violation_rate": 4 / 15,  # those three and syllables with a missing norm
    "norm_band_violation_rate": 1 / 15,
    "norm_missing_rate": 2 / 15,
    "false_pair_rate": None,
    "fabrication_rate": 1 / 18,
    "oov_rate": 2 / 18,
    "multiword_rate": 1 / 18,
    "dup_rate": 1 / 18,  # the variant-only repeat is not counted
    "morph_pad_rate": 1 / 18,
    "variant_only_rate": 2 / 20,
    "list_pass_rate": 0.0,
    "clean_list_rate": 0.0,
    "refusal_rate": 0.0,
    "extraction_failure_rate": 0.0,
    "degenerate_rate": 1 / 2,  # list 1: a repeat and a padding
}


def test_the_hand_reckoned_rates_cover_every_rate() -> None:
    assert set(WORD_RATES) == {entry.name for entry in RATES}


@pytest.mark.parametrize("name", WORD_RATES)
def test_rates_over_words_are_those_reckoned_by_hand(words: Toy, name: str) -> None:
    assert only_row(words)[name] == pytest.approx(WORD_RATES[name], abs=1e-15)


def test_counts_beside_the_rates(words: Toy) -> None:
    row = only_row(words)
    assert (row["n_cells"], row["n_lists"], row["n_items"], row["n_scored"]) == (1, 2, 20, 15)


def test_rates_over_pairs_have_all_pairs_but_oov_as_denominator() -> None:
    toy = Toy()
    statuses = [
        *("pass", "pass", "pass"),
        *("wrong_contrast", "not_minimal", "variant_or_gt1", "malformed"),  # the four false pairs
        *("wrong_position", "wrong_length", "below_distance", "not_a_word", "multiword"),  # wrong, but no false pair
        "oov",
    ]
    toy.reply(toy.cell("A3-001", length=8), [item(status) for status in statuses] + [item("oov", variant_only=True)])
    row = only_row(toy)
    # 13 counted, of which 1 oov: 12 scored pairs
    assert row["n_scored"] == 12
    assert row["constraint_satisfaction"] == 3 / 12
    assert row["false_pair_rate"] == 4 / 12
    assert row["fabrication_rate"] == 1 / 13
    assert row["oov_rate"] == 1 / 13
    assert row["multiword_rate"] == 1 / 13
    assert row["variant_only_rate"] == 1 / 14
    for name in ("position_error_rate", "structural_violation_rate", "norm_band_violation_rate", "norm_missing_rate"):
        assert row[name] is None, "pairs state no constraint"


def test_rates_over_lists() -> None:
    toy = Toy()
    prompt = toy.cell("A1-001", length=4)
    toy.reply(prompt, [PASS] * 4)  # passes, clean
    toy.reply(prompt, [PASS] * 3 + [item("pass", duplicate=True)], replicate=1)  # passes, a repeat: degenerate
    toy.reply(prompt, [PASS] * 2, replicate=2)  # two of four is half: short, not degenerate
    toy.reply(prompt, [PASS], replicate=3)  # one of four: degenerate
    toy.reply(prompt, [], replicate=4, refusal=True)  # refusal: degenerate
    toy.reply(prompt, [], replicate=5)  # nothing found: degenerate
    row = only_row(toy)
    assert row["list_pass_rate"] == 2 / 6
    assert row["clean_list_rate"] == 1 / 6
    assert row["refusal_rate"] == 1 / 6
    assert row["extraction_failure_rate"] == 1 / 6
    assert row["degenerate_rate"] == 4 / 6
    assert row["constraint_satisfaction"] == 1.0


def test_eight_of_ten_is_point_eight_and_oov_stays_outside() -> None:
    toy = Toy()
    prompt = toy.cell("A1-001")
    toy.reply(prompt, [PASS] * 8 + [item("fail", "phoneme_at")] * 2)
    assert only_row(toy)["constraint_satisfaction"] == 0.8
    toy.reply(prompt, [item("oov")] * 10, replicate=1)
    assert only_row(toy)["constraint_satisfaction"] == 0.8


def test_an_empty_denominator_is_null() -> None:
    toy = Toy()
    toy.reply(toy.cell("A1-001"), [item("oov"), item("multiword")])
    row = only_row(toy)
    assert row["constraint_satisfaction"] is None
    assert row["position_error_rate"] is None
    assert row["oov_rate"] == 1 / 2


def test_an_entry_without_any_item_keeps_its_list_rates() -> None:
    toy = Toy()
    toy.reply(toy.cell("B1-001"), [], refusal=True)
    row = only_row(toy)
    assert row["refusal_rate"] == 1.0
    assert all(row[entry.name] is None for entry in RATES if entry.over == "items")


def test_items_of_a_failed_extraction_are_left_out() -> None:
    toy = Toy()
    prompt = toy.cell("A1-001")
    toy.reply(prompt, [PASS])
    toy.reply(prompt, [item("fail", "phoneme_at")], replicate=1, extract_method="none")
    assert only_row(toy)["constraint_satisfaction"] == 1.0


def test_an_unknown_refusal_is_none_and_leaves_an_extraction_failure() -> None:
    toy = Toy()
    toy.reply(toy.cell("A1-001"), [], refusal=None)
    row = only_row(toy)
    assert (row["refusal_rate"], row["extraction_failure_rate"], row["degenerate_rate"]) == (0.0, 1.0, 1.0)


def test_replicates_and_cells_are_summed_and_rows_sorted() -> None:
    toy = Toy()
    for cell, passes in (("A1-002", 1), ("A1-001", 3)):
        toy.reply(toy.cell(cell, tier=2), [PASS] * passes + [item("not_a_word")] * (4 - passes), "b")
    toy.reply(toy.cell("A1-003", tier=1), [PASS], "b")
    toy.reply(toy.cell("A1-003", tier=1, arm="expert"), [PASS], "a")
    rows = summarize(*toy.frames)
    assert rows.select(ENTRY).rows() == [("A1", "a", "expert", 1), ("A1", "b", "naive", 1), ("A1", "b", "naive", 2)]
    assert rows["constraint_satisfaction"].to_list() == [1.0, 1.0, 4 / 8]
    cells = cell_rates(cell_counts(*toy.frames)).filter(pl.col("tier") == 2)
    assert cells.select("cell_id", "constraint_satisfaction").rows() == [("A1-001", 0.75), ("A1-002", 0.25)]


def test_the_order_of_rows_does_not_matter(words: Toy) -> None:
    items, lists, suite = words.frames
    assert summarize(items.reverse(), lists.reverse(), suite).equals(summarize(items, lists, suite))


def test_the_toy_tables_have_the_columns_and_types_of_the_scored_ones() -> None:
    assert tables.ITEM_SCHEMA.items() <= dict(ITEM_SCHEMA).items()
    assert tables.LIST_SCHEMA.items() <= dict(LIST_SCHEMA).items()


def test_tables_with_every_column_and_nulls_where_words_have_them_are_read(words: Toy) -> None:
    items, lists, suite = words.frames
    whole = items.with_columns(
        pl.lit(None, dtype=dtype).alias(name)
        for name, dtype in ITEM_SCHEMA.items()
        if name not in items.columns or name == "pair_table_miss"
    )
    assert summarize(whole, lists, suite).equals(summarize(items, lists, suite))


def test_tables_without_optional_columns_are_read(words: Toy) -> None:
    items, lists, suite = words.frames
    assert summarize(items.drop("pair_table_miss"), lists, suite).equals(summarize(items, lists, suite))


def test_a_table_in_which_nothing_failed_needs_no_typed_list() -> None:
    toy = Toy()
    toy.reply(toy.cell("A1-001"), [PASS])
    items, lists, suite = toy.frames
    untyped = items.drop("failed").with_columns(pl.Series("failed", [[]]))
    assert summarize(untyped, lists, suite)["constraint_satisfaction"].to_list() == [1.0]


def test_refusals_name_what_is_wrong(words: Toy) -> None:
    items, lists, suite = words.frames
    with pytest.raises(Refused, match="items lack the columns status"):
        summarize(items.drop("status"), lists, suite)
    with pytest.raises(Refused, match=r"'A1-001:naive', which is not in the suite"):
        summarize(items, lists, suite.clear())
    with pytest.raises(Refused, match="status 'passed'"):
        summarize(items.with_columns(status=pl.lit("passed")), lists, suite)
    with pytest.raises(Refused, match="twice"):
        summarize(items, pl.concat([lists, lists]), suite)
    with pytest.raises(Refused, match=r"items hold the item \(A1-001:naive, m, 0, 3\) twice"):
        summarize(pl.concat([items, items[3:4]]), lists, suite)
    with pytest.raises(Refused, match="twice"):
        summarize(items, lists, pl.concat([suite, suite]))


def test_a_rate_is_found_by_its_name() -> None:
    assert rate("oov_rate").numerator == ("n_oov",)
    with pytest.raises(Refused, match="oov_ratio"):
        rate("oov_ratio")


any_item = st.builds(
    lambda status, failed, vo, dup, pad: item(status, *failed, variant_only=vo, duplicate=dup, morph_pad=pad),
    st.sampled_from(STATUSES),
    st.lists(st.sampled_from(["phoneme_at", "syllable_count", "norm_band:aoa", "norm_missing:aoa"]), unique=True),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)


@settings(max_examples=40)
@given(st.sampled_from(["A1", "A3"]), st.lists(st.lists(any_item, max_size=6), min_size=1, max_size=4))
def test_every_rate_is_null_or_a_proportion(family: str, replies: list[list[Any]]) -> None:
    toy = Toy()
    for number, items in enumerate(replies):
        toy.reply(toy.cell(f"{family}-{number:03d}"), items)
    row = only_row(toy)
    assert all(row[entry.name] is None or 0 <= row[entry.name] <= 1 for entry in RATES)
