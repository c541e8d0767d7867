from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.corpus.quotes import LONGEST, quotes_in


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('he said "one two" and "three"', ["one two", "three"]),
        ("“curly “nested” ones” here", ["curly “nested” ones", "nested"]),
        ("it's the kids' turn, isn't it", []),
        ("'the kids' toys are here' she said", ["the kids' toys are here"]),
        ("rock 'n' roll and '90s music", []),
        ('a 5" by 7" card', []),
        ('"a 5" by 7" card" she said', ['a 5" by 7" card']),
        ('left "open and "closed" after', ["closed"]),
        ("> one\n> two\n\nthree", ["one two"]),
        ("```\ncode here\n```", ["code here"]),
        ("„deutsch“ und “english”", ["deutsch", "english"]),
        ("« français »", ["français"]),
        ('""', []),
        ('"', []),
    ],
)
def test_spans(text: str, said: list[str]) -> None:
    assert [quote.said for quote in quotes_in(text)] == said


def test_a_span_longer_than_the_longest_is_none() -> None:
    assert quotes_in('"' + "x" * LONGEST + '"') == []
    assert len(quotes_in('"' + "x" * (LONGEST - 2) + '"')) == 1


@given(st.text(alphabet="ab '\"“”‘’„`>«»\n.", max_size=80))
def test_spans_lie_inside_and_say_what_stands_there(text: str) -> None:
    for quote in quotes_in(text):
        assert 0 <= quote.start <= quote.end <= len(text)
        bare = quote.said.replace(">", "").split()
        assert bare == text[quote.start : quote.end].replace(">", "").split()
