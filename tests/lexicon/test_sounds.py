from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.readings import READINGS
from stimfid_lib.lexicon.sounds import cluster, contrast_sounds, sound
from stimfid_lib.lexicon.spelled import SPELLINGS, VOWELS
from stimfid_lib.phonology.ipa import PHONEMES


@pytest.mark.parametrize(
    ("text", "phoneme"),
    [
        ("r", "ɹ"),
        ("R", "ɹ"),
        ("the r sound", "ɹ"),
        ("sh", "ʃ"),
        ("CH", "tʃ"),
        ("ng", "ŋ"),
        ("zh", "ʒ"),
        ("y", "j"),
        ("g", "ɡ"),
        ("hard g", "ɡ"),
        ("soft g", "dʒ"),
        ("soft c", "s"),
        ("er", "ɝ"),
        ("vocalic r", "ɝ"),
        ("ph", "f"),
        ("zz", "z"),
        ("long a", "eɪ"),
        ("short i", "ɪ"),
        ("schwa", "ə"),
        ("th:thumb", "θ"),
        ("th as in thumb", "θ"),
        ('th (as in "this")', "ð"),
        ("th like this", "ð"),
        ("voiced th", "ð"),
        ("voiceless th", "θ"),
        ("θ", "θ"),
        ("/θ/", "θ"),
        ("/j/", "j"),
        ("j:jump", "dʒ"),
        ("[tʃ]", "tʃ"),
        ("t͡ʃ", "tʃ"),
        ("oo:book", "ʊ"),
        ("c:city", "s"),
    ],
)
def test_a_sound_as_clinicians_write_it(text: str, phoneme: str) -> None:
    assert sound(text) == phoneme


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("th", r"th as in thumb \(θ\) or th as in this \(ð\); write th:thumb or th:this"),
        ("j", r"j as in jump \(dʒ\) or the IPA symbol /j/; write j:jump or /j/"),
        ("c", r"c as in cat \(k\) or c as in city \(s\)"),
        ("a", r"a as in cat \(æ\), a as in cake \(eɪ\) or a as in father \(ɑ\)"),
        ("th:car", r"'th:car' is not known.*th:thumb or th:this"),
        ("st", "'st' is 2 sounds, s t"),
        ("x", "'x' is 2 sounds, k s"),
        ("ar", "'ar' is 2 sounds, ɑ ɹ"),
        ("%", "unknown sound '%'"),
        ("", "no sound given"),
        ("the sound", "unknown sound 'the sound'"),
        ("/q/", "unknown phoneme symbol"),
    ],
)
def test_what_has_no_single_reading_is_asked_back(text: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        sound(text)


def test_a_misspelt_sound_gets_a_proposal() -> None:
    with pytest.raises(Refused, match="did you mean 'voiced th'"):
        sound("voicd th")


@pytest.mark.parametrize(
    ("text", "sounds"),
    [
        ("st", "s t"),
        ("S T", "s t"),
        ("str", "s t ɹ"),
        ("thr", "θ ɹ"),
        ("shr", "ʃ ɹ"),
        ("squ", "s k w"),
        ("qu", "k w"),
        ("sch", "s k"),
        ("br", "b ɹ"),
        ("cl", "k l"),
        ("/bɹ/", "b ɹ"),
        ("s k w", "s k w"),
        ("nk", "ŋ k"),
        ("x", "k s"),
        ("nch", "n tʃ"),
        ("lth", "l θ"),
        ("s-p", "s p"),
    ],
)
def test_clusters(text: str, sounds: str) -> None:
    assert cluster(text) == tuple(sounds.split())


def test_what_is_no_cluster_is_refused() -> None:
    with pytest.raises(Refused, match="single sound /s/"):
        cluster("s")
    with pytest.raises(Refused, match="names no sound"):
        cluster("s%")


@pytest.mark.parametrize(
    ("text", "sounds"),
    [
        ("t/k", "t k"),
        ("t vs k", "t k"),
        ("t vs. k", "t k"),
        ("t-k", "t k"),
        ("w and r", "w ɹ"),
        ("s/th:thumb", "s θ"),
        ("/s/ - /θ/", "s θ"),
        ("/j/-/w/", "j w"),
        ("s–sh", "s ʃ"),
        ("s/t/sh/th:thumb", "s t ʃ θ"),
    ],
)
def test_contrasts(text: str, sounds: str) -> None:
    assert contrast_sounds(text) == tuple(sounds.split())


def test_a_contrast_needs_two_sounds_with_one_reading_each() -> None:
    with pytest.raises(Refused, match="names one sound"):
        contrast_sounds("s")
    with pytest.raises(Refused, match="th:thumb"):
        contrast_sounds("s/th")


def test_what_the_prompts_call_a_sound_is_read_back_as_that_sound() -> None:
    for phoneme, spelling in (SPELLINGS | VOWELS).items():
        assert phoneme in READINGS[spelling.letters]
        assert sound(f"/{phoneme}/") == phoneme
    assert {phoneme for found in READINGS.values() for phoneme in found} == set(PHONEMES)


@given(st.text(max_size=8) | st.text("thsrcj:/() 'aou", max_size=10))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (sound, cluster, contrast_sounds):
        try:
            found = read(text)
        except Refused:
            continue
        assert set([found] if isinstance(found, str) else found) <= set(PHONEMES)
