"""Intervals by speakers: what they hold, what they depend on, and when there is none."""

from __future__ import annotations

import numpy as np
import pytest

from stimfid_lib.pronounce.metrics.resampling import by_speaker
from stimfid_lib.pronounce.metrics.tokens import Tokens
from tests.pronounce.metrics.making import tokens


def mean(group: Tokens) -> float:
    return float(group.value.mean())


def test_tokens_of_one_speaker_come_together() -> None:
    """Two speakers with the values 0 and 1: a resample's mean is 0, ½ or 1, whatever the number of tokens."""
    seen = set()

    def note(group: Tokens) -> float:
        seen.add(mean(group))
        return mean(group)

    interval = by_speaker((tokens([0.0] * 50 + [1.0] * 50, [0] * 50 + [1] * 50),), note, 200)
    assert seen == {0.0, 0.5, 1.0}
    assert interval is not None
    assert (interval.low, interval.high) == (0, 1)
    assert interval.above_zero == pytest.approx(0.75, abs=0.1), "three of four draws hold the second speaker"


def test_the_interval_covers_the_mean_of_the_speakers_population() -> None:
    """Tokens vary little within a speaker and much between: an interval over tokens would miss the mean mostly."""
    rng = np.random.default_rng(5)
    hits, narrow = 0, 0
    for _ in range(60):
        level = np.repeat(rng.normal(0, 1, 24), 20)
        group = tokens(list(level + rng.normal(0, 0.1, level.size)), list(np.repeat(np.arange(24), 20)))
        interval = by_speaker((group,), mean, 200)
        assert interval is not None
        hits += interval.low <= 0 <= interval.high
        margin = 1.96 * group.value.std() / np.sqrt(group.value.size)
        narrow += abs(group.value.mean()) <= margin
    assert hits >= 50
    assert narrow < 40


def test_two_groups_are_drawn_apart_and_shared_speakers_together() -> None:
    pairs: list[tuple[float, float]] = []

    def note(one: Tokens, other: Tokens) -> float:
        pairs.append((mean(one), mean(other)))
        return 1.0

    by_speaker((tokens([0.0, 1.0], [0, 1]), tokens([0.0, 1.0], [2, 3])), note, 200)
    assert len(set(pairs)) == 9, "every mean of one with every mean of the other"
    pairs.clear()
    by_speaker((tokens([0.0, 1.0], [0, 1]), tokens([0.0, 1.0], [0, 1])), note, 200)
    assert set(pairs) == {(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)}


def test_one_speaker_has_no_interval() -> None:
    assert by_speaker((tokens([0.1, 0.2], [7, 7]),), mean, 200) is None
    assert by_speaker((tokens([0.1, 0.2], [0, 1]), tokens([0.1, 0.2], [7, 7])), lambda *_: 0.0, 200) is None
    assert by_speaker((tokens([], []),), mean, 200) is None


def test_a_statistic_that_often_fails_has_no_interval() -> None:
    group = tokens([0.0, 1.0], [0, 1])
    assert by_speaker((group,), lambda drawn: float("nan") if np.ptp(drawn.value) == 0 else 1.0, 200) is None


def test_the_same_tokens_give_the_same_interval() -> None:
    group = tokens(list(np.linspace(0, 1, 40)), [at % 7 for at in range(40)])
    assert by_speaker((group,), mean, 300) == by_speaker((group,), mean, 300)
