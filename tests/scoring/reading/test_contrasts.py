"""Replies that list pairs and contrast sets."""

from __future__ import annotations

import pytest

from stimfid_lib.scoring.extract import extract_pairs, extract_sets

PAIRS = (("sun", "thumb"), ("sick", "thick"), ("sum", "thumb"))
SETS = (("sip", "tip", "ship", "hip"), ("sun", "ton", "shun", "fun"))


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        ("1. **sun** /sʌn/ – **thumb** /θʌm/\n2. sick (sɪk) – thick (θɪk)\n3. sum vs. thumb", PAIRS),
        ("s/θ: sun - thumb\ns/θ: sick - thick\ns/θ: sum - thumb", PAIRS),
        ("(sun, thumb)\n(sick, thick)\n(sum, thumb)", PAIRS),
        ("| Word 1 | Word 2 |\n|---|---|\n| sun | thumb |\n| sick | thick |\n| sum | thumb |", PAIRS),
        ("| # | /s/ | /θ/ |\n|---|---|---|\n| 1 | sun | thumb |\n| 2 | sick | thick |\n| 3 | sum | thumb |", PAIRS),
        ("| Pair | Contrast |\n|---|---|\n| sun – thumb | s/θ |\n| sick – thick | s/θ |\n| sum – thumb | s/θ |", PAIRS),
        ("Target: sun\nContrast: thumb\n\nTarget: sick\nContrast: thick\n\nTarget: sum\nContrast: thumb", PAIRS),
        ("Target: sun / Contrast: thumb\nTarget: sick / Contrast: thick\nTarget: sum / Contrast: thumb", PAIRS),
        (
            "1. Target: sun\n   Contrast: thumb\n2. Target: sick\n   Contrast: thick\n3. Target: sum\n"
            "   Contrast: thumb",
            PAIRS,
        ),
        ("You could use sun and thumb, sick and thick, and sum and thumb.", PAIRS),
        ("1. sun - thumb (initial)\n2. sick - thick: initial\n3. sum - thumb /s/ vs /θ/", PAIRS),
        ('[["sun","thumb"],["sick","thick"],["sum","thumb"]]', PAIRS),
        (
            '[{"target":"sun","contrast":"thumb"},{"target":"sick","contrast":"thick"},{"target'
            '":"sum","contrast":"thumb"}]',
            PAIRS,
        ),
        ("1 - sun - thumb\n2 - sick - thick\n3 - sum - thumb", PAIRS),
        ("1. sun → thumb\n2. sick ~ thick\n3. sum ↔ thumb", PAIRS),
        ("- sun - thumb\n- sick -\n- sum", (("sun", "thumb"), ("sick", ""), ("sum", ""))),
        ("1. sun thumb\n2. sick thick\n3. sum thumb", PAIRS),
        ("- /s/ - /θ/\n- sun - thumb\n- sick - thick\n- sum - thumb", PAIRS),
        (
            "**Initial position:**\n1. sun - thumb\n2. sick - thick\n\n**Final position:**\n1. mouse - mouth",
            (("sun", "thumb"), ("sick", "thick"), ("mouse", "mouth")),
        ),
        ("1. sun - thumb\n   - /s/ vs /θ/\n2. sick - thick\n   - /s/ vs /θ/\n3. sum - thumb", PAIRS),
        (
            "1. **Sun** (the star) – **Thumb** (a finger)\n2. Sick (ill) – Thick (not thin)",
            (("Sun", "Thumb"), ("Sick", "Thick")),
        ),
        ("<ul><li>sun – thumb</li><li>sick – thick</li><li>sum – thumb</li></ul>", PAIRS),
        ("sun / thumb, sick / thick, sum / thumb", PAIRS),
        (
            "/s/ - /θ/ minimal pairs:\n\nsun – thumb\nsick – thick\nsum – thumb\n\n"
            "These pairs differ only in the first sound.",
            PAIRS,
        ),
        (
            "Here are 3 minimal pairs:\n\n1. **sun** vs. **thumb** – /s/ vs. /θ/\n"
            "2. **sick** vs. **thick** – /s/ vs. /θ/\n3. **sum** vs. **thumb** – /s/ vs. /θ/",
            PAIRS,
        ),
        (
            "1. Sun / Thumb\n   - Sun: the star\n   - Thumb: a finger\n2. Sick / Thick\n   - Sick: ill\n"
            "   - Thick: wide",
            (("Sun", "Thumb"), ("Sick", "Thick")),
        ),
        ("| Sound 1 (/s/) | Sound 2 (/θ/) |\n|---|---|\n| sun | thumb |\n| sick | thick |\n| sum | thumb |", PAIRS),
        (
            "| # | Word A | Word B | Contrast |\n|---|---|---|---|\n| 1 | sun | thumb | s/θ |\n"
            "| 2 | sick | thick | s/θ |\n| 3 | sum | thumb | s/θ |",
            PAIRS,
        ),
        ("sun (/sʌn/) - thumb (/θʌm/)\nsick (/sɪk/) - thick (/θɪk/)\nsum (/sʌm/) - thumb (/θʌm/)", PAIRS),
        ("* sun, thumb\n* sick, thick\n* sum, thumb", PAIRS),
        ("1. sun & thumb\n2. sick & thick\n3. sum & thumb", PAIRS),
        ("sun–thumb, sick–thick, sum–thumb", PAIRS),
        ("1) sun - thumb 2) sick - thick 3) sum - thumb", PAIRS),
        ("Pair 1: sun and thumb\nPair 2: sick and thick\nPair 3: sum and thumb", PAIRS),
        ("**Pair 1**\n- sun\n- thumb\n\n**Pair 2**\n- sick\n- thick\n\n**Pair 3**\n- sum\n- thumb", PAIRS),
        (
            "Minimal pairs for /s/ and /θ/:\n\nInitial:\nsun - thumb\nsick - thick\n\nFinal:\nmouse - mouth\n\n"
            "Practice each pair daily.",
            (("sun", "thumb"), ("sick", "thick"), ("mouse", "mouth")),
        ),
        ("sun\tthumb\nsick\tthick\nsum\tthumb", PAIRS),
        ("1. sun : thumb\n2. sick : thick\n3. sum : thumb", PAIRS),
        ("s – θ\n\nsun – thumb\nsick – thick\nsum – thumb", PAIRS),
        ("“sun” – “thumb”\n“sick” – “thick”\n“sum” – “thumb”", PAIRS),
        ('{"pairs": [["sun","thumb"],["sick","thick"],["sum","thumb"]]}', PAIRS),
        (
            '{"pairs": '
            '[{"word1":"sun","word2":"thumb"},{"word1":"sick","word2":"thick"},{"word1":"sum'
            '","word2":"thumb"}]}',
            PAIRS,
        ),
        ("1. s**u**n – th**u**mb\n2. **s**ick – **th**ick\n3. **s**um – **th**umb", PAIRS),
        ("- **/s/ vs /θ/**\n  - sun – thumb\n  - sick – thick\n  - sum – thumb", PAIRS),
        (
            "A minimal pair differs in one sound, such as cat - bat.\n\n1. sun - thumb\n2. sick - thick\n"
            "3. sum - thumb",
            PAIRS,
        ),
        ("I cannot be sure, but: sun - thumb; sick - thick; sum - thumb", PAIRS),
    ],
)
def test_pairs(reply: str, items: tuple[object, ...]) -> None:
    found = extract_pairs(reply)
    assert (found.items, found.refusal) == (items, False)


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        ("Set 1:\n1. sip\n2. tip\n3. ship\n4. hip\n\nSet 2:\n1. sun\n2. ton\n3. shun\n4. fun", SETS),
        (
            "**Set 1**\n- Target: sip\n- t: tip\n- sh: ship\n- h: hip\n\n**Set 2**\n- Target: sun\n- t: ton\n"
            "- sh: shun\n- f: fun",
            SETS,
        ),
        (
            "| Target | Contrast 1 | Contrast 2 | Contrast 3 |\n|---|---|---|---|\n| sip | tip | ship | hip |\n"
            "| sun | ton | shun | fun |",
            SETS,
        ),
        (
            "| Target (s) | t | ʃ | h/f |\n|---|---|---|---|\n| sip | tip | ship | hip |\n| sun | ton | shun | fun |",
            SETS,
        ),
        ("sip - tip - ship - hip\nsun - ton - shun - fun", SETS),
        ("1. sip (target): tip, ship, hip\n2. sun (target): ton, shun, fun", SETS),
        ("Set 1: sip\ntip\nship\nhip\n\nSet 2: sun\nton\nshun\nfun", SETS),
        ("Target: sip\nContrasts: tip, ship, hip\n\nTarget: sun\nContrasts: ton, shun, fun", SETS),
        ("**sip**\n- tip\n- ship\n- hip\n\n**sun**\n- ton\n- shun\n- fun", SETS),
        ("### Set 1\nsip – tip – ship – hip\n\n### Set 2\nsun – ton – shun – fun", SETS),
        ('[{"target":"sip","contrasts":["tip","ship","hip"]},{"target":"sun","contrasts":["ton","shun","fun"]}]', SETS),
        ("1. sip – tip, ship, hip\n2. sun – ton, shun, fun", SETS),
        ("1. Target: sip | Contrasts: tip, ship, hip\n2. Target: sun | Contrasts: ton, shun, fun", SETS),
        ("1. **sip** (s) – **tip** (t) – **ship** (ʃ) – **hip** (h)\n2. sun (s) – ton (t) – shun (ʃ) – fun (f)", SETS),
        ("sip / tip / ship / hip\nsun / ton / shun / fun", SETS),
        ("Set 1: sip - tip - ship - hip\nSet 2: sun - ton - shun - fun", SETS),
        ("**Set 1:** sip, tip, ship, hip\n**Set 2:** sun, ton, shun, fun", SETS),
        (
            "| Set | Target | Contrasts |\n|---|---|---|\n| 1 | sip | tip, ship, hip |\n| 2 | sun | ton, shun, fun |",
            SETS,
        ),
        ("Set 1:\n- sip (target)\n- tip\n- ship\n- hip\n\nSet 2:\n- sun (target)\n- ton\n- shun\n- fun", SETS),
        ("1. sip\n   a. tip\n   b. ship\n   c. hip\n2. sun\n   a. ton\n   b. shun\n   c. fun", SETS),
        ("sip → tip / ship / hip\nsun → ton / shun / fun", SETS),
        ("s – t – ʃ – h\nsip – tip – ship – hip\nsun – ton – shun – fun", SETS),
        ("1. sip vs. tip vs. ship vs. hip\n2. sun vs. ton vs. shun vs. fun", SETS),
        ("### 1. sip\n- tip\n- ship\n- hip\n\n### 2. sun\n- ton\n- shun\n- fun", SETS),
    ],
)
def test_sets(reply: str, items: tuple[object, ...]) -> None:
    found = extract_sets(reply)
    assert (found.items, found.refusal) == (items, False)
