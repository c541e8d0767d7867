from __future__ import annotations

import re

import polars as pl
import pytest

from stimfid_lib.analysis.boundary import boundary_interval
from stimfid_lib.analysis.formats import cells_text, change_html, estimate_html, interval, narrow_html, proportion
from stimfid_lib.analysis.labels import FAMILIES, ModelLabel, model_labels
from stimfid_lib.analysis.rates import RATES
from stimfid_lib.analysis.results import Results
from stimfid_lib.analysis.tables import (
    checks_table,
    overview_table,
    rates_table,
    satisfaction_table,
    sensitivity_table,
    table_html,
)
from stimfid_lib.base.errors import Refused
from tests.analysis.toy import small_study

TINY = ModelLabel("tiny", "Tiny-1M", "embedded")
NAME = "toy lexicon"


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(*small_study().frames, n_boot=200)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (0.0, "0.00"),
        (0.004, "<0.01"),
        (0.005, "0.01"),
        (0.625, "0.62"),
        (0.994, "0.99"),
        (0.9951, ">0.99"),
        (1.0, "1.00"),
    ],
)
def test_a_proportion_is_never_rounded_to_perfection(value: float | None, text: str) -> None:
    assert proportion(value) == text


def test_cells_and_intervals_in_words() -> None:
    assert interval(0.5, 1.0) == "[0.50, 1.00]"
    assert interval(None, None) == ""
    assert cells_text({"n_cells": 3}, {"n_cells": 3}) == "3"
    assert cells_text({"n_cells": 3}, None) == "3 / 0"
    assert estimate_html(None) == "–"


ROW = {
    "estimate": 0.98,
    "low": 0.97,
    "high": 1.0,
    "boundary_low": 0.8,
    "boundary_high": 0.999,
    "change": -0.0004,
    "variation": "oov_fail",
}


def test_wherever_an_interval_is_too_short_the_figure_carries_the_mark() -> None:
    short = ROW | {"few_cells": True, "near_edge": True}
    for write in (estimate_html, narrow_html, change_html):
        assert "&nbsp;†‡" in write(short)
        assert "†" not in write(ROW | {"few_cells": False, "near_edge": True})
        assert "‡" not in write(ROW | {"few_cells": True, "near_edge": False})
    assert ".80–>0.99" in narrow_html(short)  # in a column with room for one interval the one that holds
    assert ".97–1.00" in narrow_html(ROW | {"few_cells": False, "near_edge": False})
    assert "−0.000" in change_html(short)


def test_satisfaction_by_family_arm_and_tier(results: Results) -> None:
    page = table_html(satisfaction_table(results.entries, results.by_tier, TINY, NAME)).replace("\u00a0", "&nbsp;")
    for family in FAMILIES.values():
        assert family in page
    # tier 1, two cells: 3 of 4 and 2 of 4 items, so 5/8, between 1/2 and 3/4; marked for its few cells
    assert "<b>0.62</b>&nbsp;[0.50, 0.75]&nbsp;†" in page
    assert "smoke-test model" in page
    assert NAME in page


def test_all_rates_stand_in_the_two_tables_and_unasked_ones_are_dashes(results: Results) -> None:
    items = table_html(rates_table(results.by_family, TINY, NAME))
    lists = table_html(rates_table(results.by_family, TINY, NAME, over="lists"))
    for rate in RATES:
        assert rate.label in (items if rate.over == "items" else lists)
    position = re.search(r"Sound or cluster.*?</tr>", items, flags=re.DOTALL)
    assert position is not None
    cells = [re.sub(r"<[^<>]+>", " ", cell).split() for cell in re.findall(r"<td.*?</td>", position.group())]
    # no error in six cells of 8 items: the boundary interval (test_boundary), since .00–.00 would say that none can be
    high = boundary_interval([[0.0] * 6], [[1.0] * 6], [24.0])[1][0]
    assert cells[-5:-3] == [["0.00", "†‡", f".00–{high:.2f}".replace("0.", ".", 1)]] * 2
    assert cells[-3:] == [["–"]] * 3


def test_the_overview_keeps_kinds_apart(results: Results) -> None:
    page = table_html(overview_table(results.by_arm, results.summary, NAME, {"tiny": TINY}))
    heads = re.findall(r"(Vendors|Smoke-test models|Reference generators)", page)
    assert heads == ["Smoke-test models", "Reference generators"]
    assert page.index("Tiny-1M") < page.index("“lexicon” generator") < page.index("“spelling” generator")


def test_sensitivity_and_checks(results: Results) -> None:
    page = table_html(sensitivity_table(results.sensitivity, TINY, NAME))
    assert "Repeats left out" in page
    assert "0 / 0" in page
    verdict = table_html(checks_table(results.checks))
    assert verdict.count("passed") == 5


def test_html_stands_alone_and_is_the_same_each_time(results: Results) -> None:
    pages = [table_html(satisfaction_table(results.entries, results.by_tier, TINY, NAME)) for _ in range(2)]
    assert pages[0] == pages[1]
    assert not re.search(r"https?://|<script|@import|url\(|<link", pages[0])


def test_the_metrics_table_holds_summary_and_intervals(results: Results) -> None:
    metrics = results.metrics
    assert metrics.height == 5 * 3 * 2 * 3  # families x tiers x arms x models
    assert metrics.columns[: results.summary.width] == results.summary.columns
    entry = pl.struct("family", "model_key", "arm", "tier") == pl.struct(
        family=pl.lit("A1"), model_key=pl.lit("tiny"), arm=pl.lit("naive"), tier=pl.lit(1, pl.Int64)
    )
    row = metrics.row(by_predicate=entry, named=True)
    assert row["constraint_satisfaction"] == 5 / 8
    assert (row["constraint_satisfaction_low"], row["constraint_satisfaction_high"]) == (0.5, 0.75)
    assert row["constraint_satisfaction_few_cells"] is True


def test_labels_stand_in_order_and_unknown_kinds_are_refused() -> None:
    labels = model_labels(["spelling", "zeta", "tiny", "lexicon"], {"tiny": TINY})
    assert [label.key for label in labels] == ["zeta", "tiny", "lexicon", "spelling"]
    with pytest.raises(Refused, match="'toy'"):
        ModelLabel("x", "x", "toy")  # type: ignore[arg-type]
