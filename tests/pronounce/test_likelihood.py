"""CTC likelihood against every path written out, and the ratios' meaning on made posteriors."""

from __future__ import annotations

from itertools import groupby, product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.phonology.ipa import PHONEMES
from stimfid_lib.pronounce.ctc import BLANK, IMPOSSIBLE, LogPosteriors, ctc_log_likelihood, substitutions
from stimfid_lib.pronounce.likelihood import COLUMN, LLR_THRESHOLD, likelihood


def by_all_paths(log_posteriors: LogPosteriors, labels: tuple[int, ...]) -> float:
    """The definition: the sum over every path of frames that collapses to the labels."""
    frames, n = log_posteriors.shape
    total = 0.0
    for path in product(range(n), repeat=frames):
        if tuple(label for label, _ in groupby(path) if label != BLANK) == labels:
            total += float(np.exp(sum(log_posteriors[t, label] for t, label in enumerate(path))))
    return float(np.log(total)) if total else -np.inf


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 5), st.lists(st.integers(1, 2), max_size=3))
def test_it_is_the_sum_over_all_paths(seed: int, frames: int, labels: list[int]) -> None:
    posteriors = np.log(np.random.default_rng(seed).dirichlet(np.ones(3), frames))
    (found,) = ctc_log_likelihood(posteriors, np.array(labels, dtype=np.int64).reshape(1, -1))
    expected = by_all_paths(posteriors, tuple(labels))
    assert found == pytest.approx(expected) if np.isfinite(expected) else found < -1e29


def test_all_sequences_together_have_probability_one() -> None:
    posteriors = np.log(np.random.default_rng(215).dirichlet(np.ones(3), 3))
    every = [np.array(list(product((1, 2), repeat=n)), dtype=np.int64).reshape(2**n, n) for n in range(4)]
    assert np.exp(np.concatenate([ctc_log_likelihood(posteriors, some) for some in every])).sum() == pytest.approx(1)


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 9), st.lists(st.integers(1, 3), min_size=1, max_size=4))
def test_every_substitution_at_once_is_each_by_itself(seed: int, frames: int, labels: list[int]) -> None:
    posteriors = np.log(np.random.default_rng(seed).dirichlet(np.ones(4), frames))
    found = substitutions(posteriors, np.array(labels))
    assert (found[:, BLANK] == IMPOSSIBLE).all()
    for place, label in product(range(len(labels)), (1, 2, 3)):
        changed = np.array([[*labels[:place], label, *labels[place + 1 :]]])
        (expected,) = ctc_log_likelihood(posteriors, changed)
        if expected < -1e29:
            assert found[place, label] < -1e29
        else:
            assert found[place, label] == pytest.approx(expected)


def said(*phonemes: str, share: float = 0.9) -> LogPosteriors:
    """Posteriors of a clear recording: a blank, then two frames a phoneme and a blank after each."""
    labels = [BLANK]
    for phoneme in phonemes:
        labels += [COLUMN[phoneme], COLUMN[phoneme], BLANK]
    rest = (1 - share) / len(PHONEMES)
    rows: npt.NDArray[np.float64] = np.full((len(labels), 1 + len(PHONEMES)), rest)
    rows[np.arange(len(labels)), labels] = share
    return np.log(rows)


def test_what_was_said_fits_and_every_position_says_so() -> None:
    fit = likelihood(said("k", "æ", "t"), ("k", "æ", "t"))
    assert min(fit.position_llr) > 0
    assert fit.overall_llr == min(fit.position_llr)
    assert fit.llr_class == "variant"


@pytest.mark.parametrize(
    ("heard", "wrong"), [(("k", "æ", "d"), 2), (("t", "æ", "t"), 0), (("k", "æ"), 2), (("k", "t"), 1)]
)
def test_the_wrong_position_has_the_lowest_ratio_and_is_below_0(heard: tuple[str, ...], wrong: int) -> None:
    fit = likelihood(said(*heard), ("k", "æ", "t"), threshold=0.0)
    assert int(np.argmin(fit.position_llr)) == wrong
    assert fit.overall_llr < 0
    assert fit.llr_class == "error"
    assert all(ratio > 0 for place, ratio in enumerate(fit.position_llr) if place != wrong)


def test_a_ratio_is_that_of_the_two_likelihoods() -> None:
    posteriors = said("k", "æ", "d", share=0.6)
    one = ctc_log_likelihood(posteriors, np.array([[COLUMN["k"], COLUMN["æ"], COLUMN["t"]]]))[0]
    other = ctc_log_likelihood(posteriors, np.array([[COLUMN["k"], COLUMN["æ"], COLUMN["d"]]]))[0]
    assert likelihood(posteriors, ("k", "æ", "t")).position_llr[2] == pytest.approx(one - other)


def test_a_word_of_one_sound_is_compared_with_silence_too() -> None:
    silent = np.log(np.full((6, 1 + len(PHONEMES)), 0.1 / len(PHONEMES)))
    silent[:, BLANK] = np.log(0.9)
    assert likelihood(silent, ("aɪ",), threshold=0.0).llr_class == "error"


def test_the_class_turns_at_the_threshold() -> None:
    fit = likelihood(said("k", "æ", "d"), ("k", "æ", "t"))
    assert likelihood(said("k", "æ", "d"), ("k", "æ", "t"), threshold=fit.overall_llr).llr_class == "variant"
    assert likelihood(said("k", "æ", "d"), ("k", "æ", "t"), threshold=fit.overall_llr + 1e-9).llr_class == "error"
    assert LLR_THRESHOLD < 0, "a threshold of 0 would flag half of what is said right"


def test_too_few_frames_give_finite_numbers() -> None:
    fit = likelihood(said("k")[:1], ("k", "æ", "t"))
    assert np.isfinite(fit.position_llr).all()
    assert np.isfinite(fit.overall_llr)


def test_an_unknown_or_missing_target_is_refused() -> None:
    with pytest.raises(Refused, match="ʘ"):
        likelihood(said("k"), ("k", "ʘ"))
    with pytest.raises(Refused, match="at least one"):
        likelihood(said("k"), ())
