"""The vectorised reading of a constraint against the single-word one: two implementations, one answer."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.checks import check_item
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.masks import PHONEME_IDS, phoneme_matrix
from stimfid_lib.lexicon.schema import NORMS
from tests.strategies import constraints

CLUSTERS = [("k", "ɪ", "ŋ"), ("ɹ", "æ"), ("ɪ", "ŋ"), ("æ", "t"), ("s", "t"), ("s", "t", "ɹ"), ("n", "d"), ("t", "s")]
ASKED = st.lists(constraints(NORMS, CLUSTERS), max_size=3)
FEW = st.lists(constraints(NORMS, CLUSTERS), min_size=1, max_size=2)


def held_equal(lex: Lexicon, asked: list[Constraint]) -> None:
    passing = [word for word in lex.primary["word"] if check_item(word, asked, lex).status == "pass"]
    assert lex.satisfying(asked)["word"].to_list() == passing
    canonical = [word for word in passing if lex.get(word).is_canonical]  # type: ignore[union-attr]
    assert lex.satisfying(asked, canonical_only=True)["word"].to_list() == canonical
    assert lex.count(asked) == len(canonical)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ASKED)
def test_on_the_seven_words(fixture_lexicon: Lexicon, asked: list[Constraint]) -> None:
    held_equal(fixture_lexicon, asked)


@pytest.mark.lexicon
@settings(max_examples=12)
@given(FEW)
def test_on_every_word_of_the_open_lexicon(open_lexicon: Lexicon, asked: list[Constraint]) -> None:
    held_equal(open_lexicon, asked)


def test_the_matrix_is_padded_with_noughts() -> None:
    matrix, lengths = phoneme_matrix(pl.Series(["|k|æ|t|", "|oʊ|"]))
    k, æ, t, o = (PHONEME_IDS[phoneme] for phoneme in ("k", "æ", "t", "oʊ"))
    assert matrix.tolist() == [[k, æ, t], [o, 0, 0]]
    assert lengths.tolist() == [3, 1]
    assert 0 not in PHONEME_IDS.values()


def test_who_has_no_value_of_a_norm(fixture_lexicon: Lexicon) -> None:
    missing = fixture_lexicon.masks.without("concreteness")
    assert fixture_lexicon.primary["word"].filter(pl.Series(missing)).to_list() == ["missing"]
    assert not fixture_lexicon.masks.without("aoa").any()
    with pytest.raises(Refused, match="unknown norm 'valence'"):
        fixture_lexicon.masks.without("valence")
