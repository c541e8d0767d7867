from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.scoring.asked import Asked, requests_of
from tests.scoring.prompts import INITIAL_R, pairs_prompt, words_prompt


def test_words_pairs_and_sets_are_told_apart() -> None:
    words = Asked.from_row(words_prompt())
    pairs = Asked.from_row(pairs_prompt())
    sets = Asked.from_row(pairs_prompt("multiple", "s t ʃ θ", length=4))
    assert (words.shape, words.constraints, words.n_requested) == ("words", (INITIAL_R,), 10)
    assert (pairs.shape, pairs.n_requested) == ("pairs", 8)
    assert (sets.shape, sets.n_requested) == ("sets", 12)


def test_sets_become_pairs_with_their_target() -> None:
    asked = Asked.from_row(pairs_prompt("multiple", "s t ʃ θ", length=4))
    assert asked.items([["sip", "tip", "ship"], ["sun", "ton", "shun", "fun", "run"]]) == [
        (0, "sip", "tip"),
        (0, "sip", "ship"),
        (0, "sip", ""),
        (1, "sun", "ton"),
        (1, "sun", "shun"),
        (1, "sun", "fun"),
        (1, "sun", "run"),
    ]


@pytest.mark.parametrize(("prompt", "entry"), [(words_prompt(), ["a", "b"]), (pairs_prompt(), ["a"])])
def test_entries_of_another_shape_are_refused(prompt: dict[str, object], entry: list[str]) -> None:
    with pytest.raises(Refused, match=r"which .* is not"):
        Asked.from_row(prompt).items([entry])


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
        Asked.from_row(words_prompt() | change)


def test_a_prompt_that_stands_twice_is_refused() -> None:
    with pytest.raises(Refused, match=r"A1-001:expert.*twice"):
        requests_of(pl.DataFrame([words_prompt(), words_prompt()]))
