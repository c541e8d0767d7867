from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.scoring.pasted import read_arguments, read_pasted

REPLY = """Sure! Here are some words that start with the "r" sound, perfect for your student:

1. **Rabbit** 🐰
2. Ring - a piece of jewelry
3. Rose (the flower)

Let me know if you would like sentences!"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (REPLY, ["Rabbit", "Ring", "Rose"]),
        ("- rabbit\n- ring\n", ["rabbit", "ring"]),
        ("rabbit", ["rabbit"]),
        ("rabbit\nring", ["rabbit", "ring"]),
        ("rabbit, ring", ["rabbit", "ring"]),
        ("rabbit; ring; rose; run", ["rabbit", "ring", "rose", "run"]),
        ("rabbit\tring\trose", ["rabbit", "ring", "rose"]),
        ("rabbit,\nring,\nrose,\n", ["rabbit", "ring", "rose"]),
        ("hot dog\ncat", ["hot dog", "cat"]),
        ("", []),
        (" \n — \n 12 \n", []),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert read_pasted(text, "words") == [[word] for word in words]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("1. sun - thumb\n2. sink – think", [["sun", "thumb"], ["sink", "think"]]),
        ("sun - thumb", [["sun", "thumb"]]),
        ("sun/thumb; sink/think", [["sun", "thumb"], ["sink", "think"]]),
        ("sun", [["sun", ""]]),
        ("", []),
    ],
)
def test_pairs(text: str, pairs: list[list[str]]) -> None:
    assert read_pasted(text, "pairs") == pairs


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rabbit", "ring"], ["rabbit", "ring"]),
        (["rabbit,", "ring,", "rose"], ["rabbit", "ring", "rose"]),
        (["rabbit,ring", "rose"], ["rabbit", "ring", "rose"]),
        (["hot dog", "cat"], ["hot dog", "cat"]),
        (["rabbit, ring"], ["rabbit", "ring"]),
    ],
)
def test_arguments(arguments: list[str], words: list[str]) -> None:
    assert read_arguments(arguments, "words") == [[word] for word in words]


@pytest.mark.parametrize(
    "arguments",
    [
        ["sun - thumb", "sink - think"],
        ["sun", "-", "thumb,", "sink", "-", "think"],
        ["sun/thumb", "sink/think"],
        ["sun vs thumb", "sink vs think"],
    ],
)
def test_pairs_as_arguments(arguments: list[str]) -> None:
    assert read_arguments(arguments, "pairs") == [["sun", "thumb"], ["sink", "think"]]


@given(st.lists(st.from_regex(r"[a-z]{3,8}", fullmatch=True), min_size=1, max_size=6))
def test_a_bare_list_of_words_comes_out_as_it_went_in(words: list[str]) -> None:
    assert read_pasted("\n".join(f"{number}. {word}" for number, word in enumerate(words, 1)), "words") == [
        [word] for word in words
    ]
    assert read_arguments(words if len(words) > 1 else [words[0]], "words") == [[word] for word in words]
