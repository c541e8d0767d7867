from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.scoring.clean import clean_item, word_count
from stimfid_lib.scoring.reading.text import plain_reply


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("rabbit", "rabbit"),
        ("**rabbit**", "rabbit"),
        ("*rabbit*", "rabbit"),
        ("__rabbit__", "rabbit"),
        ("_rabbit_", "rabbit"),
        ("***Rabbit***", "Rabbit"),
        ("`rabbit`", "rabbit"),
        ("**r**abbit", "rabbit"),
        ("ca**rr**ot", "carrot"),
        ("(r)abbit", "rabbit"),
        ("rabbit (a furry animal)", "rabbit"),
        ("rabbit (animal) (noun)", "rabbit"),
        ("rabbit (see (1))", "rabbit"),
        ("rabbit (cut off in the mid", "rabbit"),
        ("rabbit /ˈɹæbɪt/", "rabbit"),
        ("rabbit /ɹ æ b ɪ t/", "rabbit"),
        ("rabbit [ˈɹæbɪt]", "rabbit"),
        ("rabbit /ˈɹæbɪt/ (noun).", "rabbit"),
        ("rabbit (/ˈɹæbɪt/)", "rabbit"),
        ("**rabbit** /ˈɹæbɪt/ - a furry animal", "rabbit"),
        ("rabbit: /ɹæbɪt/", "rabbit"),
        ("/ɹ/ rabbit", "rabbit"),
        ("(n.) rabbit", "rabbit"),
        ("(rabbit)", "rabbit"),
        ('"rabbit"', "rabbit"),
        ("“rabbit”", "rabbit"),
        ("‘rabbit’,", "rabbit"),
        ('"rabbit."', "rabbit"),
        ("rabbit.", "rabbit"),
        ("rabbit!?…", "rabbit"),
        ("rabbit: a furry animal", "rabbit"),
        ("rabbit - a furry animal", "rabbit"),
        ("rabbit – a furry animal", "rabbit"),
        ("rabbit — a furry animal", "rabbit"),
        ("rabbit—a furry animal", "rabbit"),
        ("rabbit -- a furry animal", "rabbit"),
        ("rabbit → a furry animal", "rabbit"),
        ("rabbit = a furry animal", "rabbit"),
        ("rabbit, a furry animal", "rabbit"),
        ('"rabbit", which means "bunny"', "rabbit"),
        ('"rabbit" (a furry animal)', "rabbit"),
        ('"hot dog" stand', 'hot dog" stand'),
        ("🐰 rabbit 🐇", "rabbit"),
        ("hot dog", "hot dog"),
        ("hot   dog", "hot dog"),
        ("merry-go-round", "merry-go-round"),
        ("merry-go-round - a ride", "merry-go-round"),
        ("don't", "don't"),
        ("o’clock", "o’clock"),
        ("rab·bit", "rabbit"),
        ("RABBIT", "RABBIT"),
        ("café", "café"),
        ("", ""),
        ("-", ""),
        ("(", ""),
        ("...", ""),
        ("**", ""),
        ("🐰", ""),
    ],
)
def test_an_entry_becomes_its_item(text: str, item: str) -> None:
    assert clean_item(text) == item


@given(st.text(max_size=60) | st.text("ab *_`()[]{}/-–—:.,'\"", max_size=40))
def test_cleaning_never_fails_and_leaves_its_own_result_as_it_is(text: str) -> None:
    once = clean_item(text)
    assert clean_item(once) in once
    assert once == "" or any(map(str.isalnum, once))


def test_a_reply_is_brought_to_one_spelling_of_spaces_and_hyphens() -> None:
    written = "hot\u00a0dog ice\u2011cream ra\u00adbbit \u200bring<br>rope <b>r</b>ed cafe\u0301"
    assert plain_reply(written) == "hot dog ice-cream rabbit ring\nrope red café"


def test_words_are_counted_without_lone_marks() -> None:
    assert word_count("ship - tip - chip, it's") == 4
    assert word_count(" – ") == 0
