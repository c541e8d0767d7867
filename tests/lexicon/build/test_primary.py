"""Which pronunciation is the primary one: the arbiter's, unless a person decided."""

from __future__ import annotations

from typing import Any

from stimfid_lib.lexicon.build import primary
from stimfid_lib.lexicon.build.arbiter import arbiter_to_ipa
from stimfid_lib.lexicon.build.arpabet import Pronunciation, arpabet_to_ipa
from stimfid_lib.lexicon.build.overrides import Override
from stimfid_lib.lexicon.roots import root_of


def _said(*arpabet: str) -> tuple[Pronunciation, ...]:
    return tuple(arpabet_to_ipa(text.split()) for text in arpabet)


READ = _said("R EH1 D", "R IY1 D")


def test_the_variant_closest_to_the_arbiter_comes_first_and_the_others_keep_their_order() -> None:
    variants = _said("W AY1 N D", "W EY1 N D", "W IH1 N D")
    ordered = primary.order_variants("wind", variants, {"wind": arbiter_to_ipa("wˈɪnd")}, {})
    assert ordered == (variants[2], variants[0], variants[1])


def test_without_the_arbiter_the_dictionarys_order_stands() -> None:
    assert primary.order_variants("read", READ, {}, {}) == READ


def test_the_letter_decides_between_variants_that_the_convention_cannot_tell_apart() -> None:
    variants = _said("S EH1 P R AH0 T", "S EH1 P ER0 AH0 T")
    ordered = primary.order_variants("separate", variants, {"separate": arbiter_to_ipa("sˈɛpəɹət")}, {})
    assert ordered[0] == variants[1]


def test_an_exact_match_wins_though_stress_marks_differ() -> None:
    # on the convention the unstressed ʊ of the arbiter is ə, which the second variant's ɪ would match
    variants = _said("G UH2 D B AY1 Z", "G IH0 D B AY1 Z")
    ordered = primary.order_variants("goodbyes", variants, {"goodbyes": arbiter_to_ipa("ɡʊdbˈIz")}, {})
    assert ordered == variants


def test_an_override_decides_before_the_arbiter() -> None:
    (reed,) = _said("R IY1 D")
    chosen = {"read": Override("read", reed, "choose", "the verb")}
    assert primary.order_variants("read", READ, {"read": READ[0]}, chosen) == (READ[1], READ[0])


def _settled(dictionary: dict[str, tuple[Pronunciation, ...]], **more: Any) -> dict[str, tuple[Pronunciation, ...]]:
    arguments = {"arbiter": {}, "overrides": {}, "known": dictionary, "root_of": root_of} | more
    return primary.settle_all(dictionary, **arguments)[0]


def test_a_form_that_the_arbiter_lacks_follows_its_base() -> None:
    dictionary = {"dog": _said("D AA1 G", "D AO1 G"), "dogs": _said("D AA1 G Z", "D AO1 G Z")}
    found = _settled(dictionary, arbiter={"dog": arbiter_to_ipa("dˈɔɡ")})
    assert found["dogs"] == (dictionary["dogs"][1], dictionary["dogs"][0])


def test_a_form_unlike_its_sure_base_gets_what_the_base_lets_expect() -> None:
    dictionary = {"berry": _said("B EH1 R IY0"), "berries": _said("B AA1 R IY0 Z")}
    found = _settled(dictionary, arbiter={"berry": arbiter_to_ipa("bˈɛɹi")})
    assert [one.phonemes for one in found["berries"]] == [tuple("bɛɹiz"), tuple("bɑɹiz")]
    assert _settled(dictionary)["berries"] == dictionary["berries"]  # no arbiter knows the base, so it is not sure


def test_the_plural_of_path_may_change_its_th() -> None:
    dictionary = {"path": _said("P AE1 TH"), "paths": _said("P AE1 DH Z")}
    assert _settled(dictionary, arbiter={"path": arbiter_to_ipa("pˈæθ")})["paths"] == dictionary["paths"]


def test_a_base_of_two_readings_decides_nothing() -> None:
    near, far = _said("IH0 L AE1 B ER0 AH0 T", "IH0 L AE1 B ER0 EY2 T")
    dictionary = {"elaborate": (near,), "elaborating": _said("IH0 L AE1 B ER0 EY2 T IH0 NG")}
    overrides = {"elaborate": Override("elaborate", near, "heteronym", "adjective", (far,))}
    assert _settled(dictionary, overrides=overrides)["elaborating"] == dictionary["elaborating"]
