from __future__ import annotations

import pytest

from stimfid_lib.lexicon.spelled import SPELLINGS, spelled, spelled_cluster
from stimfid_lib.phonology.ipa import CONSONANTS
from stimfid_lib.suite.pools import A1_PHONEMES, FINAL_CLUSTERS, INITIAL_CLUSTERS


@pytest.mark.parametrize(
    ("phoneme", "position", "text"),
    [
        ("m", "initial", "m"),
        ("ɹ", "initial", "r"),
        ("ɹ", "final", 'r (as in "car", not the er in "her")'),
        ("ɹ", None, 'r (as in "red", not the er in "her")'),
        ("θ", "final", 'th (as in "thumb", not "this")'),
        ("ð", "medial", 'th (as in "this", not "thumb")'),
        ("ɝ", None, 'er (as in "her" or "sister")'),
        ("s", "final", 's (as in "bus", not the z sound in "nose")'),
        ("ɡ", "initial", 'hard g (as in "go")'),
    ],
)
def test_letters_carry_a_key_word_where_they_have_two_readings(phoneme: str, position: str | None, text: str) -> None:
    assert spelled(phoneme, position) == text


def test_every_sound_that_may_be_asked_for_has_letters() -> None:
    assert {*CONSONANTS, *A1_PHONEMES} <= set(SPELLINGS)
    assert all(found.letters.isascii() for found in SPELLINGS.values())


def test_two_sounds_with_the_same_letters_have_different_key_words() -> None:
    texts = [spelled(phoneme, None) for phoneme in SPELLINGS]
    assert len(set(texts)) == len(texts)


def test_clusters_are_spelled_as_they_are_read() -> None:
    spelled_all = [spelled_cluster(cluster) for cluster in (*INITIAL_CLUSTERS, *FINAL_CLUSTERS)]
    assert spelled_all == ["sp", "st", "sk", "br", "cr", "pl", "cl", "sp", "st", "sk"]
