from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.suite.request import Request, requests_of
from tests.scoring.prompts import INITIAL_R, pairs_prompt, words_prompt


def test_words_pairs_and_sets_are_told_apart() -> None:
    words = Request.from_row(words_prompt())
    pairs = Request.from_row(pairs_prompt())
    sets = Request.from_row(pairs_prompt("multiple", "s t ʃ θ", length=4))
    assert (words.shape, words.constraints, words.n_requested) == ("words", (INITIAL_R,), 10)
    assert (pairs.shape, pairs.n_requested) == ("pairs", 8)
    assert (sets.shape, sets.n_requested) == ("sets", 12)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"list_length": None}, "list_length"),
        ({"list_length": 0}, "at least 1"),
        ({"prompt_id": None}, "prompt_id"),
        ({"constraints_json": "[1]"}, "A1-001:expert.*constraint 1"),
        ({"contrast_json": pairs_prompt()["contrast_json"]}, "constraints and a contrast"),
    ],
)
def test_a_row_that_cannot_be_scored_is_refused(change: dict[str, object], told: str) -> None:
    with pytest.raises(Refused, match=told):
        Request.from_row(words_prompt() | change)


def test_a_prompt_that_stands_twice_is_refused() -> None:
    with pytest.raises(Refused, match=r"A1-001:expert.*twice"):
        requests_of(pl.DataFrame([words_prompt(), words_prompt()]))
