"""Drawing: common words more often, no root twice where that is possible."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.files import write_parquet
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.models.reference.draw import Drawing


def taken(lex: Lexicon, entries: list[tuple[str, ...]], wanted: int, seed: int = 215) -> list[tuple[str, ...]]:
    drawing = Drawing(lex)
    return drawing.take(drawing.fill(entries), wanted, random.Random(seed))


def test_without_replacement_as_many_as_wanted_or_all(fixture_lexicon: Lexicon) -> None:
    entries = [("cat",), ("bat",), ("ring",), ("wig",)]
    assert len(set(taken(fixture_lexicon, entries, 3))) == 3
    assert sorted(taken(fixture_lexicon, entries, 9)) == sorted(entries)
    assert taken(fixture_lexicon, [], 3) == []


def test_the_same_seed_gives_the_same_draw_and_another_another(fixture_lexicon: Lexicon) -> None:
    entries = [("cat",), ("bat",), ("ring",), ("wig",), ("kingdom",), ("rabbit",)]
    draws = [tuple(taken(fixture_lexicon, entries, 3, seed)) for seed in range(20)]
    assert draws == [tuple(taken(fixture_lexicon, entries, 3, seed)) for seed in range(20)]
    assert len(set(draws)) > 5


def test_weights_are_square_roots_of_frequencies(fixture_lexicon: Lexicon) -> None:
    # cat's log10 frequency is 3.5, wig's 2.2; an unknown word counts once: weights 10**1.75, 10**1.1, 1
    weights = [weight for weight, _ in Drawing(fixture_lexicon).fill([("cat",), ("wig",), ("florb",), ("cat", "wig")])]
    assert weights == pytest.approx([56.234, 12.589, 1.0, 12.589], abs=0.001)


def test_the_first_draw_follows_the_weights(fixture_lexicon: Lexicon) -> None:
    # cat against wig: 56.234 / (56.234 + 12.589) = .817; 2,000 draws have a standard error of .0086
    first = Counter(taken(fixture_lexicon, [("cat",), ("wig",)], 1, seed)[0][0] for seed in range(2000))
    assert first["cat"] / 2000 == pytest.approx(0.817, abs=0.035)


@pytest.fixture
def padded(fixture_lexicon_dir: Path) -> Lexicon:
    """The seven words, with cat made an inflection of bat."""
    path = fixture_lexicon_dir / "words.parquet"
    words = pl.read_parquet(path)
    write_parquet(path, words.with_columns(root=pl.when(pl.col("word") == "cat").then(pl.lit("bat")).otherwise("root")))
    return Lexicon.from_dir(fixture_lexicon_dir)


def test_a_root_comes_twice_only_where_the_list_cannot_be_filled_without(padded: Lexicon) -> None:
    entries = [("bat",), ("cat",), ("ring",), ("wig",)]
    for seed in range(30):
        assert not {("bat",), ("cat",)} <= set(taken(padded, entries, 3, seed))
        four = taken(padded, entries, 4, seed)
        assert sorted(four) == sorted(entries)
        assert four[-1] in (("bat",), ("cat",)), "what shares a root comes last"


def test_a_pair_that_shares_a_word_with_an_earlier_one_is_put_back(fixture_lexicon: Lexicon) -> None:
    pairs = [("bat", "cat"), ("cat", "wig"), ("ring", "wig")]
    for seed in range(30):
        words = [word for pair in taken(fixture_lexicon, pairs, 2, seed) for word in pair]
        assert words.count("cat") + words.count("wig") <= 3
