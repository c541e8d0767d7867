"""Variants below errors: against a count of pairs, against scipy, and at the edges."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu, norm

from stimfid_lib.pronounce.metrics.assessment import _auc_less_half
from stimfid_lib.pronounce.metrics.separation import separation, speakers_p, verdict
from tests.pronounce.metrics.making import tokens

DISTANCES = st.lists(
    st.sampled_from([0.0, 0.05, 0.1, 0.1, 0.19, 0.2, 0.41, 1.0]) | st.floats(0, 1), min_size=1, max_size=40
)


@given(DISTANCES, DISTANCES)
def test_u_counts_pairs_and_p_is_scipys(variant: list[float], error: list[float]) -> None:
    found = separation(np.array(variant), np.array(error))
    assert found is not None
    by_hand = sum((v > e) + (v == e) / 2 for v in variant for e in error)
    assert found.u == by_hand
    assert found.auc == pytest.approx(1 - by_hand / (len(variant) * len(error)))
    if len(set(variant + error)) > 1:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert found.p == mannwhitneyu(variant, error, alternative="less").pvalue
    assert found.variant_p75 == np.quantile(variant, 0.75)
    assert found.error_p25 == np.quantile(error, 0.25)
    assert found.clean == (found.gap > 0)
    assert _auc_less_half(tokens(variant, [0] * len(variant)), tokens(error, [0] * len(error))) == pytest.approx(
        found.auc - 0.5
    )


@given(DISTANCES, DISTANCES)
def test_p_follows_the_normal_approximation_of_a_textbook(variant: list[float], error: list[float]) -> None:
    """Mean, variance corrected for ties, and half a unit for continuity, written out; for samples that scipy does not
    count exactly."""
    m, n = len(variant), len(error)
    if min(m, n) <= 8 or len(set(variant + error)) == 1:
        return
    found = separation(np.array(variant), np.array(error))
    assert found is not None
    _, ties = np.unique(variant + error, return_counts=True)
    total = m + n
    variance = m * n / 12 * (total + 1 - (ties**3 - ties).sum() / (total * (total - 1)))
    z = (found.u - m * n / 2 + 0.5) / np.sqrt(variance)
    assert found.p == pytest.approx(norm.cdf(z), abs=1e-12)


def test_a_clear_case_goes_and_has_the_midpoint_as_threshold() -> None:
    found = separation(np.array([0.0, 0.1, 0.1, 0.1, 0.2]), np.array([0.3, 0.4, 0.4, 0.4, 0.5]))
    assert found is not None
    # all 25 pairs in order; of the 252 ways to split ten ranks into fives one is as extreme, and ties make scipy
    # approximate: 0.004 exactly, near that approximately
    assert (found.u, found.auc) == (0, 1)
    assert found.p < 0.01
    assert (found.variant_p75, found.error_p25, found.clean) == (0.1, 0.4, True)
    assert found.threshold == pytest.approx(0.25)
    assert verdict(found) == "GO"


def test_order_without_evidence_or_evidence_without_room_does_not_go() -> None:
    few = separation(np.array([0.1]), np.array([0.9]))
    assert few is not None
    assert few.clean
    assert few.p == 0.5, "one of two orders"
    assert verdict(few) == "NO-GO"
    rng = np.random.default_rng(1)
    wide = separation(rng.uniform(0, 1, 900), rng.uniform(0.1, 1, 900))
    assert wide is not None
    assert wide.p < 0.05
    assert (wide.clean, wide.threshold, verdict(wide)) == (False, None, "NO-GO")


def test_equal_quartiles_leave_no_room() -> None:
    found = separation(np.array([0.0] * 10 + [0.2] * 10), np.array([0.2] * 20))
    assert found is not None
    assert found.p < 0.05
    assert (found.gap, found.clean, verdict(found)) == (0, False, "NO-GO")


def test_one_value_throughout_is_no_evidence_and_warns_of_nothing() -> None:
    found = separation(np.full(20, 0.2), np.full(30, 0.2))
    assert found is not None
    assert (found.p, found.auc, verdict(found)) == (1.0, 0.5, "NO-GO")


def test_an_empty_pole_is_not_evaluable() -> None:
    nothing = np.array([])
    assert separation(np.array([0.1]), nothing) is None
    assert separation(nothing, np.array([0.1])) is None
    assert verdict(None) == "NOT EVALUABLE"


def test_many_tokens_of_few_speakers_are_few_speakers() -> None:
    variant = tokens([0.1, 0.2] * 200, [0, 1] * 200)
    error = tokens([0.3, 0.4] * 200, [5, 6] * 200)
    by_token = separation(variant.value, error.value)
    assert by_token is not None
    assert by_token.p < 1e-50
    assert speakers_p(variant, error) == pytest.approx(1 / 6), "two medians under two: one of six orders"
    assert speakers_p(variant, tokens([], [])) is None
