"""How agreement is counted: what each figure counts, reckoned by hand on four words."""

from __future__ import annotations

from stimfid_lib.lexicon.build.agreement import agreement
from stimfid_lib.lexicon.build.arbiter import arbiter_to_ipa
from stimfid_lib.lexicon.build.arpabet import Pronunciation, arpabet_to_ipa
from stimfid_lib.lexicon.build.overrides import Override
from stimfid_lib.lexicon.build.primary import order_variants


def _said(*arpabet: str) -> tuple[Pronunciation, ...]:
    return tuple(arpabet_to_ipa(text.split()) for text in arpabet)


DICTIONARY = {
    "read": _said("R EH1 D", "R IY1 D"),
    "cat": _said("K AE1 T"),
    "fire": _said("F AY1 R"),
    "live": _said("L IH1 V"),
    "dog": _said("D AO1 G"),
}
ARBITER = {
    word: arbiter_to_ipa(text)
    for word, text in {"read": "ɹˈid", "cat": "kˈæt", "fire": "fˈIəɹ", "live": "lˈIv", "sun": "sˈʌn"}.items()
}
OVERRIDES = {"live": Override("live", DICTIONARY["live"][0], "choose", "the verb")}


def test_what_each_figure_counts() -> None:
    chosen = {word: order_variants(word, said, ARBITER, OVERRIDES) for word, said in DICTIONARY.items()}
    found = agreement(["read", "cat", "fire", "live", "dog", "sun"], DICTIONARY, chosen, ARBITER, OVERRIDES)
    assert found["n_words"] == 4  # the arbiter lacks dog, the dictionary lacks sun
    # by the letter: cat at first, read once chosen; fire only by convention, live not at all but decided
    assert found["strict"] == {
        "first_variant": 0.25,
        "primary": 0.5,
        "primary_or_overruled": 0.75,
        "overruled": 1,
    }
    assert found["by_convention"] == {
        "first_variant": 0.5,
        "primary": 0.75,
        "primary_or_overruled": 1.0,
        "overruled": 1,
    }
    assert found["edges"]["primary"] == found["consonants"]["primary"] == 1.0
    assert found["conventions"]["vocalic r"] == found["conventions_together"] == 1
    assert sum(found["conventions"].values()) == 1
    assert found["open"] == []


def test_a_word_that_nobody_decided_is_open() -> None:
    assert agreement(["read", "live"], DICTIONARY, DICTIONARY, ARBITER, OVERRIDES)["open"] == ["read"]
