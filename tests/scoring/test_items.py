from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.scoring.items import NONE, Items, flatten
from stimfid_lib.scoring.rows import EXTRACTED_SCHEMA
from stimfid_lib.suite.request import Request
from tests.scoring.prompts import pairs_prompt, words_prompt

WORDS, PAIRS = Request.from_row(words_prompt()), Request.from_row(pairs_prompt())
SETS = Request.from_row(pairs_prompt("multiple", "s t ʃ θ", length=4))


def _flat(replies: list[list[list[str]]], *prompts: Request) -> Items:
    """Replies to these prompts, one each, in their order."""
    entries = pl.Series(replies, dtype=EXTRACTED_SCHEMA["entries"])
    return flatten(entries, prompts, np.arange(len(prompts)))


def _rows(items: Items) -> list[tuple[Any, ...]]:
    told = [*items.spellings, None]
    return [
        (reply, index, None if number == NONE else number, told[first], told[second])
        for reply, index, number, first, second in zip(
            items.reply.tolist(),
            items.item_index.tolist(),
            items.set_index.tolist(),
            items.first.tolist(),
            items.second.tolist(),
            strict=True,
        )
    ]


def test_sets_become_pairs_with_their_target() -> None:
    items = _flat([[["sip", "tip", "ship"], ["sun", "ton", "shun", "fun", "run"]]], SETS)
    assert _rows(items) == [
        (0, 0, 0, "sip", "tip"),
        (0, 1, 0, "sip", "ship"),
        (0, 2, 0, "sip", ""),
        (0, 3, 1, "sun", "ton"),
        (0, 4, 1, "sun", "shun"),
        (0, 5, 1, "sun", "fun"),
        (0, 6, 1, "sun", "run"),
    ]


def test_replies_of_every_shape_stand_in_their_order() -> None:
    items = _flat([[["cat", "bat"]], [["rabbit"], ["ring"]], [], [["sip"]]], PAIRS, WORDS, WORDS, SETS)
    assert _rows(items) == [
        (0, 0, None, "cat", "bat"),
        (1, 0, None, "rabbit", None),
        (1, 1, None, "ring", None),
        (3, 0, 0, "sip", ""),
        (3, 1, 0, "sip", ""),
        (3, 2, 0, "sip", ""),
    ]
    assert items.requests == [PAIRS, WORDS, SETS], "two prompts that ask the same are one request"
    assert items.request.tolist() == [0, 1, 1, 2, 2, 2]


def test_no_replies_and_no_items() -> None:
    assert _rows(_flat([])) == []
    assert _rows(_flat([[]], WORDS)) == []
    assert _rows(_flat([[], []], SETS, PAIRS)) == []


@pytest.mark.parametrize(("prompt", "entry"), [(WORDS, ["a", "b"]), (PAIRS, ["a"]), (SETS, [])])
def test_entries_of_another_shape_are_refused(prompt: Request, entry: list[str]) -> None:
    with pytest.raises(Refused, match=r"which .* is not"):
        _flat([[["sip"]], [entry]], SETS, prompt)


@given(st.lists(st.lists(st.lists(st.text(max_size=3), min_size=1, max_size=5), max_size=4), max_size=4))
def test_no_word_of_a_set_is_lost(replies: list[list[list[str]]]) -> None:
    items = _rows(_flat(replies, *[SETS] * len(replies)))
    for number, reply in enumerate(replies):
        for place, (target, *others) in enumerate(reply):
            found = [row[3:] for row in items if row[0] == number and row[2] == place]
            wanted = [(target, other) for other in others]
            assert found == wanted + [(target, "")] * (3 - len(wanted))
