from __future__ import annotations

import pytest

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.ladder import Ladder, WordVerdict
from tests.scoring.prompts import INITIAL_R, REAL_WORDS


@pytest.fixture
def ladder(fixture_lexicon: Lexicon) -> Ladder:
    return Ladder(fixture_lexicon, REAL_WORDS)


@pytest.mark.parametrize(
    ("word", "verdict"),
    [
        ("rabbit", WordVerdict("pass")),
        ("Ring", WordVerdict("pass")),
        ("cat", WordVerdict("fail", ("phoneme_at",))),
        ("zephyr", WordVerdict("oov")),
        ("Zephyr", WordVerdict("oov")),
        ("florb", WordVerdict("not_a_word")),
        ("hot dog", WordVerdict("multiword")),
        ("merry-go-round", WordVerdict("multiword")),
    ],
)
def test_the_rungs(ladder: Ladder, word: str, verdict: WordVerdict) -> None:
    assert ladder.verdict(word, (INITIAL_R,)) == verdict


def test_a_secondary_pronunciation_alone(ladder: Ladder) -> None:
    schwa = Constraint("contains_phoneme", {"phoneme": "ə"})  # rabbit is |ɹ|æ|b|ɪ|t|, its variant |ɹ|æ|b|ə|t|
    assert ladder.verdict("rabbit", (schwa,)) == WordVerdict("fail", ("contains_phoneme",), variant_only=True)


def test_any_collection_of_words_serves_as_the_word_list(fixture_lexicon: Lexicon) -> None:
    assert Ladder(fixture_lexicon, ["zephyr"]).verdict("zephyr").status == "oov"
    assert Ladder(fixture_lexicon, ()).verdict("zephyr").status == "not_a_word"


def test_a_real_word_with_accents_is_not_made_up(fixture_lexicon: Lexicon) -> None:
    ladder = Ladder(fixture_lexicon, {"cafe"})
    assert ladder.verdict("Café").status == "oov"
    assert ladder.verdict("cafe\u0301").status == "oov"
    assert ladder.verdict("càt").status == "not_a_word", "the lexicon's own words are not guessed at"


@pytest.mark.parametrize(
    ("word", "root"),
    [
        ("missing", "miss"),
        ("Misses", "miss"),
        ("mice", "mouse"),
        ("rabbit", "rabbit"),
        ("florb", "florb"),
        ("hot dog", None),
    ],
)
def test_roots(ladder: Ladder, word: str, root: str | None) -> None:
    assert ladder.root(word) == root
