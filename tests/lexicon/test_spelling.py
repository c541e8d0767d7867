from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.lexicon.spelling import is_multiword, is_multiword_expr, normal_spelling, normal_spelling_expr


@pytest.mark.parametrize(
    ("given_text", "normal"),
    [
        ("Cat", "cat"),
        ("  cat\t", "cat"),
        ("don’t", "don't"),
        ("donʼt", "don't"),
        ("don`t", "don't"),
        ("CAFE\u0301", "café"),
    ],
)
def test_case_apostrophes_and_composition_make_no_difference(given_text: str, normal: str) -> None:
    assert normal_spelling(given_text) == normal


@pytest.mark.parametrize(
    "text", ["hot dog", "merry-go-round", "ice\u00a0cream", "x\u2011ray", "well – done", "a -- b", "tooth\u2010brush"]
)
def test_a_space_or_hyphen_inside_is_multiword(text: str) -> None:
    assert is_multiword(text)


@pytest.mark.parametrize("text", ["cat", " cat ", "don't", "don’t", "-cat", "re-", "", "-", "- cat"])
def test_at_the_edge_it_is_not(text: str) -> None:
    assert not is_multiword(text)


@given(st.lists(st.text(alphabet="abÉé’'`- \u2013\u00a0k", max_size=6), min_size=1))
def test_the_column_forms_agree_with_the_single_forms(texts: list[str]) -> None:
    frame = pl.DataFrame({"word": texts})
    found = frame.select(normal_spelling_expr("word").alias("normal"), is_multiword_expr("word").alias("multi"))
    assert found["normal"].to_list() == [normal_spelling(text) for text in texts]
    assert found["multi"].to_list() == [is_multiword(text) for text in texts]
