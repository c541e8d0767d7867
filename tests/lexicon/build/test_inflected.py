"""What a regular form should sound like."""

from __future__ import annotations

import pytest

from stimfid_lib.lexicon.build.arpabet import arpabet_to_ipa
from stimfid_lib.lexicon.build.inflected import expected_form


@pytest.mark.parametrize(
    ("word", "base", "arpabet", "expected"),
    [
        ("cats", "cat", "K AE1 T", "k æ t s"),
        ("dogs", "dog", "D AO1 G", "d ɔ ɡ z"),
        ("wishes", "wish", "W IH1 SH", "w ɪ ʃ ɪ z"),
        ("noses", "nose", "N OW1 Z", "n oʊ z ɪ z"),
        ("berries", "berry", "B EH1 R IY0", "b ɛ ɹ i z"),
        ("hopped", "hop", "HH AA1 P", "h ɑ p t"),
        ("hoped", "hope", "HH OW1 P", "h oʊ p t"),
        ("wanted", "want", "W AO1 N T", "w ɔ n t ɪ d"),
        ("cried", "cry", "K R AY1", "k ɹ aɪ d"),
        ("making", "make", "M EY1 K", "m eɪ k ɪ ŋ"),
        ("stirring", "stir", "S T ER1", "s t ɝ ɹ ɪ ŋ"),
        ("watering", "water", "W AO1 T ER0", "w ɔ t ə ɹ ɪ ŋ"),
        ("mice", "mouse", "M AW1 S", None),
        ("knives", "knife", "N AY1 F", None),
    ],
)
def test_regular_forms(word: str, base: str, arpabet: str, expected: str | None) -> None:
    found = expected_form(word, base, arpabet_to_ipa(arpabet.split()))
    assert (" ".join(found.phonemes) if found else None) == expected
    assert found is None or len(found.stress) == sum(
        phoneme in "ɔ ɪ i oʊ æ ɛ eɪ ɝ ə aɪ ɑ".split() for phoneme in found.phonemes
    )
