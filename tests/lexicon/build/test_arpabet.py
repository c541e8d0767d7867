"""ARPAbet to IPA: the rule on words whose sounds anyone can say."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build.arpabet import arpabet_to_ipa, read_cmudict
from stimfid_lib.phonology.ipa import PHONEMES, syllable_count

_CONSONANTS = "B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH".split()
_VOWELS = "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split()
_SYMBOL = st.sampled_from([*_CONSONANTS, *(vowel + digit for vowel in _VOWELS for digit in "012")])


@pytest.mark.parametrize(
    ("arpabet", "ipa", "stress"),
    [
        ("K AE1 T", "k æ t", "1"),
        ("S OW1 F AH0", "s oʊ f ə", "10"),  # unstressed AH is schwa
        ("B AH1 T", "b ʌ t", "1"),
        ("AH2 N D UW1", "ʌ n d u", "21"),  # secondary stress keeps ʌ
        ("T IY1 CH ER0", "t i tʃ ɝ", "10"),  # one vocalic r, stressed or not
        ("B ER1 D", "b ɝ d", "1"),
        ("ER0 AW1 N D", "ə ɹ aʊ n d", "01"),  # before a vowel the r is heard: around
        ("HH ER1 IY0", "h ɝ ɹ i", "10"),  # hurry
        ("M ER1 M ER0 ER0", "m ɝ m ə ɹ ɝ", "100"),  # murmurer: ER before ER
        ("JH AH1 JH", "dʒ ʌ dʒ", "1"),
        ("HH W IY1 L", "h w i l", "1"),
        ("Y UW1 N AH0 K AO2 R N", "j u n ə k ɔ ɹ n", "102"),
    ],
)
def test_the_rule(arpabet: str, ipa: str, stress: str) -> None:
    spoken = arpabet_to_ipa(arpabet.split())
    assert spoken.phonemes == tuple(ipa.split())
    assert spoken.stress == stress


def test_g_is_the_ipa_letter() -> None:
    assert arpabet_to_ipa(["G", "OW1"]).phonemes[0] == "\u0261"


@pytest.mark.parametrize("text", ["K AE T", "K1 AE1", "X AE1", "AE3", "k ae1"])
def test_other_symbols_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="allowed are B CH D"):
        arpabet_to_ipa(text.split())


@given(st.lists(_SYMBOL, min_size=1, max_size=12))
def test_every_word_gets_known_phonemes_and_a_stress_digit_a_syllable(symbols: list[str]) -> None:
    spoken = arpabet_to_ipa(symbols)
    assert set(spoken.phonemes) <= set(PHONEMES)
    assert len(spoken.stress) == syllable_count(spoken.phonemes) == sum(symbol[-1].isdigit() for symbol in symbols)


@given(st.lists(_SYMBOL, min_size=1, max_size=12))
def test_vocalic_r_before_a_vowel_is_followed_by_the_consonant(symbols: list[str]) -> None:
    phonemes = arpabet_to_ipa(symbols).phonemes
    assert not any(one == "ɝ" and syllable_count([two]) for one, two in pairwise(phonemes))


DICTIONARY = """cat K AE1 T
aalborg AO1 L B AO0 R G # place, danish
read R EH1 D
read(2) R IY1 D # present tense
permit P ER0 M IH1 T
permit(2) P ER1 M IH2 T
"""


def _file(folder: Path, text: str) -> Path:
    path = folder / "cmudict.dict"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_dictionary_is_read_with_variants_and_without_comments(tmp_path: Path) -> None:
    words = read_cmudict(_file(tmp_path, DICTIONARY))
    assert list(words) == ["cat", "aalborg", "read", "permit"]
    assert ["".join(spoken.phonemes) for spoken in words["read"]] == ["ɹɛd", "ɹid"]
    assert words["aalborg"][0].phonemes[-1] == "ɡ"
    # the noun and the verb differ in stress alone, so they are one pronunciation, stressed as the first
    assert [spoken.stress for spoken in words["permit"]] == ["01"]


def test_only_wanted_words_are_read(tmp_path: Path) -> None:
    assert list(read_cmudict(_file(tmp_path, DICTIONARY), keep={"read"})) == ["read"]


@pytest.mark.parametrize("bad", ["cat", "cat K AE1 QQ"])
def test_a_damaged_line_is_named(tmp_path: Path, bad: str) -> None:
    with pytest.raises(Refused, match=r"cmudict\.dict, line 2: "):
        read_cmudict(_file(tmp_path, f"dog D AO1 G\n{bad}\n"))
