"""`score_verdicts`: by hand, at its edges, and AUC against an independent count of pairs and scikit-learn's own."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from stimfid_lib.tasks.verdicts import Judged, score_verdicts

judged = st.lists(st.builds(Judged, st.booleans(), st.booleans(), st.integers(1, 5)), min_size=2, max_size=40)


def by_pairs(some: list[Judged]) -> float:
    """The share of (wanted, unwanted) pairs in which the wanted one has the higher signed confidence, ties half."""
    signed = [(one.right, (one.confidence or 0) if one.verdict else -(one.confidence or 0)) for one in some]
    wins = [
        1.0 if high > low else 0.5 if high == low else 0.0
        for right, high in signed
        if right
        for wrong, low in signed
        if not wrong
    ]
    return sum(wins) / len(wins)


@given(judged)
def test_auc_is_the_share_of_pairs_in_order(some: list[Judged]) -> None:
    auc = score_verdicts(some).auc
    if len({one.confidence for one in some}) == 1 or len({one.right for one in some}) == 1:
        assert auc is None
    else:
        assert auc == pytest.approx(by_pairs(some))


def test_auc_agrees_with_scikit_learn_on_random_data() -> None:
    rng = np.random.default_rng(215)
    for size in (10, 100, 1000):
        right, verdict, confidence = rng.random(size) < 0.4, rng.random(size) < 0.5, rng.integers(1, 6, size)
        signed = np.where(verdict, confidence, -confidence)
        some = [Judged(bool(a), bool(b), int(c)) for a, b, c in zip(right, verdict, confidence, strict=True)]
        assert score_verdicts(some).auc == pytest.approx(roc_auc_score(right, signed))


def test_figures_by_hand() -> None:
    some = [Judged(True, True, 5), Judged(True, False, 2), Judged(False, True, 1), Judged(False, False, 4)]
    found = score_verdicts([*some, Judged(True, None, None), Judged(False, None, None)])
    assert (found.n, found.invalid, found.wanted, found.yes) == (6, 2, 3, 2)
    assert found.accuracy == pytest.approx(2 / 6), "an answer without a verdict is not right"
    assert found.precision == pytest.approx(1 / 2)
    assert found.recall == pytest.approx(1 / 3), "a wanted item without a verdict is missed"
    assert found.auc == pytest.approx(3 / 4), "5 and -2 against 1 and -4: one pair of four is the wrong way round"


def test_a_constant_confidence_has_no_auc_however_right_the_verdicts() -> None:
    assert score_verdicts([Judged(right, right, 4) for right in (True, False, True)]).auc is None


def test_one_class_or_nothing_has_no_auc() -> None:
    assert score_verdicts([Judged(True, True, 4), Judged(True, False, 2)]).auc is None
    empty = score_verdicts([])
    assert (empty.n, empty.accuracy, empty.precision, empty.recall, empty.auc) == (0, None, None, None, None)
    assert score_verdicts([Judged(False, False, 1)]).precision is None
