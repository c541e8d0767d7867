"""Where the threshold falls, computed a second way, and what is told of it."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from stimfid_lib.phonology.features import feature_vector
from stimfid_lib.phonology.ipa import PHONEMES
from stimfid_lib.pronounce.calibration import below, calibration, told


def test_the_pairs_below_the_threshold_are_those_of_scipys_cosine() -> None:
    from scipy.spatial.distance import pdist

    distances = pdist(np.array([feature_vector(one) for one in PHONEMES]), "cosine")
    expected = [pair for pair, d in zip(combinations(PHONEMES, 2), distances, strict=True) if d < 0.112]
    assert list(below()) == expected
    found = calibration()
    assert found["pairs"] == len(PHONEMES) * (len(PHONEMES) - 1) // 2
    assert found["pairs_below"] == len(expected)
    assert found["nearest_below"] < 0.112 < found["nearest_above"]


def test_what_is_told_is_so() -> None:
    pairs = set(below())
    assert ("i", "ɪ") in pairs
    voiced = dict(zip("p t k tʃ f θ s ʃ".split(), "b d ɡ dʒ v ð z ʒ".split(), strict=True))
    assert set(voiced.items()) <= pairs, "every voiceless sound passes for its voiced partner"
    assert f"{len(pairs)} of 780" in told()
