"""A reader who goes by letters."""

from __future__ import annotations

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.models.reference.letters import letter_shape, letters_of, place_of, places, reading, without_silent_e
from stimfid_lib.suite.pools import A1_PHONEMES, A2_TARGETS, MAXIMAL, MINIMAL, MULTIPLE


def obeys(word: str, kind: str, **params: object) -> bool:
    return reading(Constraint(kind, params))(word)


def test_every_sound_of_the_grid_has_letters() -> None:
    asked = {*A1_PHONEMES, *A2_TARGETS, *(sound for pool in (MINIMAL, MAXIMAL, MULTIPLE) for c in pool for sound in c)}
    assert all(letters.isalpha() for sound in asked for letters in letters_of(sound))


def test_transparent_sounds_have_one_spelling_and_opaque_ones_share_theirs() -> None:
    assert [letters_of(sound) for sound in "mbpdn"] == [("m",), ("b",), ("p",), ("d",), ("n",)]
    assert letters_of("k") == ("k", "c")
    assert letters_of("ʃ") == ("sh", "ti")
    assert letters_of("θ") == letters_of("ð") == ("th",)
    assert letters_of("ɡ") == ("g",), "the prompts' 'hard g' names a letter"


def test_a_vowel_has_no_letters() -> None:
    with pytest.raises(Refused, match="no letters for /æ/"):
        letters_of("æ")


@pytest.mark.parametrize(
    ("word", "stem"),
    [("make", "mak"), ("the", "the"), ("see", "see"), ("true", "true"), ("people", "peopl"), ("be", "be")],
)
def test_silent_e(word: str, stem: str) -> None:
    assert without_silent_e(word) == stem


def test_places_and_what_they_are_called() -> None:
    assert list(places("banana", "an")) == [(1, 3), (3, 5)]
    assert place_of("this", 0, 2) == "initial"
    assert place_of("mother", 2, 4) == "medial"
    assert place_of("bath", 2, 4) == "final"
    assert place_of("bathe", 2, 4) == "final", "the e is silent"
    assert place_of("panda", 2, 3) == "medial"


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("stop", "CCVC"),
        ("ship", "CCVC"),
        ("plane", "CCVC"),
        ("back", "CVCC"),
        ("yard", "CVCC"),
        ("sky", "CCV"),
        ("see", "CVV"),
    ],
)
def test_shape_by_letters(word: str, shape: str) -> None:
    assert letter_shape(word) == shape
    assert obeys(word, "cv_shape", shape=shape)
    assert not obeys(word, "cv_shape", shape="VCV")


def test_letters_stand_for_sounds() -> None:
    k_first = {"phoneme": "k", "position": "initial"}
    for word, answer in {"kite": True, "knee": True, "city": True, "chair": True, "queen": False, "sky": False}.items():
        assert obeys(word, "phoneme_at", **k_first) is answer
    assert obeys("music", "phoneme_at", phoneme="k", position="final")
    assert obeys("face", "phoneme_at", phoneme="k", position="final")
    assert obeys("nation", "phoneme_at", phoneme="ʃ", position="medial")
    assert obeys("this", "phoneme_at", phoneme="θ", position="initial")
    assert obeys("bird", "contains_phoneme", phoneme="ɹ")
    assert not obeys("bird", "contains_phoneme", phoneme="ɝ"), "er, or and ur are its usual letters"


def test_clusters_by_the_prompts_letters() -> None:
    crossing = {"phonemes": ["k", "ɹ"], "position": "initial"}
    assert obeys("crab", "cluster_at", **crossing)
    assert not obeys("krill", "cluster_at", **crossing)
    assert obeys("paste", "cluster_at", phonemes=["s", "t"], position="final")
    assert not obeys("listen", "cluster_at", phonemes=["s", "t"], position="final")


def test_what_is_no_matter_of_letters() -> None:
    with pytest.raises(Refused, match="syllable_count is no matter of letters"):
        obeys("cat", "syllable_count", min=1, max=1)
