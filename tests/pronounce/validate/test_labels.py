"""Labels of the tier `phones`: every shape that the corpus holds, and what a wrong one becomes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.phonology.ipa import PHONEMES
from stimfid_lib.pronounce.validate.labels import read_label, read_phone


@pytest.mark.parametrize(
    ("text", "canonical", "perceived", "errortype"),
    [
        ("AO1", "ɔ", "ɔ", None),
        ("Z,S,s", "z", "s", "s"),
        ("R,sil,d ", "ɹ", None, "d"),
        ("R , sil , d", "ɹ", None, "d"),
        ("sil,AH0,a", None, "ə", "a"),
        ("AY1,AA*,s", "aɪ", "ɑ", "s"),
        ("IH1,IY1,S", "ɪ", "i", "s"),
        ("ER),ah,s", "ɝ", "ʌ", "s"),
        ("V``,W`,s", "v", "w", "s"),
        ("D1,T_,s", "d", "t", "s"),
        ("AX,IH,s", "ə", "ɪ", "s"),
        ("K,G,s,", "k", "ɡ", "s"),
    ],
)
def test_a_label_is_read(text: str, canonical: str | None, perceived: str | None, errortype: str | None) -> None:
    label = read_label(text)
    assert (label.canonical.phoneme(), label.perceived.phoneme(), label.errortype) == (canonical, perceived, errortype)
    assert label.fault is None
    assert label.text == text


@pytest.mark.parametrize("text", ["", "sil", "SIL", "sp", "  "])
def test_silence_is_no_phone(text: str) -> None:
    assert read_label(text).canonical.kind == "silence"


@pytest.mark.parametrize("text", ["spn", "<unk>", "err", "ERR", "QX", "3", "AH0R"])
def test_what_nobody_can_name_is_unknown(text: str) -> None:
    phone = read_phone(text)
    assert phone.kind == "unknown"
    assert phone.phoneme() is None


def test_only_a_star_is_an_accent() -> None:
    assert read_label("AY1,AA*,s").perceived.accented
    assert not read_label("AY1,AA`,s").perceived.accented
    assert read_label("AY1,AA*,s").canonical.accented is False


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Z,S", "2 fields"),
        ("Z,S,s,x", "4 fields"),
        ("Z,S,q", "'q'"),
        ("Z,,s", "perceived ''"),
        ("Z,sil,s", "perceived 'sil'"),
        ("Z,S,d", "perceived 'S'"),
        ("Z,S,a", "canonical 'Z'"),
        ("sil,S,s", "canonical 'sil'"),
        ("sil,sil,a", "perceived 'sil'"),
    ],
)
def test_a_label_against_the_format_says_what_is_wrong(text: str, fault: str) -> None:
    label = read_label(text)
    assert label.fault is not None
    assert fault in label.fault


def test_a_vowel_without_a_digit_takes_the_stress_it_is_told() -> None:
    assert read_phone("AH").phoneme("0") == "ə"
    assert read_phone("AH").phoneme("1") == "ʌ"
    assert read_phone("AH2").phoneme("0") == "ʌ"


@given(st.text(max_size=30))
def test_no_text_breaks_the_reader(text: str) -> None:
    label = read_label(text)
    for phone in (label.canonical, label.perceived):
        assert (phone.phoneme() in PHONEMES) == (phone.kind == "sound")
    assert label.errortype in {None, "s", "d", "a"}


SOUNDS = st.sampled_from("P B T D K G CH JH F V TH DH S Z SH ZH HH M N NG L R W Y".split())
VOWELS = st.builds(
    str.__add__, st.sampled_from("AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split()), st.sampled_from("012")
)


@given(SOUNDS | VOWELS, SOUNDS | VOWELS, st.sampled_from(["", " ", "  "]), st.sampled_from(["", "*", "`", ")"]))
def test_blanks_and_stray_characters_change_nothing(one: str, other: str, blank: str, stray: str) -> None:
    plain, dirty = read_label(f"{one},{other},s"), read_label(f"{one}{blank},{blank}{other}{stray},s{blank}")
    assert plain.fault is None is dirty.fault
    assert plain.canonical.phoneme() == dirty.canonical.phoneme() != None  # noqa: E711
    assert plain.perceived.phoneme() == dirty.perceived.phoneme()
    assert dirty.perceived.accented == (stray == "*")
