"""A word's score and class, and the frozen fixture that holds the metric where it is."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.phonology.align import align_wper
from stimfid_lib.phonology.features import feature_vector
from stimfid_lib.pronounce.score import VARIANT_ERROR_THRESHOLD, score_pronunciation
from tests.strategies import phonemes

FROZEN = json.loads((repo_root() / "tests" / "pronounce" / "frozen.json").read_text(encoding="utf-8"))
words = st.lists(phonemes, max_size=6)


def test_the_threshold_is_the_midpoint_that_the_specification_names() -> None:
    assert pytest.approx((0.102 + 0.122) / 2) == VARIANT_ERROR_THRESHOLD


@pytest.mark.parametrize("symbol", sorted(FROZEN["vectors"]))
def test_a_frozen_vector(symbol: str) -> None:
    np.testing.assert_allclose(feature_vector(symbol) * np.sqrt(2), FROZEN["vectors"][symbol], atol=1e-6)


@pytest.mark.parametrize("case", FROZEN["cases"], ids=lambda case: case["name"])
def test_a_frozen_case(case: dict[str, Any]) -> None:
    aligned = align_wper(case["canonical"], case["produced"])
    assert aligned.wper == pytest.approx(case["wper"], abs=1e-6)
    assert [asdict(one) for one in aligned.insertions] == case["insertions"]
    for row, expected in zip(aligned.per_position, case["per_position"], strict=True):
        assert (row.canonical, row.produced, row.op) == (expected["canonical"], expected["produced"], expected["op"])
        assert row.cos_dist == pytest.approx(expected["cos_dist"], abs=1e-6)


def test_the_fixture_holds_the_cases_that_were_asked_for_and_its_script_writes_it_again() -> None:
    pytest.importorskip("panphon")
    from scripts.make_pronounce_fixture import CASES, expected

    assert [case["name"] for case in FROZEN["cases"]] == [name for name, _, _ in CASES]
    assert {"perfect match", "v to b", "final deletion", "s to ʃ"} <= {name for name, _, _ in CASES}
    for name, canonical, produced in CASES[:4]:
        frozen = next(case for case in FROZEN["cases"] if case["name"] == name)
        assert expected(name, canonical.split(), produced.split()) == frozen


@pytest.mark.parametrize(
    ("canonical", "produced", "expected"),
    [
        ("k æ t", "k æ t", "variant"),
        ("v ɛ ɹ i", "b ɛ ɹ i", "error"),
        ("b ɛ d", "b ɛ", "error"),
        ("b ɛ d", "b ɛ t", "variant"),  # final devoicing: .095, under the threshold, as the page says
        ("ʃ ɪ p", "ʃ i p", "variant"),
        ("s k u l", "ə s k u l", "variant"),  # an insertion alone
    ],
)
def test_the_class(canonical: str, produced: str, expected: str) -> None:
    assert score_pronunciation(canonical.split(), produced.split()).variant_vs_error_class == expected


def test_a_substitution_at_the_threshold_is_an_error() -> None:
    at = score_pronunciation(["v"], ["b"]).per_position[0].cos_dist
    assert score_pronunciation(["v"], ["b"], threshold=at).variant_vs_error_class == "error"
    assert score_pronunciation(["v"], ["b"], threshold=at + 1e-9).variant_vs_error_class == "variant"


def test_a_match_is_no_error_at_any_threshold() -> None:
    assert score_pronunciation(["v"], ["v"], threshold=0).variant_vs_error_class == "variant"


@given(words, words)
def test_the_score_is_one_minus_wper_within_0_and_1(canonical: list[str], produced: list[str]) -> None:
    score = score_pronunciation(canonical, produced)
    assert score.overall_score == pytest.approx(max(0.0, 1 - align_wper(canonical, produced).wper))
    assert score.threshold_basis == "l1_agnostic"
    assert (score.overall_score == 1) == (canonical == produced)


def test_other_spellings_are_matches() -> None:
    score = score_pronunciation(["ɡ", "ɹ", "tʃ"], ["g", "r", "t͡ʃ"])
    assert [row.op for row in score.per_position] == ["match"] * 3
    assert [row.produced for row in score.per_position] == ["ɡ", "ɹ", "tʃ"]


@pytest.mark.parametrize("threshold", [-0.01, 1.01, float("nan")])
def test_a_threshold_that_no_distance_can_reach_is_refused(threshold: float) -> None:
    with pytest.raises(Refused, match="threshold"):
        score_pronunciation(["k"], ["k"], threshold=threshold)
