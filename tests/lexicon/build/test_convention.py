"""What two dictionaries write differently without meaning another pronunciation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.lexicon.build import convention
from stimfid_lib.lexicon.build.arbiter import arbiter_to_ipa
from stimfid_lib.lexicon.build.arpabet import arpabet_to_ipa
from stimfid_lib.phonology.ipa import PHONEMES

WORD = st.lists(st.sampled_from(PHONEMES), max_size=7)


@pytest.mark.parametrize(
    ("arpabet", "arbiter"),
    [
        ("K EH1 R IH0 T", "kˈɛɹət"),  # reduced vowel: ɪ or ə
        ("K AO1 T", "kˈɑt"),  # cot and caught
        ("S ER1 T AH0 N", "sˈɜɹʔn"),  # syllabic n
        ("AE1 N Y UW0 AH0 L", "ˈænjəwəl"),  # u before a vowel
        ("F AY1 R", "fˈIəɹ"),  # fire
        ("W AO1 T ER0", "wˈɑɾəɹ"),  # tap
        ("L AE1 D ER0", "lˈæɾəɹ"),
        ("OW0 B EY1", "əbˈA"),  # an unstressed full vowel
        ("M AH1 S T", "məst"),  # a monosyllable without stress mark
        ("EH1 S EY2", "ɛsˈA"),  # the same sounds, stressed elsewhere
        ("IH0 M P L OY1 ER0", "ɛmplˈYjəɹ"),  # a glide written between two vowels
    ],
)
def test_the_same_word_written_twice_agrees(arpabet: str, arbiter: str) -> None:
    one, other = arpabet_to_ipa(arpabet.split()), arbiter_to_ipa(arbiter)
    assert convention.agree_by_convention(one, other)
    assert convention.agree_in_consonants(one, other)
    assert convention.agree_at_edges(one, other)


@pytest.mark.parametrize(
    ("arpabet", "arbiter"),
    [
        ("L AY1 V", "lˈɪv"),
        ("L EH1 D", "lˈid"),
        ("B AW1", "bˈO"),
        ("T EH1 R", "tˈɪɹ"),
        ("K AE1 T", "kˈɪt"),
        ("B IH1 T", "bˈʌt"),
    ],
)
def test_another_pronunciation_stays_another(arpabet: str, arbiter: str) -> None:
    one, other = arpabet_to_ipa(arpabet.split()), arbiter_to_ipa(arbiter)
    assert not convention.agree_by_convention(one, other)


def test_consonants_and_edges_look_at_their_part_alone() -> None:
    teeth, tooth = arpabet_to_ipa("T IY1 TH".split()), arpabet_to_ipa("T UW1 TH".split())
    assert convention.agree_in_consonants(teeth, tooth)
    assert convention.agree_at_edges(teeth, tooth)
    stop, step_up = arpabet_to_ipa("S T AA1 P".split()), arpabet_to_ipa("S K IH1 P".split())
    assert convention.agree_at_edges(stop, step_up)
    assert not convention.agree_in_consonants(stop, step_up)


@pytest.mark.parametrize(("one", "other", "same"), [("ɾ", "t", 1), ("d", "ɾ", 1), ("t", "d", 0), ("ɾ", "n", 0)])
def test_a_tap_is_t_or_d_and_nothing_else(one: str, other: str, same: int) -> None:
    assert convention.same_sound(frozenset({one}), frozenset({other})) == bool(same)


@pytest.mark.parametrize(
    ("name", "arpabet", "arbiter"),
    [
        ("schwa", "M AH1 S T", "məst"),
        ("cot-caught", "K AO1 T", "kˈɑt"),
        ("reduction", "OW0 B EY1", "əbˈA"),
        ("syllabic", "K AE1 M ER0 AH0", "kˈæmɹə"),
        ("before r", "HH IY1 R", "hˈɪɹ"),
        ("vocalic r", "F AY1 R", "fˈIəɹ"),
        ("glide", "B IY0 AA1 N D", "bijˈɑnd"),
        ("nsh", "M EH1 N SH AH0 N", "mˈɛnʧən"),
        ("doubled", "R UW1 M EY2 T", "ɹˈummˌAt"),
    ],
)
def test_each_convention_is_what_makes_its_example_agree(name: str, arpabet: str, arbiter: str) -> None:
    one, other = arpabet_to_ipa(arpabet.split()), arbiter_to_ipa(arbiter)
    assert convention.agree_by_convention(one, other)
    assert not convention.agree_by_convention(one, other, off=name)


def test_no_convention_is_without_an_example() -> None:
    assert set(convention.CONVENTIONS) == {
        "schwa", "cot-caught", "reduction", "syllabic", "before r", "vocalic r", "glide", "nsh", "doubled"
    }  # fmt: skip


def _plain(text: str | list[str]) -> list[frozenset[str]]:
    return [frozenset({symbol}) for symbol in (text.split() if isinstance(text, str) else text)]


def test_a_sound_that_need_not_be_written_costs_nothing() -> None:
    spoken = [*_plain("k æ m"), frozenset({"ə", ""}), *_plain("ɹ ə")]
    assert convention.edit_distance(spoken, _plain("k æ m ɹ ə")) == 0
    assert convention.edit_distance(_plain("k æ m ə ɹ ə"), spoken) == 0
    assert convention.edit_distance(spoken, _plain("k æ m i ɹ ə")) == 1


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("", "", 0),
        ("k æ t", "", 3),
        ("k æ t", "k æ t", 0),
        ("k æ t", "b æ t", 1),
        ("k æ t", "æ t", 1),
        ("s t ɑ p", "s p ɑ t", 2),
    ],
)
def test_edit_distances_counted_by_hand(one: str, other: str, distance: int) -> None:
    assert convention.edit_distance(_plain(one), _plain(other)) == distance


@given(WORD, WORD, WORD)
def test_edit_distance_is_a_metric(one: list[str], two: list[str], three: list[str]) -> None:
    def distance(a: list[str], b: list[str]) -> int:
        return convention.edit_distance(_plain(a), _plain(b))

    assert distance(one, two) == distance(two, one)
    assert (distance(one, two) == 0) == (one == two)
    assert distance(one, three) <= distance(one, two) + distance(two, three)
    assert abs(len(one) - len(two)) <= distance(one, two) <= max(len(one), len(two))
