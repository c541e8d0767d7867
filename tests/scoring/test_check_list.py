from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.check_list import CheckedList, check_list
from stimfid_lib.scoring.choice import choose, choose_entries
from stimfid_lib.scoring.stated import Stated
from tests.fixtures import lexicon_of
from tests.scoring.prompts import REAL_WORDS

WORDS = {
    "rain": "ɹ eɪ n",
    "ring": "ɹ ɪ ŋ",
    "rings": "ɹ ɪ ŋ z",
    "rock": "ɹ ɑ k",
    "rabbit": "ɹ æ b ɪ t",
    "river": "ɹ ɪ v ɝ",
    "cat": "k æ t",
    "kitten": "k ɪ t ə n",
    "wing": "w ɪ ŋ",
    "wane": "w eɪ n",
}


@pytest.fixture
def lexicon(tmp_path: Path) -> Lexicon:
    """Ten words; rain is the most frequent of those with r, then ring, rock, river, rabbit; rings is a form of ring."""
    frequency = {"rain": 4.0, "ring": 3.9, "rings": 3.95, "rock": 3.8, "river": 3.0, "rabbit": 2.0}
    columns: dict[str, list[Any]] = {
        "log_frequency": [frequency.get(word, 1.0) for word in WORDS],
        "root": ["ring" if word == "rings" else word for word in WORDS],
    }
    return lexicon_of(tmp_path, WORDS, **columns)


R = Stated(phoneme="r", position="initial").request()


def _instead(checked: CheckedList) -> list[tuple[str, ...] | None]:
    return [item.instead for item in checked.items]


def test_verdicts_reasons_and_replacements(lexicon: Lexicon) -> None:
    checked = check_list("1. cat\n2. Ring\n3. zephyr\n4. florb\n5. hot dog", R, lexicon, REAL_WORDS)
    assert [(item.item, item.verdict, item.status) for item in checked.items] == [
        ("cat", "fail", "fail"),
        ("Ring", "pass", "pass"),
        ("zephyr", "unchecked", "oov"),
        ("florb", "fail", "not_a_word"),
        ("hot dog", "fail", "multiword"),
    ]
    assert checked.items[0].why == "‘cat’ starts with /k/, not /ɹ/."
    assert checked.items[0].phonemes == (("k", "æ", "t"),)
    assert checked.items[3].phonemes == (None,)
    assert _instead(checked) == [("rain",), None, None, ("rock",), ("river",)], "as long as cat, and by frequency"
    assert (checked.count("pass"), checked.count("fail"), checked.count("unchecked")) == (1, 3, 1)
    assert not checked.passed


def test_a_replacement_has_as_many_syllables_where_the_request_leaves_that_open(lexicon: Lexicon) -> None:
    assert _instead(check_list("kitten", R, lexicon, REAL_WORDS)) == [("river",)]
    two = Stated(phoneme="r", position="initial", syllables="2").request()
    assert _instead(check_list("cat", two, lexicon, REAL_WORDS)) == [("river",)]


def test_no_replacement_shares_a_root_with_the_list_or_stands_twice(lexicon: Lexicon) -> None:
    checked = check_list([["rings"], ["cat"], ["cat"], ["cat"], ["cat"], ["cat"], ["cat"]], R, lexicon, REAL_WORDS)
    # ring is a form of rings; the two-syllable words come when one-syllable ones are used up
    assert _instead(checked) == [None, ("rain",), ("rock",), ("river",), ("rabbit",), None, None]


def test_repeats_are_replaced_and_other_forms_told(lexicon: Lexicon) -> None:
    checked = check_list("ring\nRing\nrings", R, lexicon, REAL_WORDS)
    assert checked.passed
    assert [(item.repeats, item.same_root) for item in checked.items] == [(False, False), (True, False), (False, True)]
    assert _instead(checked) == [None, ("rain",), None]


def test_without_replacements(lexicon: Lexicon) -> None:
    assert _instead(check_list("cat", R, lexicon, REAL_WORDS, replace=False)) == [None]


def test_pairs(lexicon: Lexicon) -> None:
    asked = Stated(pairs="r/w", position="initial").request()
    checked = check_list("ring - wing\ncat - kitten\nrock", asked, lexicon, REAL_WORDS)
    assert [item.status for item in checked.items] == ["pass", "variant_or_gt1", "malformed"]
    assert _instead(checked) == [None, ("rain", "wane"), None]
    assert checked.items[2].words == ("rock",)


def test_a_set_is_replaced_as_a_whole(more_words: Lexicon) -> None:
    asked = Stated(pairs="k/b/m/p").request()
    checked = check_list([["cat", "wig", "ring", "pat"]], asked, more_words, REAL_WORDS)
    assert [item.status for item in checked.items] == ["variant_or_gt1", "variant_or_gt1", "pass"]
    assert _instead(checked)[1:] == [None, None]


def test_a_variant_is_neither_right_nor_wrong(fixture_lexicon: Lexicon) -> None:
    schwa = Stated(contains=["schwa"]).request()
    checked = check_list("rabbit", schwa, fixture_lexicon, REAL_WORDS)
    assert (checked.items[0].verdict, checked.passed) == ("unchecked", True)


def test_nothing_pasted_is_missing_input(lexicon: Lexicon) -> None:
    with pytest.raises(MissingInput, match="no words found"):
        check_list(" \n", R, lexicon, REAL_WORDS)


def test_orders(lexicon: Lexicon) -> None:
    assert choose(R, lexicon)["word"].to_list() == ["rain", "ring", "rock", "river", "rabbit", "rings"]
    assert choose(R, lexicon, order="word")["word"].to_list() == ["rabbit", "rain", "ring", "rings", "river", "rock"]
    assert choose(R, lexicon, order="frequency")["word"].to_list()[:3] == ["rain", "rings", "ring"]
    assert choose(R, lexicon, order="syllables")["word"].to_list()[-2:] == ["river", "rabbit"]
    with pytest.raises(Refused, match="did you mean 'frequency'"):
        choose(R, lexicon, order="freqency")


def test_pairs_are_ordered_by_their_less_usable_word(lexicon: Lexicon) -> None:
    asked = Stated(pairs="r/w").request()
    assert choose_entries(asked, lexicon) == [("rain", "wane"), ("ring", "wing")]
