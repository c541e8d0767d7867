from __future__ import annotations

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.scoring.items import items_of
from stimfid_lib.suite.request import Request
from tests.scoring.prompts import pairs_prompt, words_prompt


def test_sets_become_pairs_with_their_target() -> None:
    request = Request.from_row(pairs_prompt("multiple", "s t ʃ θ", length=4))
    assert items_of(request, [["sip", "tip", "ship"], ["sun", "ton", "shun", "fun", "run"]]) == [
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
        items_of(Request.from_row(prompt), [entry])
