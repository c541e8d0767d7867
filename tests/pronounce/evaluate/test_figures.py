"""Areas, thresholds, intervals and decoys: against scipy, against known answers, and what must hold of any."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

pytest.importorskip("hama", reason="the extra `pronounce` is not installed: make pronounce")

from stimfid_lib.phonology.align import cos_dist
from stimfid_lib.phonology.ipa import is_vowel
from stimfid_lib.pronounce.evaluate.decoys import NEAR, decoys
from stimfid_lib.pronounce.evaluate.figures import auc, by_word, chosen_threshold, flagged, separation
from stimfid_lib.pronounce.evaluate.trials import Trial, unit_errors
from tests.strategies import phonemes

scores = st.lists(st.integers(0, 6).map(float), min_size=1, max_size=12)


@given(scores, scores)
def test_auc_is_the_u_statistic_as_a_share(right: list[float], wrong: list[float]) -> None:
    u = mannwhitneyu(right, wrong).statistic
    assert auc(right, wrong) == pytest.approx(u / (len(right) * len(wrong)))


def test_auc_of_nothing_is_no_number() -> None:
    assert np.isnan(auc([], [1.0]))


def _trial(words: str, overall: float, wrong: int | None = None) -> Trial:
    """A word of two sounds: the first scores `overall`, the second 9; the free decode finds nothing wrong."""
    return Trial(
        words=words,
        speaker="v",
        half="report",
        kind="right" if wrong is None else "any",
        wrong=wrong,
        llr=(overall, 9.0),
        free=(1.0, 1.0),
        overall_llr=overall,
        overall_free=1.0,
        free_class="variant",
    )


def test_only_the_wrong_position_of_a_decoy_counts() -> None:
    rows = [_trial("a", 5.0), _trial("a", -5.0, wrong=0)]
    # right: 5 and 9; wrong: -5. The decoy's other position, 9, is no wrong one
    assert separation(rows)["llr"]["position_auc"]["value"] == 1
    assert separation(rows)["free"]["position_auc"]["value"] == 0.5


def test_the_threshold_lets_no_more_than_the_aim_lie_below() -> None:
    rows = [_trial(str(n), -float(n)) for n in range(10)]  # 0, -1, … -9
    assert chosen_threshold(rows, 0.1) == -8.0, "one of ten, -9, lies below; at -7.9 there would be two"
    assert flagged(rows, "llr", -8.0).value == pytest.approx(0.1)


def test_decoys_do_not_count_for_the_threshold() -> None:
    rows = [_trial("a", 0.0), _trial("b", -50.0, wrong=0)]
    assert chosen_threshold(rows, 0.1) == 0.0


def test_an_interval_resamples_words_and_not_recordings() -> None:
    one_word = [_trial("a", -9.0), *(_trial("a", 1.0) for _ in range(50))]
    figure = flagged(one_word, "llr", 0.0)
    assert figure.low == figure.high == figure.value, "one word can be drawn in one way only"
    apart = [_trial(str(n), -9.0 if n % 2 else 1.0) for n in range(50)]
    assert flagged(apart, "llr", 0.0).high - flagged(apart, "llr", 0.0).low > 0.1


def test_the_same_interval_each_time() -> None:
    rows = [_trial(str(n), float(n % 7) - 3) for n in range(30)]
    assert by_word(rows, lambda row: row.words, len) == by_word(rows, lambda row: row.words, len)


@given(st.lists(phonemes, min_size=1, max_size=6), st.integers())
def test_a_decoy_is_wrong_at_its_position_alone(said: list[str], seed: int) -> None:
    right = (tuple(said),)
    for decoy in decoys(said, right, random.Random(seed)):
        assert decoy.canonical not in right
        if decoy.kind == "added":
            assert decoy.canonical[: decoy.wrong] + decoy.canonical[decoy.wrong + 1 :] == right[0]
            continue
        changed = [place for place, (a, b) in enumerate(zip(said, decoy.canonical, strict=True)) if a != b]
        assert changed == [decoy.wrong]
        if decoy.kind == "near":
            assert cos_dist(said[decoy.wrong], decoy.canonical[decoy.wrong]) <= NEAR
        else:
            assert is_vowel(said[decoy.wrong]) == is_vowel(decoy.canonical[decoy.wrong])


def test_a_decoy_that_is_another_right_pronunciation_is_left_out() -> None:
    right = (("i", "ð", "ɝ"), ("aɪ", "ð", "ɝ"))
    drawn = [one for seed in range(200) for one in decoys(right[0], right, random.Random(seed))]
    assert right[1] not in {one.canonical for one in drawn}
    assert len(drawn) > 1000


def test_errors_are_counted_against_the_nearest_pronunciation() -> None:
    ways = (tuple("kæt"), ("k", "æ", "t", "s"))
    assert unit_errors(ways, ("k", "æ")) == (1, 3)
    assert unit_errors(ways, ("k", "æ", "s")) == (1, 4), "nearest by the share of its sounds"
    assert unit_errors((tuple("kæt"),), ()) == (3, 3)
