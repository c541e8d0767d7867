from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.suite.share import share_of_suite


def _suite() -> pl.DataFrame:
    rows = [
        {
            "prompt_id": f"{family}-{tier}{n:02d}:{arm}",
            "cell_id": f"{family}-{tier}{n:02d}",
            "family": family,
            "tier": tier,
            "arm": arm,
        }
        for family in ("A1", "A3")
        for tier, size in ((1, 10), (2, 10), (3, 2))
        for n in range(size)
        for arm in ("naive", "expert")
    ]
    return pl.DataFrame(rows)


def test_each_family_and_tier_gives_the_same_number_of_cells_and_a_short_one_gives_all() -> None:
    share = share_of_suite(_suite(), 3)
    sizes = share.group_by("family", "tier").agg(pl.col("cell_id").n_unique()).sort("family", "tier")
    assert sizes["cell_id"].to_list() == [3, 3, 2, 3, 3, 2]


def test_a_kept_cell_keeps_both_arms() -> None:
    arms = share_of_suite(_suite(), 3).group_by("cell_id").len()
    assert arms["len"].unique().to_list() == [2]


def test_the_share_depends_neither_on_row_order_nor_on_the_day() -> None:
    suite = _suite()
    assert share_of_suite(suite, 3).sort("prompt_id").equals(share_of_suite(suite.reverse(), 3).sort("prompt_id"))


def test_a_stratum_is_drawn_by_itself() -> None:
    suite = _suite()
    alone = share_of_suite(suite.filter(pl.col("family") == "A3"), 3)
    assert alone.equals(share_of_suite(suite, 3).filter(pl.col("family") == "A3"))


def test_none_keeps_all() -> None:
    assert share_of_suite(_suite(), None).equals(_suite())


def test_a_share_of_nothing_is_refused() -> None:
    with pytest.raises(Refused, match="cells_per_stratum = 0"):
        share_of_suite(_suite(), 0)
