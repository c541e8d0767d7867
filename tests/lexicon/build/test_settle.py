"""Classes of words have one convention, and the other form as a variant."""

from __future__ import annotations

import pytest

from stimfid_lib.lexicon.build.arpabet import arpabet_to_ipa
from stimfid_lib.lexicon.build.settle import CLASSES, settle
from stimfid_lib.phonology.ipa import syllable_count

KNOWN = frozenset("fire tower desire happy known".split())


def _settled(word: str, *arpabet: str) -> tuple[list[str], frozenset[str]]:
    found, concerned = settle(word, tuple(arpabet_to_ipa(text.split()) for text in arpabet), KNOWN)
    for one in found:
        assert len(one.stress) == syllable_count(one.phonemes)
    return [" ".join(one.phonemes) for one in found], concerned


@pytest.mark.parametrize(
    ("word", "arpabet", "expected"),
    [
        ("fire", "F AY1 R", ["f aɪ ɝ", "f aɪ ɹ"]),
        ("higher", "HH AY1 ER0", ["h aɪ ɝ", "h aɪ ɹ"]),
        ("flour", "F L AW1 R", ["f l aʊ ɝ", "f l aʊ ɹ"]),
        ("fires", "F AY1 R Z", ["f aɪ ɝ z", "f aɪ ɹ z"]),
        ("firepower", "F AY1 R P AW2 ER0", ["f aɪ ɝ p aʊ ɝ", "f aɪ ɹ p aʊ ɹ"]),
        ("firing", "F AY1 R IH0 NG", ["f aɪ ə ɹ ɪ ŋ", "f aɪ ɹ ɪ ŋ"]),
        ("towering", "T AW1 ER0 IH0 NG", ["t aʊ ə ɹ ɪ ŋ", "t aʊ ɹ ɪ ŋ"]),
        ("desirable", "D IH0 Z AY1 R AH0 B AH0 L", ["d ɪ z aɪ ə ɹ ə b ə l", "d ɪ z aɪ ɹ ə b ə l"]),
        # the r begins the next syllable
        ("pirate", "P AY1 R AH0 T", ["p aɪ ɹ ə t"]),
        ("diurnal", "D AY0 ER1 N AH0 L", ["d aɪ ɝ n ə l"]),
    ],
)
def test_fire_and_higher_are_one_class(word: str, arpabet: str, expected: list[str]) -> None:
    assert _settled(word, arpabet)[0] == expected


@pytest.mark.parametrize(
    ("word", "arpabet", "expected"),
    [
        ("here", "HH IY1 R", "h ɪ ɹ"),
        ("poor", "P UW1 R", "p ʊ ɹ"),
        ("reread", "R IY0 R IY1 D", "ɹ i ɹ i d"),
        ("copyright", "K AA1 P IY0 R AY2 T", "k ɑ p i ɹ aɪ t"),
        ("tearoom", "T IY1 R UW2 M", "t i ɹ u m"),
        ("wanted", "W AO1 N T AH0 D", "w ɔ n t ɪ d"),
        ("wishes", "W IH1 SH AH0 Z", "w ɪ ʃ ɪ z"),
        ("hundred", "HH AH1 N D R AH0 D", "h ʌ n d ɹ ə d"),
        ("unknown", "AH0 N N OW1 N", "ʌ n n oʊ n"),
        ("until", "AH0 N T IH1 L", "ə n t ɪ l"),
    ],
)
def test_one_way_to_write_a_class(word: str, arpabet: str, expected: str) -> None:
    assert _settled(word, arpabet)[0][0] == expected


@pytest.mark.parametrize(
    ("word", "arpabet", "short"),
    [
        ("camera", "K AE1 M ER0 AH0", "k æ m ɹ ə"),
        ("different", "D IH1 F ER0 AH0 N T", "d ɪ f ɹ ə n t"),
        ("memory", "M EH1 M ER0 IY0", "m ɛ m ɹ i"),
        ("murderer", "M ER1 D ER0 ER0", None),
        ("mirror", "M IH1 R ER0", None),
        ("accurate", "AE1 K Y ER0 AH0 T", None),
        ("burglary", "B ER1 G L ER0 IY0", None),
        ("operate", "AA1 P ER0 EY2 T", None),
    ],
)
def test_the_short_form_of_camera_is_a_variant(word: str, arpabet: str, short: str | None) -> None:
    assert _settled(word, arpabet)[0][1:] == ([short] if short else [])


def test_a_twin_that_the_dictionary_lists_is_not_listed_twice() -> None:
    found, concerned = _settled("hour", "AW1 ER0", "AW1 R")
    assert found == ["aʊ ɝ", "aʊ ɹ"]
    assert concerned == {"fire"}


def test_a_word_of_no_class_stays() -> None:
    assert _settled("cat", "K AE1 T") == (["k æ t"], frozenset())
    assert all(CLASSES.values())
