"""Which pronunciation is the primary one: the arbiter's, unless a person decided."""

from __future__ import annotations

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build import primary
from stimfid_lib.lexicon.build.arbiter import arbiter_to_ipa
from stimfid_lib.lexicon.build.arpabet import Pronunciation, arpabet_to_ipa


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


def test_an_override_chooses_or_replaces() -> None:
    (reed,) = _said("R IY1 D")
    (rod,) = _said("R AA1 D")
    chosen = {"read": primary.Override("read", reed, False, "the verb")}
    replaced = {"read": primary.Override("read", rod, True, "a test")}
    assert primary.order_variants("read", READ, {}, chosen) == (READ[1], READ[0])
    assert primary.order_variants("read", READ, {}, replaced) == (rod,)


def test_an_override_cannot_choose_what_the_dictionary_lacks() -> None:
    (rod,) = _said("R AA1 D")
    with pytest.raises(Refused, match=r"'read'.*ɹ\|ɛ\|d, ɹ\|i\|d"):
        primary.order_variants("read", READ, {}, {"read": primary.Override("read", rod, False, "a test")})


def test_every_override_has_a_reason_and_stands_once() -> None:
    overrides = primary.load_overrides()
    assert overrides["live"].spoken.phonemes == ("l", "ɪ", "v")
    assert all(override.reason for override in overrides.values())


def test_agreement_counts_first_chosen_and_best() -> None:
    dictionary = {"read": READ, "cat": _said("K AE1 T"), "dog": _said("D AO1 G")}
    arbiter = {"read": arbiter_to_ipa("ɹˈid"), "cat": arbiter_to_ipa("kˈæt"), "sun": arbiter_to_ipa("sˈʌn")}
    chosen = {word: primary.order_variants(word, said, arbiter, {}) for word, said in dictionary.items()}
    found = primary.agreement(["read", "cat", "dog", "sun"], dictionary, chosen, arbiter)
    assert found["n_words"] == 2
    assert found["strict"] == {"first_variant": 0.5, "primary": 1.0, "best_variant": 1.0}
    assert found["edges"] == {"first_variant": 1.0, "primary": 1.0, "best_variant": 1.0}
    assert found["strict_only_in_a_later_variant"] == 1
