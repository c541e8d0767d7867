from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap

from stimfid_lib.analysis.cells import cell_counts
from stimfid_lib.analysis.compared import COMPARED_SCHEMA, access_pairs, compared
from stimfid_lib.analysis.drawn import Drawn, drawn
from stimfid_lib.analysis.drift import drift, require_same_ground
from stimfid_lib.analysis.paired import models_compared, paired, ui_counterparts
from stimfid_lib.analysis.rates import rate
from stimfid_lib.base.errors import Refused
from tests.analysis.planned import FREE, MANIFEST, PAID, toy_plan
from tests.analysis.toy import PASS, Toy, item

FAIL = item("fail", "syllable_count")


def side(passes: dict[str, int], model: str = "m", arm: str = "naive", toy: Toy | None = None) -> Toy:
    """Cells of ten items each, so many of which pass."""
    toy = Toy() if toy is None else toy
    for cell, passed in passes.items():
        toy.reply(toy.cell(cell, arm=arm), [PASS] * passed + [FAIL] * (10 - passed), model)
    return toy


def counted(passes: dict[str, int], model: str = "m", arm: str = "naive") -> pl.DataFrame:
    return cell_counts(*side(passes, model, arm).frames)


def test_only_cells_that_both_sides_scored_are_compared() -> None:
    # shared: 2 -> 5, 4 -> 5, 6 -> 8 of ten; before alone 10, after alone 0
    before = counted({"A1-001": 2, "A1-002": 4, "A1-003": 6, "A1-004": 10})
    after = counted({"A1-001": 5, "A1-002": 5, "A1-003": 8, "A1-005": 0})
    row = paired(before, after).row(0, named=True)
    assert row["n_cells"] == 3
    assert row["before"] == pytest.approx(0.4)
    assert row["after"] == pytest.approx(0.6)
    assert row["difference"] == pytest.approx(0.2)
    assert (row["low"], row["high"]) == pytest.approx((0.1, 0.3))  # a resample is 1 of 27 times one cell alone: 3.7 %
    assert (row["change"], row["few_cells"]) == ("improved", True)


def test_pairing_sees_a_small_gain_under_a_large_spread() -> None:
    before = counted({f"A1-{n:03d}": n for n in range(10)})
    after = counted({f"A1-{n:03d}": n + 1 for n in range(10)})
    row = paired(before, after).row(0, named=True)
    assert (row["low"], row["difference"], row["high"]) == pytest.approx((0.1, 0.1, 0.1))


@pytest.mark.parametrize(("shift", "change"), [(2, "improved"), (-2, "regressed"), (0, "flat")])
def test_improved_regressed_flat(shift: int, change: str) -> None:
    before = counted({f"A1-{n:03d}": 5 for n in range(6)})
    after = counted({f"A1-{n:03d}": 5 + shift for n in range(6)})
    assert paired(before, after)["change"].to_list() == [change]


def test_more_faults_are_a_regression() -> None:
    toys = Toy(), Toy()
    for toy, wrong in zip(toys, (0, 3), strict=True):
        for number in range(4):
            toy.reply(toy.cell(f"A1-{number:03d}"), [item("not_a_word")] * wrong + [PASS] * (10 - wrong))
    before, after = (cell_counts(*toy.frames) for toy in toys)
    row = paired(before, after, rates=[rate("fabrication_rate")]).row(0, named=True)
    assert row["difference"] == pytest.approx(0.3)
    assert row["change"] == "regressed"


def test_it_agrees_with_scipy_on_the_differences_of_cells() -> None:
    rng = np.random.default_rng(215)
    old, new = rng.integers(0, 11, 30), rng.integers(0, 11, 30)
    moved = drawn({f"c{n:02d}": (b - a) / 10 for n, (a, b) in enumerate(zip(old, new, strict=True))}, n_boot=20_000)
    assert moved is not None

    def mean(index: np.ndarray, axis: int = -1) -> np.ndarray:
        return ((new - old) / 10)[index].mean(axis=axis)

    theirs = bootstrap(
        (np.arange(30),), mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(7), vectorized=True
    )
    tolerance = 4 * 2**0.5 * (0.025 * 0.975 / 20_000) ** 0.5 / 0.0584 * float(theirs.standard_error)  # as for one mean
    assert moved.interval == pytest.approx(
        (theirs.confidence_interval.low, theirs.confidence_interval.high), abs=tolerance
    )


def test_independent_figures_differ_with_the_spread_of_both() -> None:
    one = drawn({f"a{n}": n / 10 for n in range(10)}, 4000)
    other = drawn({f"b{n}": n / 10 for n in range(10)}, 4000)
    assert one is not None
    assert other is not None
    difference = one - other
    assert difference.estimate == 0
    spread = (np.arange(10) / 10).std() / 10**0.5
    assert difference.replicates.std() == pytest.approx(2**0.5 * spread, rel=0.05)
    assert min(difference.p_not_above(0), difference.p_not_below(0)) > 0.5


def test_a_p_value_counts_the_resamples_against_the_claim() -> None:
    figure = drawn({"a": 0.0, "b": 1.0}, 4000)
    assert figure is not None
    # means of two draws: 0, .5 (half of the time) and 1; at or above .9 a quarter, doubled
    assert figure.p_not_below(0.9) == pytest.approx(0.5, abs=0.06)
    assert figure.p_not_below(2) == pytest.approx(2 / 4001)
    assert figure.p_not_above(1) == 1


def test_models_are_compared_within_the_arms_that_both_answered() -> None:
    toy = side({"A1-001": 5, "A1-002": 5}, "free")
    side({"A1-001": 9, "A1-002": 9}, "free", "expert", toy)
    side({"A1-001": 7, "A1-002": 8}, "paid", "naive", toy)
    table = models_compared(cell_counts(*toy.frames), "free", "paid")
    assert table["arm"].to_list() == ["naive"]
    assert table["difference"].to_list() == pytest.approx([0.25])
    # and where arms are not parted, the arm that one of them was never asked in does not enter the other's cell
    whole = models_compared(cell_counts(*toy.frames), "free", "paid", ())
    assert whole["before"].to_list() == pytest.approx([0.5])
    with pytest.raises(Refused, match="no reply of 'claude'"):
        models_compared(cell_counts(*toy.frames), "claude", "paid")


def test_pasted_answers_find_their_counterparts() -> None:
    keys = ["ui_chatgpt", "chatgpt_free", "chatgpt_paid", "ui_gemini_free", "gemini_free", "gemini_paid", "ui_bard"]
    assert ui_counterparts(keys) == [
        ("ui_chatgpt", "chatgpt_free"),
        ("ui_chatgpt", "chatgpt_paid"),
        ("ui_gemini_free", "gemini_free"),
    ]


def test_one_table_holds_wording_access_and_interface() -> None:
    toy = side({"A1-001": 5, "B1-001": 7}, "m")
    side({"A1-001": 8, "B1-001": 8}, "m", "expert", toy)
    side({"A1-001": 7, "B1-001": 7}, "paid", "naive", toy)
    side({"A1-001": 4, "B1-001": 4}, "ui_m", "naive", toy)
    assert access_pairs(toy_plan([FREE, PAID])) == [("m", "paid")]
    table = compared(cell_counts(*toy.frames), [("m", "paid")])
    assert list(table.columns) == list(COMPARED_SCHEMA)
    found = {(row["comparison"], row["family"]): row["difference"] for row in table.to_dicts()}
    assert found == pytest.approx(
        {
            ("wording", "A1"): 0.3,
            ("wording", "B1"): 0.1,
            ("wording", "all"): 0.2,
            ("access", "A1"): 0.2,
            ("access", "B1"): 0.0,
            ("access", "all"): 0.1,
            ("interface", "A1"): -0.1,
            ("interface", "B1"): -0.3,
            ("interface", "all"): -0.2,
        }
    )


def test_drift_is_told_model_by_model() -> None:
    before = side({f"A1-{n:03d}": 5 for n in range(5)}, "m")
    side({"A1-000": 5}, "gone", toy=before)
    after = side({f"A1-{n:03d}": 8 for n in range(5)}, "m")
    side({"A1-000": 5}, "new", toy=after)
    found = drift(cell_counts(*before.frames), cell_counts(*after.frames))
    rows = found.table.filter(rate="constraint_satisfaction", family="all")
    assert rows["change"].to_list() == ["improved"]
    assert rows["difference"].to_list() == pytest.approx([0.3])
    assert (found.only_before, found.only_after) == (("gone",), ("new",))
    with pytest.raises(Refused, match="no model answered in both"):
        drift(counted({"A1-001": 5}, "a"), counted({"A1-001": 5}, "b"))


@pytest.mark.parametrize(
    ("key", "named"),
    [
        ("suite_sha256", "the suite"),
        ("lexicon_words_sha256", "the lexicon's words"),
        ("lexicon_pairs_sha256", "the lexicon's pairs"),
        ("wordlist_sha256", "real-word list"),
    ],
)
def test_another_suite_or_ground_truth_is_no_drift(key: str, named: str) -> None:
    require_same_ground(MANIFEST, dict(MANIFEST))
    with pytest.raises(Refused, match=named):
        require_same_ground(MANIFEST, MANIFEST | {key: "f" * 64})


@given(st.lists(st.integers(0, 8), min_size=40, max_size=200))
def test_p_is_never_below_where_the_interval_holds_the_threshold(eighths: list[int]) -> None:
    figure = Drawn(0.5, np.array(eighths) / 8, 9)
    low, high = figure.interval
    assert figure.p_not_below(0.75) >= 0.05 or high < 0.75
    assert figure.p_not_above(0.25) >= 0.05 or low > 0.25
