from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.analysis.cells import cell_counts
from stimfid_lib.analysis.hypotheses import HYPOTHESES_SCHEMA, Verdict, decide, hypotheses_frame
from tests.analysis.planned import CEILING, EMBEDDED, FREE, PAID, planted, planted_toy, toy_plan
from tests.analysis.toy import PASS, Toy, item

OTHER_FREE = FREE.model_copy(update={"key": "other"})


def verdict(key: str, counts: pl.DataFrame, models: list | None = None) -> Verdict:  # type: ignore[type-arg]
    (found,) = (one for one in decide(counts, toy_plan(models or [FREE])) if one.key == key)
    return found


def as_hypothesised(family: str, tier: int, arm: str) -> int:
    """Falls over tiers, expert better, A3 and B1 worse than A1; far from every threshold."""
    return 15 - 3 * tier + {"naive": 0, "expert": 4}[arm] - {"A3": 5, "B1": 5}.get(family, 0)


@pytest.fixture(scope="module")
def shown() -> pl.DataFrame:
    return planted(as_hypothesised)


@pytest.fixture(scope="module")
def flat() -> pl.DataFrame:
    """19 of 20 everywhere: nothing falls, nothing differs, and everything is above the thresholds."""
    return planted(lambda *_: 19)


def test_a_study_made_to_show_all_five_supports_all_five(shown: pl.DataFrame) -> None:
    for found in decide(shown, toy_plan()):
        assert found.decision == "supported", found.key
        assert found.p_holm is not None
        assert found.p_holm < 0.05, found.key
        assert all(finding.holds for finding in found.findings)
        assert not found.smoke_test


def test_a_study_made_to_show_none_supports_none(flat: pl.DataFrame) -> None:
    for found in decide(flat, toy_plan(), {"m": "Model One"}):
        assert found.decision == "not supported", found.key
        assert "not shown by Model One" in found.reason


def without(counts: pl.DataFrame, **values: object) -> pl.DataFrame:
    return counts.filter(~pl.all_horizontal(pl.col(name) == value for name, value in values.items()))


@pytest.mark.parametrize(
    ("key", "missing", "why"),
    [
        ("H1", {"arm": "naive"}, "no scored item"),
        ("H2", {"family": "B2", "tier": 3}, "no scored item in B2 tier 3"),
        ("H3", {"family": "A3"}, "no scored item in A3, naive arm"),
        ("H4", {"arm": "expert"}, "no cell scored in both arms"),
        ("H5", {"family": "B1"}, "no scored item in B1, naive arm"),
    ],
)
def test_what_is_missing_makes_it_not_evaluable(key: str, missing: dict, why: str, shown: pl.DataFrame) -> None:  # type: ignore[type-arg]
    found = verdict(key, without(shown, **missing))
    assert found.decision == "not evaluable"
    assert why in found.reason
    assert (found.p, found.p_holm) == (None, None)


def test_without_a_free_model_h1_says_so_and_the_embedded_one_stands_in_for_the_rest(shown: pl.DataFrame) -> None:
    verdicts = {one.key: one for one in decide(shown, toy_plan([EMBEDDED, CEILING]))}
    assert verdicts["H1"].decision == "not evaluable"
    assert "no model of free access was planned" in verdicts["H1"].reason
    assert verdicts["H2"].decision == "supported"
    assert verdicts["H2"].smoke_test
    assert verdict("H1", shown, [PAID.model_copy(update={"key": "m"})]).decision == "not evaluable"


def test_with_reference_generators_alone_nothing_can_be_told(shown: pl.DataFrame) -> None:
    verdicts = decide(shown, toy_plan([CEILING]))
    assert {one.decision for one in verdicts} == {"not evaluable"}
    assert "only reference generators" in verdicts[1].reason


def test_a_planned_model_that_did_not_answer_keeps_a_claim_about_all_open(shown: pl.DataFrame) -> None:
    found = verdict("H1", shown, [FREE, OTHER_FREE])
    assert found.decision == "not evaluable"
    assert "other" in found.reason


def test_one_model_against_it_decides_even_if_another_is_missing(flat: pl.DataFrame) -> None:
    assert verdict("H1", flat, [FREE, OTHER_FREE]).decision == "not supported"


def test_every_free_model_must_show_h1() -> None:
    toy = planted_toy(as_hypothesised)
    planted_toy(lambda *_: 19, toy=toy, model="other")
    found = verdict("H1", cell_counts(*toy.frames), [FREE, OTHER_FREE])
    assert found.decision == "not supported"
    assert "other" in found.reason
    assert "m (" not in found.reason


def test_an_expert_arm_at_the_ceiling_speaks_against_h4() -> None:
    counts = planted(lambda _family, _tier, arm: {"naive": 12, "expert": 20}[arm])
    found = verdict("H4", counts)
    assert found.decision == "not supported"
    gain, reached = found.findings
    assert gain.holds
    assert not reached.holds
    assert (reached.estimate, reached.high) == (1.0, 1.0)


def test_tiers_that_fall_unevenly_are_not_monotone() -> None:
    # tier 2 above tier 1 in three families by one item, far above tier 3: the estimates rise and then fall
    counts = planted(lambda family, tier, _: {1: 15, 2: 16 if family < "B" else 14, 3: 5}[tier])
    found = verdict("H2", counts).findings[0]
    assert found.estimate == pytest.approx(0.5)
    assert not found.holds
    assert "not monotone" in found.detail


@pytest.mark.parametrize(("key", "threshold"), [("H1", 0.9), ("H3", 0), ("H4", 0), ("H5", 0)])
def test_an_estimate_on_the_right_side_shows_nothing_while_its_interval_reaches_over(
    key: str, threshold: float
) -> None:
    # two cells a family, of 20 items. Naive: 20 and 14 pass (A1: 20 and 15), about .85 in all; expert: one less and two
    # more, .025 better; errors in A3 and B1 0 and 6, in A1 0 and 5
    toy = Toy()
    faults = {"A3": item("malformed"), "B1": item("fail", "norm_band:aoa")}
    for family in ("A1", "A2", "A3", "B1", "B2"):
        worse = 15 if family == "A1" else 14
        for number, (naive, expert) in enumerate([(20, 19), (worse, worse + 2)]):
            for arm, passed in (("naive", naive), ("expert", expert)):
                fault = faults.get(family, item("fail", "phoneme_at"))
                prompt = toy.cell(f"{family}-10{number}", 1, arm, length=20)
                toy.reply(prompt, [PASS] * passed + [fault] * (20 - passed))
    found = verdict(key, cell_counts(*toy.frames)).findings[0]
    assert found.low is not None
    assert found.estimate is not None
    assert found.high is not None
    assert found.low < threshold < found.high
    assert (found.estimate < threshold) is (key == "H1")
    assert found.holds is False


def test_one_family_that_falls_far_is_no_trend_over_families() -> None:
    # A1 18, 10, 2 of 20 and the other four 8, 9, 10: the estimates fall (10, 9.2, 8.4), four families in five rise
    counts = planted(lambda family, tier, _: 26 - 8 * tier if family == "A1" else 7 + tier)
    found = verdict("H2", counts)
    assert ": monotone" in found.findings[0].detail
    assert found.findings[0].holds is False
    assert "not shown by m" in found.reason


def test_h1_is_the_mean_of_cell_means_and_its_bounds_are_ordered(shown: pl.DataFrame) -> None:
    # naive tiers 12, 9, 6 of 20, less 5 in A3 and B1: mean 9 - 2 = 7 of 20; parities cancel
    (found,) = verdict("H1", shown).findings
    assert found.estimate == pytest.approx(7 / 20)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 7 / 20 < found.high < 0.9
    assert found.p == pytest.approx(2 / 501)  # no resample of 500 reaches .90
    assert found.n_cells == 60


def test_h3_and_h5_are_differences_of_family_means(shown: pl.DataFrame) -> None:
    # failures of 20: A1 11 on average, A3 and B1 16
    for one in decide(shown, toy_plan()):
        if one.key not in ("H3", "H5"):
            continue
        (found,) = one.findings
        assert found.estimate == pytest.approx(5 / 20)
        assert found.n_cells == 12


def test_holms_correction_can_undo_what_one_test_alone_would_show() -> None:
    # A1 without an error; A3: five cells, one false pair of 20 in three of them. The difference is not above 0 only if
    # all five draws fall on the two clean cells: (2 / 5) ** 5 = .010, below .025, so the interval lies above 0 and
    # p is about .02; times 5 it is about .1.
    toy = Toy()
    for number in range(5):
        toy.reply(toy.cell(f"A1-{number:03d}", length=20), [PASS] * 20)
        wrong = [item("wrong_contrast")] if number < 3 else []
        toy.reply(toy.cell(f"A3-{number:03d}", length=20), [PASS] * (20 - len(wrong)) + wrong)
    counts = cell_counts(*toy.frames)
    plan = toy_plan(suite=toy.frames[2]).model_copy(update={"n_boot": 4000})
    (found,) = (one for one in decide(counts, plan) if one.key == "H3")
    assert found.findings[0].holds
    assert found.p == pytest.approx(2 * 0.4**5, abs=0.012)  # four standard errors of 4,000 draws, doubled
    assert found.p_holm == pytest.approx(5 * found.p)  # the smallest of five, the others being 1
    assert found.decision == "not supported"
    assert "after Holm's correction" in found.reason


def test_common_words_stand_beside_h5_and_decide_nothing() -> None:
    toy = planted_toy(as_hypothesised)
    planted_toy(lambda family, _tier, _arm: 10 if family == "A1" else 2, toy=toy, model="common")
    found = verdict("H5", cell_counts(*toy.frames))
    assert [finding.model_key for finding in found.findings] == ["m"]
    (beside,) = found.beside
    assert beside.estimate == pytest.approx(18 / 20 - 10 / 20)


def test_pasted_answers_and_other_models_outside_the_plan_stand_in_no_verdict(shown: pl.DataFrame) -> None:
    toy = planted_toy(as_hypothesised)
    planted_toy(lambda *_: 19, toy=toy, model="ui_chatgpt")
    assert verdict("H1", cell_counts(*toy.frames)).decision == "supported"


def test_the_stage_table_has_a_row_a_finding(shown: pl.DataFrame) -> None:
    frame = hypotheses_frame(decide(shown, toy_plan([EMBEDDED])))
    assert frame.schema == HYPOTHESES_SCHEMA
    assert frame["hypothesis"].to_list() == ["H1", "H2", "H2", "H3", "H4", "H4", "H5"]
    assert frame.row(0, named=True)["estimate"] is None
    assert frame["smoke_test"].to_list() == [False] + [True] * 6


@pytest.mark.parametrize("key", ["H1", "H4"])
def test_a_family_that_was_never_scored_leaves_no_pooled_figure(key: str, shown: pl.DataFrame) -> None:
    found = verdict(key, without(shown, family="B2"))
    assert found.decision == "not evaluable"
    assert "no scored item in B2" in found.reason


@pytest.mark.parametrize("key", ["H1", "H3", "H4", "H5"])
def test_one_cell_decides_nothing(key: str, shown: pl.DataFrame) -> None:
    # a resample of one cell is that cell: without a rule its interval is a point and its p the smallest there is
    family = {"H3": "A3", "H5": "B1"}.get(key)
    one_cell = pl.col("cell_id") == f"{family or 'A1'}-100"
    found = verdict(key, shown.filter(one_cell if family is None else one_cell | (pl.col("family") != family)))
    assert found.decision == "not evaluable"
    assert "one scored request alone" in found.reason


def test_the_p_of_a_claim_that_a_missing_model_belongs_to_is_one() -> None:
    # the trend is as rare as can be in m (L = 67), yet not monotone, which contradicts H2; the other never answered
    counts = planted(lambda family, tier, _: {1: 15, 2: 16 if family < "B" else 14, 3: 5}[tier])
    alone, both = verdict("H2", counts), verdict("H2", counts, [FREE, OTHER_FREE])
    assert alone.p is not None
    assert alone.p < 0.05
    assert (both.decision, both.p) == ("not supported", 1.0)


def test_reasons_name_the_arm() -> None:
    counts = planted(lambda _family, tier, arm: 15 - 4 * tier if arm == "naive" else 10)
    found = verdict("H2", counts)
    assert "expert arm" in found.reason
    assert "naive arm" not in found.reason
