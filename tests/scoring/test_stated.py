from __future__ import annotations

from typing import Any

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.asked_words import asked_in_words
from stimfid_lib.scoring.stated import Stated


def _at(phoneme: str, position: str) -> Constraint:
    return Constraint("phoneme_at", {"phoneme": phoneme, "position": position})


@pytest.mark.parametrize(
    ("stated", "asked", "told"),
    [
        (Stated(phoneme="r", position="initial"), [_at("ɹ", "initial")], "start with r /ɹ/"),
        (
            Stated(phoneme="s", position="End"),
            [_at("s", "final")],
            'end with s (as in "bus", not the z sound in "nose") /s/',
        ),
        (Stated(phoneme="sh", position="middle"), [_at("ʃ", "medial")], "have sh /ʃ/ in the middle"),
        (Stated(phoneme="k"), [Constraint("contains_phoneme", {"phoneme": "k"})], "have k /k/ anywhere"),
        (
            Stated(phoneme="k", position="any"),
            [Constraint("contains_phoneme", {"phoneme": "k"})],
            "have k /k/ anywhere",
        ),
        (
            Stated(cluster="st"),
            [Constraint("cluster_at", {"phonemes": ["s", "t"], "position": "initial"})],
            "start with the cluster /s t/",
        ),
        (
            Stated(cluster="nk", position="final"),
            [Constraint("cluster_at", {"phonemes": ["ŋ", "k"], "position": "final"})],
            "end with the cluster /ŋ k/",
        ),
        (
            Stated(phoneme="l", position="final", cluster="st", contains=["i:sit"]),
            [
                _at("l", "final"),
                Constraint("cluster_at", {"phonemes": ["s", "t"], "position": "initial"}),
                Constraint("contains_phoneme", {"phoneme": "ɪ"}),
            ],
            'end with l /l/, start with the cluster /s t/ and have short i (as in "sit") /ɪ/ anywhere',
        ),
        (Stated(shape="ccvc"), [Constraint("cv_shape", {"shape": "CCVC"})], "have the shape CCVC"),
        (Stated(syllables="2"), [Constraint("syllable_count", {"min": 2, "max": 2})], "have 2 syllables"),
        (Stated(syllables="1-2"), [Constraint("syllable_count", {"min": 1, "max": 2})], "have 1 or 2 syllables"),
        (
            Stated(syllables="2 to 4 syllables"),
            [Constraint("syllable_count", {"min": 2, "max": 4})],
            "have 2 to 4 syllables",
        ),
        (Stated(syllables="3+"), [Constraint("syllable_count", {"min": 3})], "have at least 3 syllables"),
        (Stated(syllables="up to 1"), [Constraint("syllable_count", {"max": 1})], "have at most 1 syllable"),
        (
            Stated(bounds={"aoa": (None, 5.0), "concreteness": (4.0, None), "familiarity": (None, None)}),
            [
                Constraint("norm_band", {"prop": "aoa", "max": 5}),
                Constraint("norm_band", {"prop": "concreteness", "min": 4}),
            ],
            "are learned by the age of 5 and have a concreteness of at least 4 on a scale from 1 to 5",
        ),
        (
            Stated(norms=["log_frequency>=2.5", "aoa ≥ 3"]),
            [
                Constraint("norm_band", {"prop": "log_frequency", "min": 2.5}),
                Constraint("norm_band", {"prop": "aoa", "min": 3}),
            ],
            "have a word frequency (log10 of its count) of at least 2.5 and are learned not before the age of 3",
        ),
    ],
)
def test_words(fixture_lexicon: Lexicon, stated: Stated, asked: list[Constraint], told: str) -> None:
    request = stated.request(10)
    assert request.constraints == tuple(asked)
    assert asked_in_words(request, fixture_lexicon) == f"words that {told}"


@pytest.mark.parametrize(
    ("stated", "contrast", "told"),
    [
        (Stated(pairs="s/th:thumb"), Contrast("minimal", ("s", "θ")), "minimal pairs of s /s/ and th /θ/"),
        (
            Stated(pairs="t vs k", position="beginning", syllables="1"),
            Contrast("minimal", ("t", "k"), "initial", 1),
            "minimal pairs of t /t/ and k /k/ at the beginning, 1 syllable each",
        ),
        (Stated(pairs="r/b", maximal=True), Contrast("maximal", ("ɹ", "b")), "maximal oppositions of r /ɹ/ and b /b/"),
        (
            Stated(pairs="s/t/sh"),
            Contrast("multiple", ("s", "t", "ʃ")),
            "multiple oppositions of s /s/ against t /t/ and sh /ʃ/",
        ),
    ],
)
def test_pairs(fixture_lexicon: Lexicon, stated: Stated, contrast: Contrast, told: str) -> None:
    request = stated.request()
    assert request.contrast == contrast
    assert asked_in_words(request, fixture_lexicon) == told


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, "nothing to check against"),
        ({"position": "initial"}, "of which sound"),
        ({"cluster_position": "final"}, "of which cluster"),
        ({"phoneme": "r", "position": "begining"}, "did you mean 'beginning'"),
        ({"cluster": "st", "cluster_position": "medial"}, "initial or final"),
        ({"syllables": "two"}, "'two' cannot be read"),
        ({"syllables": "3-2"}, "empty band"),
        ({"norms": ["imageability"]}, "write a norm, a sign and a number"),
        ({"maximal": True}, "give the two sounds"),
        ({"pairs": "s/t", "phoneme": "s"}, "--position and --syllables only"),
        ({"pairs": "s/t", "bounds": {"aoa": (None, 5.0)}}, "condition on single words"),
        ({"pairs": "s/t", "syllables": "1-2"}, "one length"),
        ({"pairs": "s/s"}, "hold one twice"),
        ({"shape": "CCX"}, "written with C and V"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_can(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(Refused, match=told):
        Stated(**fields).request()
