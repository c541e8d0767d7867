from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.suite.pools import FAMILIES
from stimfid_lib.suite.ui_sheet import UI_COLUMNS, draw_ui_prompts, ui_rows


def suite_of(a_tier: int = 4, tiers: tuple[int, ...] = (1, 2, 3)) -> pl.DataFrame:
    rows = [
        (f"{family}-{tier}{number:02d}:{arm}", family, tier, arm, f"{family} {tier} {number} {arm}")
        for family in FAMILIES
        for tier in tiers
        for number in range(a_tier)
        for arm in ("naive", "expert")
    ]
    rows.append(("WILD-000:naive", "A1", 0, "naive", "observed"))
    return pl.DataFrame(rows, schema=["prompt_id", "family", "tier", "arm", "prompt_text"], orient="row")


def test_25_naive_prompts_five_a_family_spread_over_tiers() -> None:
    drawn = draw_ui_prompts(suite_of())
    assert drawn.height == 25
    assert set(drawn["arm"]) == {"naive"}
    assert "WILD-000:naive" not in drawn["prompt_id"].to_list()
    counts = drawn.group_by("family", "tier").len().sort("family", "tier")
    assert counts["len"].to_list() == [2, 2, 1] * 5


def test_the_draw_is_fixed_and_is_no_first_five() -> None:
    suite = suite_of(12)
    once = draw_ui_prompts(suite)["prompt_id"].to_list()
    assert draw_ui_prompts(suite.sample(fraction=1, shuffle=True, seed=7))["prompt_id"].to_list() == once
    firsts = [name for name in once if int(name.split("-")[1][1:3]) < 2]
    assert len(firsts) < len(once)


def test_short_tiers_give_what_they_have() -> None:
    assert draw_ui_prompts(suite_of(5, tiers=(2,))).height == 25
    with pytest.raises(Refused, match="family A1 has 4 naive prompts"):
        draw_ui_prompts(suite_of(4, tiers=(1,)))


def test_one_row_a_product_and_prompt() -> None:
    rows = ui_rows(draw_ui_prompts(suite_of()), ["chatgpt", "claude"])
    assert len(rows) == 50
    assert tuple(rows[0]) == UI_COLUMNS
    assert {(row["date"], row["raw_text"]) for row in rows} == {("", "")}
