from __future__ import annotations

import pytest

from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.ladder import Ladder
from tests.scoring.prompts import REAL_WORDS


@pytest.fixture
def ladder(fixture_lexicon: Lexicon) -> Ladder:
    return Ladder(fixture_lexicon, REAL_WORDS)


@pytest.mark.parametrize(
    ("word", "rung"),
    [
        ("rabbit", "held"),
        ("Ring", "held"),
        ("cat", "held"),
        ("zephyr", "oov"),
        ("Zephyr", "oov"),
        ("florb", "not_a_word"),
        ("hot dog", "multiword"),
        ("merry-go-round", "multiword"),
    ],
)
def test_the_rungs(ladder: Ladder, word: str, rung: str) -> None:
    assert ladder.rung(word) == rung


def test_the_row_of_a_word_that_is_held(ladder: Ladder, fixture_lexicon: Lexicon) -> None:
    _, row = ladder.place("RABBIT")
    assert row is not None
    assert fixture_lexicon.primary["word"][row] == "rabbit"
    assert ladder.place("hot dog") == ("multiword", None)


def test_any_collection_of_words_serves_as_the_word_list(fixture_lexicon: Lexicon) -> None:
    assert Ladder(fixture_lexicon, ["zephyr"]).rung("zephyr") == "oov"
    assert Ladder(fixture_lexicon, ()).rung("zephyr") == "not_a_word"


def test_a_real_word_with_accents_is_not_made_up(fixture_lexicon: Lexicon) -> None:
    ladder = Ladder(fixture_lexicon, {"cafe"})
    assert ladder.rung("Café") == "oov"
    assert ladder.rung("cafe\u0301") == "oov"
    assert ladder.rung("càt") == "not_a_word", "the lexicon's own words are not guessed at"


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
