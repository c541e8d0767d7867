"""Replies look like chatbots' and say what was drawn."""

from __future__ import annotations

import random
import re

from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.models.reference.styles import write_reply
from stimfid_lib.scoring.extract import extract_items, extract_pairs, extract_sets

WORDS = [("cat",), ("rabbit",), ("ring",), ("kingdom",)]


def replies(lex: Lexicon, entries: list[tuple[str, ...]], count: int = 300) -> list[str]:
    return [write_reply(entries, lex, random.Random(seed)) for seed in range(count)]


def test_words_survive_every_style(fixture_lexicon: Lexicon) -> None:
    for reply in replies(fixture_lexicon, WORDS):
        assert [item.lower() for item in extract_items(reply).items] == ["cat", "rabbit", "ring", "kingdom"], reply


def test_pairs_survive_every_style(fixture_lexicon: Lexicon) -> None:
    pairs = [("bat", "cat"), ("to", "two"), ("ring", "wing")]
    for reply in replies(fixture_lexicon, pairs):
        assert list(extract_pairs(reply).items) == pairs, reply


def test_sets_survive_every_style(fixture_lexicon: Lexicon) -> None:
    sets = [("bat", "cat", "sat"), ("red", "wed", "led")]
    for reply in replies(fixture_lexicon, sets):
        assert list(extract_sets(reply).items) == sets, reply


def test_styles_vary(fixture_lexicon: Lexicon) -> None:
    written = replies(fixture_lexicon, WORDS)
    for pattern in (
        r"^1\. ",
        r"^1\) ",
        r"^- ",
        r"^\* ",
        r"^• ",
        r"\*\*cat\*\*",
        r"cat, rabbit",
        r"/kæt/",
        r"^Cat$",
        r"!$",
    ):
        assert any(re.search(pattern, reply, re.MULTILINE) for reply in written), pattern
    assert any(reply.lower().startswith("cat") for reply in written), "some have no opening"
    joins = replies(fixture_lexicon, [("bat", "cat")])
    for join in (" - ", " – ", " — ", " / ", " vs ", " vs. ", " → "):
        assert any(f"bat{join}cat" in reply for reply in joins), join


def test_nothing_to_say_is_said(fixture_lexicon: Lexicon) -> None:
    reply = write_reply([], fixture_lexicon, random.Random(1))
    assert reply
    assert extract_items(reply).items == ()
    assert extract_pairs(reply).items == ()
