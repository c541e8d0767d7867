from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.scoring.extract import extract_items, extract_pairs, extract_sets
from stimfid_lib.scoring.reading.text import plain_reply
from tests.scoring import styles

FOUR = ("rabbit", "ring", "rope", "red")


@pytest.mark.parametrize(
    ("reply", "method"),
    [
        ("1. rabbit\n2. ring\n3. rope\n4. red", "numbered"),
        ("1) rabbit\r\n2) ring\r\n3) rope\r\n4) red\r\n", "numbered"),
        ("Sure! Here are four words:\n\n1. **rabbit**\n2. **ring**\n3. **rope**\n4. **red**\n\nEnjoy!", "numbered"),
        ("### Initial\n1. rabbit\n2. ring\n\n### More\n1. rope\n2. red", "numbered"),
        ("1. rabbit\n   - a furry animal\n2. ring\n   - a piece of jewelry\n3. rope\n4. red", "numbered"),
        ("1. rabbit 2. ring 3. rope 4. red", "numbered"),
        ("1. rabbit\n2. ring\n3. rope\n4. red\n\nTips:\n1. Practice daily\n2. Use a mirror", "numbered"),
        ("1. rabbit\n2. ring\n3. rope\n4. red\n5. Have the child repeat every word slowly, five times", "numbered"),
        ("- rabbit\n- ring\n- rope\n- red", "bulleted"),
        ("- rabbit\n- ring\n- rope\n- red\n\nThen:\n1. Say every word aloud.\n2. Say it again, slowly.", "bulleted"),
        ("Instructions:\nSay each word twice.\n\n1. rabbit\n2. ring\n3. rope\n4. red", "numbered"),
        ("- [ ] rabbit\n- [x] ring\n- [ ] rope\n- [ ] red", "checkbox"),
        ("* rabbit\n   * ring\n   * rope\n   * red", "bulleted"),  # the first line's indent was stripped
        ("- rabbit\n  - an animal that hops\n- ring\n- rope\n- red", "bulleted"),
        ("- Animals:\n  - rabbit\n  - ring\n- Things:\n  - rope\n  - red", "bulleted"),
        ("1. Initial position:\n   - rabbit\n   - ring\n2. Other words\n   - rope\n   - red", "bulleted"),
        ("- Initial: rabbit, ring\n- Final: rope, red", "bulleted"),
        ("rabbit\nring\nrope\nred", "lines"),
        ("Here are the words:\n\nrabbit\nring\nrope\nred\n\nLet me know!", "lines"),
        ("**R words**\n\nrabbit\n\nring\n\nrope\n\nred\n\nHappy practicing", "lines"),
        ("Sure!\nrabbit\nring\nrope\nred\nEnjoy!", "lines"),
        ("rabbit - a furry animal that hops about\nring\nrope\nred", "lines"),
        ("rabbit, ring, rope, red", "comma"),
        ("rabbit, ring, rope, and red", "comma"),
        ("rabbit, ring, rope and red.", "comma"),
        ("Here are four words: rabbit, ring, rope, and red. Let me know, please!", "comma"),
        ("You could try rabbit, ring, rope, and red.", "comma"),
        ("Initial: rabbit, ring\nMore: rope, red", "comma"),
        ('["rabbit", "ring", "rope", "red"]', "json"),
        ("Try rabbit, ring, rope, and red.", "comma"),
        ('Try "rabbit," "ring," "rope," and "red."', "comma"),
        ("**Animals and things:** rabbit, ring\n**One syllable:** rope, red", "comma"),
        ("rabbit, ring,\nrope, red", "comma"),
        ("rabbit / ring / rope / red", "comma"),
        ("rabbit | ring | rope | red", "comma"),
        ("rabbit · ring · rope · red", "comma"),
        ("• rabbit • ring • rope • red", "bulleted"),
        ("1. rabbit, 3.2\n2. ring, 4.0\n3. rope, 4.1 years\n4. red, 2.9", "numbered"),
        ("Initial position\nrabbit\nring\n\nFinal position\nrope\nred", "lines"),
        ("<think>\nThey want r:\n1. wagon\n2. wing\n</think>\n\n- rabbit\n- ring\n- rope\n- red", "bulleted"),
    ],
)
def test_replies_as_they_are_written(reply: str, method: str) -> None:
    found = extract_items(reply)
    assert (found.items, found.method, found.refusal) == (FOUR, method, False)


def test_spaces_and_hyphens_inside_stay_and_case_is_kept() -> None:
    assert extract_items("1. hot dog\n2. merry-go-round\n3. RABBIT").items == ("hot dog", "merry-go-round", "RABBIT")


def test_two_bare_lines_are_no_list_but_three_are() -> None:
    assert extract_items("rabbit\nring").method == "none"
    assert extract_items("rabbit\nring\nrope").method == "lines"


def test_a_line_of_seven_words_is_no_item() -> None:
    six, seven = "the red rabbit ran round rocks", "the red rabbit ran round the rocks"
    assert extract_items(f"{six}\n{six}\n{six}").items == (six, six, six)
    assert extract_items(f"{seven}\n{seven}\n{seven}").method == "none"


def test_a_word_that_opens_a_sentence_elsewhere_may_be_an_item() -> None:
    assert extract_items("sure\ngreat\nenjoy\nnote").items == ("sure", "great", "enjoy", "note")


def test_a_labelled_gloss_is_not_a_list() -> None:
    assert extract_items("- rabbit: small, furry, quick\n- start: /stɑɹt/\n- end: the last part").items == (
        "rabbit",
        "start",
        "end",
    )


def test_thoughts_without_a_reply_hold_no_item() -> None:
    assert extract_items("<think>\n1. rabbit\n2. ring\n3. rope").items == ()


@pytest.mark.parametrize(
    "reply",
    [
        "I’m sorry, but I can’t help with that.",
        "I cannot do that.\nPlease consult a clinician.\nThank you!",
        "As an AI, I cannot, unfortunately, help.",
        "I'm unable to make the list. I can help with:\n- general tips for practice\n- finding a local clinician",
    ],
)
def test_refusals(reply: str) -> None:
    found = extract_items(reply)
    assert (found.items, found.method, found.refusal) == ((), "none", True)


def test_a_reply_with_items_is_no_refusal() -> None:
    found = extract_items("I can't be sure about the ages, but here you go:\n1. rabbit\n2. ring")
    assert (found.items, found.refusal) == (("rabbit", "ring"), False)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        " \n\t\n",
        "<think>\n1. rabbit\n2. ring",
        "What age is the child?",
        "A few questions first:\n- How old is the child?\n- Which position?",
        "To tailor this, please tell me:\n1. The age\n2. The position of the sound",
        "Necesito más información. ¿Qué edad tiene?",
        "Lo siento, pero no puedo ayudar con eso.",
        "Please speak with a speech-language pathologist.",
    ],
)
def test_asking_back_sending_on_and_saying_nothing_are_refusals_too(reply: str) -> None:
    found = extract_items(reply)
    assert (found.items, found.method, found.refusal) == ((), "none", True)


@pytest.mark.parametrize(
    "reply", ["...", "1.", "-", "1. \n2. ", "---\n---", "That is a fine sound.", "Would you like me to add more?"]
)
def test_nothing_found_is_not_a_refusal(reply: str) -> None:
    found = extract_items(reply)
    assert (found.items, found.method, found.refusal) == ((), "none", False)


PAIRS = (("cat", "bat"), ("thin", "fin"), ("sip", "tip"))


@pytest.mark.parametrize(
    "join",
    [
        " - ",
        " – ",
        " — ",
        "–",
        "—",
        "/",
        " / ",
        " vs ",
        " vs. ",
        " versus ",
        ", ",
        " → ",
        " -> ",
        " and ",
        " & ",
        " | ",
        " ~ ",
        " <> ",
        "\t",
    ],
)
@pytest.mark.parametrize("mark", ["{}. ", "- ", "", "({}) ", "**{}.** "])
def test_pairs_in_every_separator(join: str, mark: str) -> None:
    reply = "\n".join(mark.format(number) + join.join(pair) for number, pair in enumerate(PAIRS, start=1))
    assert extract_pairs(f"Here are the pairs:\n\n{reply}\n\nEnjoy!").items == PAIRS


@pytest.mark.parametrize(
    ("entry", "pair"),
    [
        ("**cat** /kæt/ - **bat** /bæt/", ("cat", "bat")),
        ("cat (k) - bat (b)", ("cat", "bat")),
        ("cat - bat (initial /k/ and /b/)", ("cat", "bat")),
        ("cat - bat: initial position", ("cat", "bat")),
        ("/k/ vs /b/: cat - bat", ("cat", "bat")),
        ("k/b: cat - bat", ("cat", "bat")),
        ("cat / bat - they differ in the first sound", ("cat", "bat")),
        ("cat and bat, which differ in the first sound", ("cat", "bat")),
        ('"Cat" and "Bat"', ("Cat", "Bat")),
        ("(cat, bat)", ("cat", "bat")),
        ("cat\tbat", ("cat", "bat")),
        ("Pair 1: cat - bat", ("cat", "bat")),
        ("ice-cream - nice-dream", ("ice-cream", "nice-dream")),
        ("hot dog - log jam", ("hot dog", "log jam")),
        ("cat", ("cat", "")),
        ("cat -", ("cat", "")),
        ("cat - ", ("cat", "")),
        ("cat-bat", ("cat-bat", "")),
        ("to - so", ("to", "so")),
    ],
)
def test_one_entry_as_a_pair(entry: str, pair: tuple[str, str]) -> None:
    assert extract_pairs(f"1. {entry}\n2. thin - fin\n3. sip - tip").items == (pair, *PAIRS[1:])


@pytest.mark.parametrize(
    "reply",
    [
        "Initial: cat/bat, thin/fin\nMore: sip/tip",
        "Here are some: cat and bat, thin and fin, and sip and tip.",
        "cat/bat; thin/fin; sip/tip",
        "Initial position\ncat - bat\nthin - fin\n\nMedial position\nsip - tip",
        "1. Pair 1\n   - cat\n   - bat\n2. Pair 2\n   - thin\n   - fin\n3. Pair 3\n   - sip\n   - tip",
        "1. cat\n   - bat\n2. thin\n   - fin\n3. sip\n   - tip",
        "1. Pairs in initial position\n   - cat - bat\n   - thin - fin\n2. More\n   - sip / tip",
        "great idea! Here you go:\ncat - bat\nthin - fin\nsip - tip\nLet me know if you want more pairs.",
        "1. cat - bat\n2. thin - fin\n3. sip - tip\n\n- Say the two words aloud and compare them",
    ],
)
def test_replies_with_pairs(reply: str) -> None:
    assert extract_pairs(reply).items == PAIRS


def test_words_that_open_sentences_may_make_pairs() -> None:
    assert extract_pairs("great - grate\nsure - shore\nhi - high").items == (
        ("great", "grate"),
        ("sure", "shore"),
        ("hi", "high"),
    )


def test_two_sounds_are_no_pair() -> None:
    assert extract_pairs("1. /t/ - /k/\n2. tea - key").items == (("tea", "key"),)


def test_a_refusal_holds_no_pair() -> None:
    found = extract_pairs("I can't make minimal pairs and I'm sorry - please ask again.")
    assert (found.items, found.refusal) == ((), True)


SETS = (("sip", "tip", "ship", "hip"), ("sun", "ton", "shun", "fun"))


@pytest.mark.parametrize("join", [" - ", " – ", " — ", ", ", " / ", "/", " → ", " vs "])
@pytest.mark.parametrize("mark", ["{}. ", "- ", "", "Set {}: "])
def test_sets_in_every_separator(join: str, mark: str) -> None:
    reply = "\n".join(mark.format(number) + join.join(one) for number, one in enumerate(SETS, start=1))
    found = extract_sets(f"Sure! Here are the sets:\n{reply}\nThe first word of each set is the target.")
    assert found.items == SETS


@pytest.mark.parametrize(
    "reply",
    [
        "sip: tip, ship, hip\nsun: ton, shun, fun",
        "1. sip: tip, ship, and hip\n2. sun: ton, shun, and fun",
        "1. **sip** → tip, ship, hip\n2. **sun** → ton, shun, fun",
        "1. sip /sɪp/ - tip - ship - hip (s, t, ʃ, h)\n2. sun - ton - shun - fun",
        "1. Target: sip; contrasts: tip, ship, hip\n2. Target: sun; contrasts: ton, shun, fun",
        "1. sip\n   - tip\n   - ship\n   - hip\n2. sun\n   - ton\n   - shun\n   - fun",
        "1. sip\n   - /t/: tip\n   - /ʃ/: ship\n   - /h/: hip\n2. sun\n   - /t/: ton\n   - /ʃ/: shun\n   - /f/: fun",
        "**Set 1**\nsip - tip - ship - hip\n\n**Set 2**\nsun - ton - shun - fun",
        "**Set 1:**\n- sip\n- tip\n- ship\n- hip\n\n**Set 2:**\n- sun\n- ton\n- shun\n- fun",
        "1. Set 1:\n   - Target: sip\n   - Contrasts: tip, ship, hip\n"
        "2. Set 2:\n   - Target: sun\n   - Contrasts: ton, shun, fun",
    ],
)
def test_replies_with_sets(reply: str) -> None:
    assert extract_sets(reply).items == SETS


def test_a_target_of_two_letters_is_no_label() -> None:
    assert extract_sets("so: toe, show, foe\ns: sip - tip - ship - hip").items == (
        ("so", "toe", "show", "foe"),
        SETS[0],
    )


def test_a_set_that_is_too_short_is_kept() -> None:
    assert extract_sets("1. sip - tip\n2. sun - ton - shun - fun").items == (("sip", "tip"), SETS[1])


@given(
    st.lists(styles.word, min_size=1, max_size=15),
    st.sampled_from(styles.MARKED),
    st.sampled_from(styles.REMARKS),
    st.sampled_from(styles.OPENINGS),
    st.sampled_from(styles.CLOSINGS),
    st.sampled_from(("\n", "\r\n", "\n\n")),
)
def test_any_marked_list_comes_back(
    words: list[str], style: tuple[str, styles.Style], remark: str, opening: str, closing: str, end: str
) -> None:
    method, mark = style
    body = end.join(mark(number, word) + remark for number, word in enumerate(words, start=1))
    found = extract_items(f"{opening}{body}{closing}")
    assert (found.items, found.method) == (tuple(words), method)


@given(
    st.lists(styles.word, min_size=3, max_size=15),
    st.sampled_from(styles.BARE),
    st.sampled_from(styles.OPENINGS),
    st.sampled_from(styles.CLOSINGS),
    st.sampled_from(("\n", "\r\n", "\n\n")),
)
def test_any_list_of_bare_lines_comes_back(
    words: list[str], style: styles.Style, opening: str, closing: str, end: str
) -> None:
    found = extract_items(f"{opening}{styles.listed(words, style, end)}{closing}")
    assert (found.items, found.method) == (tuple(words), "lines")


@given(
    st.lists(styles.word, min_size=1, max_size=13),
    st.sampled_from(("", "Here you go: ", "Sure! Some words to try: ")),
    st.sampled_from((", ", ", and ", " and ")),
    st.sampled_from(("", ".", ".\n\nLet me know if you need more!")),
)
def test_any_comma_list_comes_back(words: list[str], opening: str, last: str, closing: str) -> None:
    words = [*words, "rope", "red"]
    found = extract_items(f"{opening}{', '.join(words[:-1])}{last}{words[-1]}{closing}")
    assert (found.items, found.method) == (tuple(words), "comma")


@given(
    st.lists(st.tuples(styles.side, styles.side), min_size=3, max_size=10),
    st.sampled_from((" - ", " – ", "—", "/", " vs. ", ", ", " → ", " and ")),
    st.sampled_from((*styles.NUMBERED, *styles.BULLETED, *styles.BARE)),
)
def test_any_list_of_pairs_comes_back(pairs: list[tuple[str, str]], join: str, style: styles.Style) -> None:
    assert extract_pairs(styles.listed([join.join(pair) for pair in pairs], style)).items == tuple(pairs)


@given(
    st.lists(st.lists(styles.side, min_size=4, max_size=4).map(tuple), min_size=3, max_size=6),
    st.sampled_from((" - ", " – ", " — ", "/", ", ", " → ")),
    st.sampled_from((*styles.NUMBERED, *styles.BULLETED, *styles.BARE)),
)
def test_any_list_of_sets_comes_back(sets: list[tuple[str, ...]], join: str, style: styles.Style) -> None:
    assert extract_sets(styles.listed([join.join(one) for one in sets], style)).items == tuple(sets)


_MARKS = "\n\n\n \t*_`#>|:;,./-–—()[]'\"&"
_WORDS = ("1. ", "2) ", "- ", "* ", "[ ] ", "**", "and ", " vs ", "Here are ", "I can't ", "rabbit", "ring", "cat", "a")
_ODD = ("é", "ɹ", "🐰", "\u200b", "\r\n", "tips:\n", "Initial: ", "<b>", "\x00", "\ud800")
_PIECES = st.sampled_from([*_MARKS, *_WORDS, *_ODD])
_replies = st.one_of(st.text(max_size=200), st.lists(_PIECES, max_size=40).map("".join))


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, plain_reply(text)))


@given(_replies)
def test_no_reply_crashes_it_and_nothing_is_invented(reply: str) -> None:
    held = _bare(reply)
    items = extract_items(reply)
    assert all(_bare(item) in held for item in items.items)
    pairs, sets = extract_pairs(reply), extract_sets(reply)
    for word in (word for entry in (*pairs.items, *sets.items) for word in entry):
        assert all(_bare(token) in held for token in word.split())
    for found in (items, pairs, sets):
        assert (found.method == "none") == (not found.items)
        assert not (found.refusal and found.items)
        assert all(any(entry) for entry in found.items)


@pytest.mark.parametrize(
    "piece", ["a", " ", "\n", "(", "(a)", "/", "-", "–", "*", "_", ", ", ": ", "are ", "1. a 2. b "]
)
def test_long_runs_of_one_mark_do_not_stall_it(piece: str) -> None:
    reply = piece * (20_000 // len(piece))
    for extract in (extract_items, extract_pairs, extract_sets):
        extract(reply)


def test_hyphens_without_spaces_part_pairs_only_where_all_entries_have_one() -> None:
    assert extract_pairs("1. cat-bat\n2. key-tea\n3. back-pack").items == (
        ("cat", "bat"),
        ("key", "tea"),
        ("back", "pack"),
    )
    assert extract_pairs("1. T-shirt\n2. key - tea").items == (("T-shirt", ""), ("key", "tea"))
    assert extract_pairs("- merry-go-round\n- hop-scotch").items == (("merry-go-round", ""), ("hop-scotch", ""))
