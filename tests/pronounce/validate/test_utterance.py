"""From a TextGrid to canonical phonemes and annotated tokens, and what is noted about it."""

from __future__ import annotations

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.pronounce.validate.utterance import Utterance, read_utterance
from tests.pronounce.validate.making import Timed, long_textgrid


def utterance(*labels: str, words: list[Timed] | None = None, end: float | None = None) -> Utterance:
    """One second a label, one word over all of them."""
    phones = [(float(at), at + 1.0, label) for at, label in enumerate(labels)]
    length = float(len(labels))
    tiers = {"words": words if words is not None else [(0.0, length, "word")], "phones": phones}
    return read_utterance(long_textgrid(end or length, tiers).encode())


def test_tokens_stand_at_their_canonical_phoneme_and_additions_before_it() -> None:
    found = utterance("sil", "sil,AH0,a", "S", "K,G,s", "sp", "UW1", "L,sil,d ", "sil,AH,a")
    assert found.canonical == ("s", "k", "u", "l")
    assert [(token.label.errortype, token.place) for token in found.annotated] == [
        ("a", 0),
        ("s", 1),
        ("d", 3),
        ("a", 4),
    ]
    assert [found.count(kind) for kind in ("s", "d", "a")] == [1, 1, 2]  # type: ignore[arg-type]
    assert found.notes == ()


def test_a_label_that_cannot_be_read_keeps_its_place_and_is_not_counted() -> None:
    found = utterance("S", "K,G", "UW1", "L,R,s")
    assert found.canonical == ("s", "k", "u", "l")
    assert [label.text for label in found.unreadable] == ["K,G"]
    assert [token.place for token in found.annotated] == [3]


def test_unknown_canonical_phones_take_no_place_and_are_noted() -> None:
    found = utterance("S", "spn", "<unk>", "L,R,s")
    assert found.canonical == ("s", "l")
    assert found.annotated[0].place == 1
    assert found.notes == ("2 canonical labels without a known phone: <unk>, spn",)


def test_a_tier_longer_than_the_file_is_used_and_noted() -> None:
    found = utterance("S", "L,R,s", words=[(0.0, 2.0, "word")], end=1.5)
    assert len(found.annotated) == 1
    assert found.notes == (
        "tier words ends at 2 s, the file at 1.5 s",
        "tier phones ends at 2 s, the file at 1.5 s",
    )


def test_tiers_that_disagree_are_told_and_the_phones_count() -> None:
    words = [(0.0, 1.0, "see"), (1.0, 2.0, ""), (2.0, 3.0, "sea")]
    found = utterance("S", "L,R,s", "sil", words=words)
    assert found.canonical == ("s", "l")
    assert found.notes == (
        "tiers words and phones disagree: 1 words without a phone, the first 'sea' at 2.00 s; "
        "1 phones outside any word, the first 'L,R,s' at 1.00 s",
    )


def test_a_file_without_phones_is_refused_by_the_names_of_its_tiers() -> None:
    data = long_textgrid(1.0, {"words": [(0.0, 1.0, "cat")], "IPA": [(0.0, 1.0, "kæt")]}).encode()
    with pytest.raises(Refused, match=r"no tier 'phones' among its tiers words, ipa"):
        read_utterance(data)


def test_without_words_the_phones_are_read_all_the_same() -> None:
    found = read_utterance(long_textgrid(1.0, {"Phones ": [(0.0, 1.0, "Z,S,s")]}).encode())
    assert (found.canonical, found.notes) == (("z",), ("no tier words",))
