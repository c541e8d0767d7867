from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.corpus.agreement import FEW_ITEMS, cohen_kappa

codes = st.lists(st.tuples(st.sampled_from("ABC"), st.sampled_from("ABC")), min_size=1, max_size=60)


def test_the_textbook_table() -> None:
    # 50 grant applications: yes-yes 20, yes-no 5, no-yes 10, no-no 15; observed .7, chance .5, so κ = .4
    a = ["yes"] * 25 + ["no"] * 25
    b = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    found = cohen_kappa(a, b)
    assert found.kappa == pytest.approx(0.4)
    assert found.categories == ("no", "yes")
    assert found.table == ((15, 10), (5, 20))
    # Fleiss, Cohen and Everitt (1969) by hand: the variance with p_o = .7, p_e = .5 and the margins .5/.5, .6/.4
    cells = {("y", "y"): 0.4, ("n", "n"): 0.3, ("y", "n"): 0.1, ("n", "y"): 0.2}
    row, column = {"y": 0.5, "n": 0.5}, {"y": 0.6, "n": 0.4}
    k = 0.4
    on = sum(cells[c, c] * (1 - (row[c] + column[c]) * (1 - k)) ** 2 for c in "yn")
    off = (1 - k) ** 2 * sum(cells[i, j] * (column[i] + row[j]) ** 2 for i, j in (("y", "n"), ("n", "y")))
    variance = (on + off - (k - 0.5 * (1 - k)) ** 2) / (50 * 0.5**2)
    assert found.high == pytest.approx(0.4 + 1.959964 * math.sqrt(variance), abs=1e-6)
    assert found.low == pytest.approx(0.4 - 1.959964 * math.sqrt(variance), abs=1e-6)


def test_disagreements_are_listed_in_order_with_both_codes() -> None:
    found = cohen_kappa(["A", "B", "C", "A"], ["A", "C", "C", "B"])
    assert [(d.index, d.a, d.b) for d in found.disagreements] == [(1, "B", "C"), (3, "A", "B")]
    assert (found.n, found.n_agreed, found.share) == (4, 2, 0.5)
    assert found.few


def test_perfect_agreement_keeps_the_share_s_doubt() -> None:
    found = cohen_kappa(["A", "B"] * 5, ["A", "B"] * 5)
    assert (found.kappa, found.low, found.high) == (1.0, 1.0, 1.0)
    # Wilson's lower bound of 10 of 10: n / (n + z²)
    assert found.share_low == pytest.approx(10 / (10 + 1.959964**2), abs=1e-6)
    assert found.share_high == 1.0


def test_one_code_throughout_has_no_kappa() -> None:
    found = cohen_kappa([1, 1, 1], [1, 1, 1])
    assert (found.kappa, found.low, found.high) == (None, None, None)
    assert found.share == 1.0
    assert "not defined" in str(found)


def test_one_coder_of_one_code_agrees_by_chance_only() -> None:
    assert cohen_kappa(["A"] * 4, ["A", "A", "B", "A"]).kappa == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("a", "b", "told"),
    [
        ([1], [1, 2], "coded 1 items and coder b 2"),
        ([], [], "no items"),
        (["A", None], ["A", "A"], "coder a left item 2"),
        (["A", "A"], [math.nan, "A"], "coder b left item 1"),
    ],
)
def test_what_cannot_be_compared_is_refused(a: list[object], b: list[object], told: str) -> None:
    with pytest.raises(Refused, match=told):
        cohen_kappa(a, b)


@given(codes)
def test_the_coders_can_change_places(pairs: list[tuple[str, str]]) -> None:
    a, b = [one for one, _ in pairs], [other for _, other in pairs]
    there, back = cohen_kappa(a, b), cohen_kappa(b, a)
    assert there.kappa == pytest.approx(back.kappa, abs=1e-12, nan_ok=False) if there.kappa is not None else True
    assert (there.kappa is None) == (back.kappa is None)
    assert there.n_agreed + len(there.disagreements) == len(pairs)


@given(codes)
def test_kappa_is_agreement_beyond_chance(pairs: list[tuple[str, str]]) -> None:
    found = cohen_kappa([one for one, _ in pairs], [other for _, other in pairs])
    n = len(pairs)
    chance = (
        sum(sum(one == code for one, _ in pairs) * sum(other == code for _, other in pairs) for code in "ABC") / n**2
    )
    if chance == 1.0:
        assert found.kappa is None
        return
    assert found.kappa == pytest.approx((found.share - chance) / (1 - chance), abs=1e-9)
    assert found.low is not None
    assert found.high is not None
    assert -1.0 <= found.low <= found.kappa + 1e-12
    assert found.kappa - 1e-12 <= found.high <= 1.0
    assert found.few == (n < FEW_ITEMS)
