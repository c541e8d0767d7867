"""Kinds of replies that fresh readers of the rules wrote and the reader first missed; the items follow the rules."""

from __future__ import annotations

import pytest

from stimfid_lib.scoring.extract import extract_items, extract_pairs, extract_sets

CHIP = (("chip", "tip", "ship", "sip"), ("chew", "two", "shoe", "Sue"))
TEA = (("tea", "key"), ("tap", "cap"))


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        ("**1-syllable:** ring, rain\n**2-syllable:** rabbit, robot", ("ring", "rain", "rabbit", "robot")),
        ("1-syllable: ring, rain\n2-syllable: rabbit, robot", ("ring", "rain", "rabbit", "robot")),
        ("1-cat\n2-dog\n3-words\n4-sun", ("cat", "dog", "words", "sun")),
        ("• No [noʊ]\n• And [ænd]\n• Or [ɔɹ]", ("No", "And", "Or")),
        ("- sand\n- hand\n- and (a joining word)", ("sand", "hand", "and")),
        ("- rabbit\n- ring\n- and rope", ("rabbit", "ring", "rope")),
        ("1. cake<|im_end|>\n2. bike\n3. rake<|im_end|>", ("cake", "bike", "rake")),
        ("1. cake\n2. bike<|im_end|>\n<|im_start|>user\n3. rake", ("cake", "bike")),
        ("1. cake<|endoftext|>Write a story.\n1. Once", ("cake",)),
        ("1. ==sh==oe\n2. fi==sh==", ("shoe", "fish")),
        ("- Word 1: pat\n- Word 2: bat\n- Word 3: cap", ("pat", "bat", "cap")),
        (
            "| Initial Position | Medial Position | Final Position |\n|---|---|---|\n"
            "| **z**oo, **z**ip | li**z**ard | bu**zz**, ma**ze** |",
            ("zoo", "zip", "lizard", "buzz", "maze"),
        ),
        ("Level 1 → dog, day, duck\nLevel 2 → candy, ladder", ("dog", "day", "duck", "candy", "ladder")),
        ("sun – hot, bright, yellow\nmoon – pale, round\nstar – far, small", ("sun", "moon", "star")),
        ("Short answer: lamp, lake.\n\nLonger list:\n1. lamp\n2. lake\n3. leg", ("lamp", "lake", "leg")),
        ("| Word | Initial position | Final position |\n|--|--|--|\n| bib | b | b |\n| bus | b | s |", ("bib", "bus")),
    ],
)
def test_words(reply: str, items: tuple[str, ...]) -> None:
    assert extract_items(reply).items == items


@pytest.mark.parametrize(
    "reply",
    [
        "- Word 1: tea\n- Word 2: key\n\n- Word 1: tap\n- Word 2: cap",
        "Word 1: tea\nWord 2: key\n\nWord 1: tap\nWord 2: cap",
        "1. tea\n2. key\n\n1. tap\n2. cap",
        "tea\nkey\n\ntap\ncap",
        "**Pair 1**\n🔵 *Word A:* tea (/ti/), a drink\n🔴 *Word B:* key (/ki/), for a door\n\n"
        "**Pair 2**\n🔵 *Word A:* tap (/tæp/), for water\n🔴 *Word B:* cap (/kæp/), a hat",
        "| # | /t/ initial | /k/ initial | Contrast |\n|--|--|--|--|\n"
        "| 1 | **t**ea /ti/ | **k**ey /ki/ | alveolar vs velar |\n"
        "| 2 | **t**ap /tæp/ | **c**ap /kæp/ | alveolar vs velar |",
    ],
)
def test_pairs(reply: str) -> None:
    assert extract_pairs(reply).items == TEA


@pytest.mark.parametrize(
    "reply",
    [
        "Target: **chip**\n   vs. /t/ → *tip*\n   vs. /ʃ/ → *ship*\n   vs. /s/ → *sip*\n\n"
        "Target: **chew**\n   vs. /t/ → *two*\n   vs. /ʃ/ → *shoe*\n   vs. /s/ → *Sue*",
        "chip\ntip\nship\nsip\n\nchew\ntwo\nshoe\nSue",
        "**chip**\ntip, ship, sip\n\n**chew**\ntwo, shoe, Sue",
        "### chip\ntip, ship, sip\n\n### chew\ntwo, shoe, Sue",
        "chip:\ntip, ship, sip\nchew:\ntwo, shoe, Sue",
        "**1. chip**\n| /t/ | /ʃ/ | /s/ |\n|---|---|---|\n| tip | ship | sip |\n\n"
        "**2. chew**\n| /t/ | /ʃ/ | /s/ |\n|---|---|---|\n| two | shoe | Sue |",
        "### Set 1 – Target: chip\n| Contrast | Word |\n|--|--|\n| /t/ | tip |\n| /ʃ/ | ship |\n| /s/ | sip |\n\n"
        "### Set 2 – Target: chew\n| Contrast | Word |\n|--|--|\n| /t/ | two |\n| /ʃ/ | shoe |\n| /s/ | Sue |",
        "| | Target (tʃ) | t | ʃ | s |\n|-|-|-|-|-|\n"
        "| Set 1 | chip | tip | ship | sip |\n| Set 2 | chew | two | shoe | Sue |",
        "- *chip* → /tʃɪp/ ; *tip*, *ship*, *sip*\n- *chew* → /tʃu/ ; *two*, *shoe*, *Sue*",
    ],
)
def test_sets(reply: str) -> None:
    assert extract_sets(reply).items == CHIP


def test_pairs_in_groups_of_two_lines_stay_pairs() -> None:
    reply = "tip – dip\nnote – moat\n\nsure – shore\nhere – hair\n\nNote: these rhyme."
    assert extract_pairs(reply).items == (("tip", "dip"), ("note", "moat"), ("sure", "shore"), ("here", "hair"))


@pytest.mark.parametrize("lead", ["Sets", "Sure!", "Target: D", "Initial"])
def test_no_target_is_made_of_a_title_a_greeting_or_a_sound(lead: str) -> None:
    table = f"{lead}\n\n| /t/ | /ʃ/ | /s/ |\n|---|---|---|\n| tip | ship | sip |"
    assert extract_sets(table).items == (("tip", "ship", "sip"),)
    assert extract_sets(f"**{lead}**\n- chip, tip, ship, sip\n- chew, two, shoe, Sue").items == CHIP
