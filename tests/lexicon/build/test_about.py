"""What lexicon.json says of the tables."""

from __future__ import annotations

import polars as pl

from stimfid_lib.lexicon.build.about import missing, override_counts
from stimfid_lib.lexicon.build.arpabet import arpabet_to_ipa
from stimfid_lib.lexicon.build.overrides import Override
from stimfid_lib.lexicon.build.vocabulary import Vocabulary


def test_the_most_frequent_words_without_a_row() -> None:
    real = frozenset({"cat", "christmas", "rachel", "hmm", "o", "yes", "florist"})
    vocabulary = Vocabulary(frozenset({"cat"}), {}, real, names=frozenset({"rachel"}))
    frequency = {
        "cat": 9.0,
        "rachel": 8.0,
        "hmm": 7.0,
        "o": 6.0,
        "yes": 5.0,
        "christmas": 5.0,
        "florist": 1.0,
        "xq": 4.0,
    }
    # cat has a row, rachel is a name, hmm and o are no words that one would look up, xq is not real
    assert missing(frequency, pl.DataFrame({"word": ["cat"]}), vocabulary, n=2) == ["christmas", "yes"]


def test_decisions_are_counted_by_kind() -> None:
    said = arpabet_to_ipa("K AE1 T".split())
    decided = {
        word: Override(word, said, kind, "a test") for word, kind in (("a", "add"), ("b", "choose"), ("c", "add"))
    }
    assert override_counts(decided) == {"add": 2, "choose": 1}
