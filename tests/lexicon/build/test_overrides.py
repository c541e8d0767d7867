"""What a person decided about pronunciations, and that every decision has its reason."""

from __future__ import annotations

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build.arpabet import Pronunciation, arpabet_to_ipa
from stimfid_lib.lexicon.build.overrides import ACTIONS, HETERONYM, Override, load_overrides


def _said(*arpabet: str) -> tuple[Pronunciation, ...]:
    return tuple(arpabet_to_ipa(text.split()) for text in arpabet)


READ = _said("R EH1 D", "R IY1 D")
(REED,), (ROD,) = _said("R IY1 D"), _said("R AA1 D")


def test_choose_add_replace() -> None:
    assert Override("read", REED, "choose", "a test").order(READ) == (READ[1], READ[0])
    assert Override("read", ROD, "add", "a test").order(READ) == (ROD, *READ)
    assert Override("read", ROD, "replace", "a test").order(READ) == (ROD,)


def test_what_is_chosen_must_be_the_dictionarys() -> None:
    with pytest.raises(Refused, match=r"'read'.*ɹ\|ɛ\|d, ɹ\|i\|d"):
        Override("read", ROD, "choose", "a test").order(READ)


def test_a_heteronym_keeps_all_readings_the_commonest_first() -> None:
    object_noun, object_verb = _said("AA1 B JH EH0 K T", "AH0 B JH EH1 K T")
    decided = Override("object", object_noun, HETERONYM, "a test", (object_verb,))
    assert decided.order((object_verb,)) == (object_noun, object_verb)


def test_a_reading_is_written_as_the_dictionary_writes_it() -> None:
    # the same noun, ɪ in the one and ə in the other: no third variant comes of it
    listed, written = _said("M IH1 N IH0 T", "M IH1 N AH0 T")
    (minute,) = _said("M AY0 N UW1 T")
    assert Override("minute", written, HETERONYM, "a test", (minute,)).order((listed,)) == (listed, minute)
    # what is added is what the line says
    assert Override("minute", written, "add", "a test").order((listed,)) == (written, listed)


def test_every_decision_has_a_reason_and_stands_once() -> None:
    overrides = load_overrides()
    assert all(one.reason and one.word == word for word, one in overrides.items())
    assert {one.action for one in overrides.values()} == {*ACTIONS, HETERONYM}
    assert all(bool(one.further) == (one.action == HETERONYM) for one in overrides.values())
    assert overrides["live"].spoken.phonemes == ("l", "ɪ", "v")


def test_a_hundred_and_fifty_heteronyms_and_more() -> None:
    readings = [one for one in load_overrides().values() if one.action == HETERONYM]
    assert len(readings) > 150
    for one in readings:
        spoken = [reading.phonemes for reading in (one.spoken, *one.further)]
        assert len(set(spoken)) == len(spoken) > 1, one.word
