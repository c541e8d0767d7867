from __future__ import annotations

import pytest

from stimfid_lib.base.shingles import shingles, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The dog's bowl", ["the", "dogs", "bowl"]),
        ("the\nDOG’S — bowl!", ["the", "dogs", "bowl"]),
        ("snake_case, Straße 12", ["snake", "case", "strasse", "12"]),
        ("", []),
        ("… —", []),
    ],
)
def test_words_in_one_spelling(text: str, words: list[str]) -> None:
    assert words_of(text) == words


def test_every_run_of_so_many_words() -> None:
    assert shingles(["a", "b", "c"], 2) == {("a", "b"), ("b", "c")}
    assert shingles(["a", "b"], 2) == {("a", "b")}
    assert shingles(["a"], 2) == set()
