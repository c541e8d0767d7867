"""The frozen feature table: equal to its source, and the distances that the suite's contrasts rest on."""

from __future__ import annotations

import importlib.util
import math
import warnings
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.phonology.features import (
    FEATURES,
    distance_range,
    feature_distance,
    feature_names,
    feature_vector,
    sonorant,
)
from stimfid_lib.phonology.ipa import PHONEMES

PHONEME = st.sampled_from(PHONEMES)


@pytest.fixture(scope="module")
def make_features() -> ModuleType:
    """The script that regenerates the table; it imports panphon."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spec = importlib.util.spec_from_file_location("make_features", repo_root() / "scripts" / "make_features.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module


def test_the_table_is_what_panphon_gives(make_features: ModuleType) -> None:
    assert make_features.table_path().read_text(encoding="utf-8") == make_features.table_text()


def test_halves_of_sounds_that_move(make_features: ModuleType) -> None:
    assert make_features.halves("ɝ") == ("ɜ", "ɹ")
    assert make_features.halves("aɪ") == ("a", "ɪ")
    assert make_features.halves("tʃ") == ("t\u0361ʃ", "t\u0361ʃ")
    assert make_features.halves("s") == ("s", "s")


@pytest.mark.parametrize(
    ("one", "other", "squared"),
    # t-k: four features opposite (4 · 2²) and [distributed] unspecified in k (1)
    [("ɹ", "b", 29), ("s", "m", 29), ("l", "p", 25), ("s", "θ", 8), ("t", "k", 17)],
)
def test_known_distances(one: str, other: str, squared: int) -> None:
    assert feature_distance(one, other) == math.sqrt(squared)
    assert np.linalg.norm(feature_vector(one) - feature_vector(other)) == pytest.approx(math.sqrt(squared))


def test_a_distance_is_the_same_however_a_phoneme_is_spelled() -> None:
    assert feature_distance("g", "r") == feature_distance("ɡ", "ɹ")


def test_voicing_alone_is_two() -> None:
    # [voi] goes from -1 to 1 in both halves: √(2·2²/2) = 2
    for voiceless, voiced in [("p", "b"), ("t", "d"), ("k", "ɡ"), ("s", "z"), ("tʃ", "dʒ")]:
        assert feature_distance(voiceless, voiced) == 2.0


def test_every_phoneme_has_forty_eight_values() -> None:
    assert len(feature_names()) == 48
    assert feature_names()[:2] == ("onset_syl", "onset_son")
    assert feature_names()[24] == "offset_syl"
    for phoneme in PHONEMES:
        vector = feature_vector(phoneme)
        assert vector.shape == (48,)
        assert set(np.round(vector * math.sqrt(2), 12)) <= {-1.0, 0.0, 1.0}


def test_only_diphthongs_and_vocalic_r_move() -> None:
    moving = [p for p in PHONEMES if not np.array_equal(feature_vector(p)[:24], feature_vector(p)[24:])]
    assert moving == ["ɝ", "eɪ", "aɪ", "ɔɪ", "aʊ", "oʊ"]


def test_vocalic_r_ends_like_the_consonant() -> None:
    assert np.array_equal(feature_vector("ɝ")[24:], feature_vector("ɹ")[24:])


def test_a_vector_cannot_change_the_table() -> None:
    feature_vector("s")[:] = 9.0
    assert feature_vector("s").max() < 1.0


@given(PHONEME, PHONEME, PHONEME)
def test_it_is_a_metric(one: str, two: str, three: str) -> None:
    assert feature_distance(one, two) == feature_distance(two, one)
    assert (feature_distance(one, two) == 0) == (one == two)
    assert feature_distance(one, three) <= feature_distance(one, two) + feature_distance(two, three) + 1e-12


def test_the_range_is_the_one_that_the_docstring_states() -> None:
    assert distance_range() == (feature_distance("ə", "ʌ"), feature_distance("u", "tʃ")) == (2.0, math.sqrt(51))


def test_obstruents_are_stops_affricates_and_fricatives_but_h() -> None:
    # h is a voiceless glide in the source's system
    obstruents = set("p b t d k ɡ tʃ dʒ f v θ ð s z ʃ ʒ".split())
    assert {phoneme for phoneme in PHONEMES if sonorant(phoneme) == -1.0} == obstruents
    assert {sonorant(phoneme) for phoneme in PHONEMES} == {-1.0, 1.0}
    assert FEATURES[1] == "son"


@pytest.mark.parametrize("function", [feature_vector, sonorant, lambda symbol: feature_distance("s", symbol)])
def test_an_unknown_symbol_is_refused(function: object) -> None:
    with pytest.raises(Refused, match="unknown phoneme"):
        function("x")  # type: ignore[operator]
