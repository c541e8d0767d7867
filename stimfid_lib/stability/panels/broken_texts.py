"""Ways to break one text, each as a function from a text to its broken form; None where it does not apply."""

from __future__ import annotations

import re
from collections.abc import Callable

from stimfid_lib.stability.panels.fixed import ANCHOR, CLOSING, DEFAULT, GAP

_NUMBER = re.compile(r"\d[\d,.]*\d|\d")


def blocks_of(text: str) -> list[str]:
    """The paragraphs of a text."""
    return text.split(GAP)


def option_at(blocks: list[str], token: str) -> int:
    """Which paragraph is the line of an option."""
    return next(place for place, block in enumerate(blocks) if block.startswith(f"Option {token}: "))


def with_block(text: str, place: int, block: str | None) -> str:
    """The text with one paragraph replaced, or taken out."""
    blocks = blocks_of(text)
    blocks[place : place + 1] = [] if block is None else [block]
    return GAP.join(blocks)


def _stray_word(text: str) -> str:
    words = text.split(" ")
    middle = len(words) // 3
    return " ".join((*words[:middle], "clearly", *words[middle:]))


def _stray_word_in_option(token: str) -> Callable[[str], str | None]:
    def mutate(text: str) -> str:
        place = option_at(blocks_of(text), token)
        head, space, tail = blocks_of(text)[place].rpartition(" ")
        return with_block(text, place, f"{head}{space}surely {tail}")

    return mutate


def _extra_sentence(text: str) -> str:
    return with_block(text, 0, f"{blocks_of(text)[0]} Think about what you would regret.")


def _extra_sentence_in_option(text: str) -> str:
    place = option_at(blocks_of(text), "B")
    return with_block(text, place, f"{blocks_of(text)[place]} Most people choose it.")


def _extra_paragraph(text: str) -> str:
    return f"Please read this carefully.{GAP}{text}"


def _context_line_changed(text: str) -> str:
    one, two, *rest = blocks_of(text)[0].split(" ")
    return with_block(text, 0, " ".join((two, one, *rest)))


def _context_lines_swapped(text: str) -> str:
    blocks = blocks_of(text)
    return GAP.join((blocks[1], blocks[0], *blocks[2:]))


def _paragraphs_joined(text: str) -> str:
    return text.replace(GAP, " ", 1)


def _question_changed(text: str) -> str:
    blocks = blocks_of(text)
    place = next(place for place, block in reversed(list(enumerate(blocks))) if block.endswith("?"))
    return with_block(text, place, f"{blocks[place][:-1]} now?")


def _question_lost(text: str) -> str:
    blocks = blocks_of(text)
    place = next(place for place, block in reversed(list(enumerate(blocks))) if block.endswith("?"))
    return with_block(text, place, None)


def _options_swapped(text: str) -> str:
    blocks = blocks_of(text)
    first, second = option_at(blocks, "A"), option_at(blocks, "B")
    blocks[first], blocks[second] = blocks[second], blocks[first]
    return GAP.join(blocks)


def _labels_swapped(text: str) -> str:
    swapped = text.replace(f"{GAP}Option A: ", f"{GAP}Option ?: ").replace(f"{GAP}Option B: ", f"{GAP}Option A: ")
    return swapped.replace(f"{GAP}Option ?: ", f"{GAP}Option B: ")


def _option_lost(text: str) -> str:
    return with_block(text, option_at(blocks_of(text), "B"), None)


def _third_option(text: str) -> str:
    place = max(option_at(blocks_of(text), token) for token in "AB")
    return with_block(text, place, f"{blocks_of(text)[place]}{GAP}Option C: You choose neither of the two.")


def _option_doubled(text: str) -> str:
    place = option_at(blocks_of(text), "A")
    return with_block(text, place, GAP.join([blocks_of(text)[place]] * 2))


def _numbers_off_by_one(which: int) -> Callable[[str], str | None]:
    """Change the first (0), the last (-1) or the middle (1) number of the text; a wrong frequency is one of these."""

    def mutate(text: str) -> str | None:
        found = list(_NUMBER.finditer(text))
        if not found:
            return None
        number = found[{0: 0, 1: len(found) // 2, -1: -1}[which]]
        whole, point, rest = number[0].replace(",", "").partition(".")
        changed = f"{int(whole) + 1:,}{point}{rest}"
        return text[: number.start()] + changed + text[number.end() :]

    return mutate


def _numbers_traded(text: str) -> str | None:
    """Exchange the first two different numbers of the text."""
    found = list(_NUMBER.finditer(text))
    other = next((number for number in found if number[0] != found[0][0]), None)
    if other is None:
        return None
    one = found[0]
    return text[: one.start()] + other[0] + text[one.end() : other.start()] + one[0] + text[other.end() :]


def _number_without_comma(text: str) -> str:
    return re.sub(r"(\d),(\d)", r"\1\2", text, count=1)


def _anchor_line(text: str, number: str) -> str:
    """The line of the folder, put in or rewritten with another number."""
    line = ANCHOR.format(number)
    old = re.search(r"Your folder carries number \d+\.", text)
    if old:
        return text.replace(old[0], line)
    return text.replace(f"{GAP}Option ", f"{GAP}{line}{GAP}Option ", 1)


def _informative_anchor(text: str) -> str | None:
    blocks = blocks_of(text)
    told = " ".join(blocks[option_at(blocks, token)] for token in "AB")
    number = _NUMBER.search(told)
    return _anchor_line(text, number[0].replace(",", "")) if number else None


def _other_anchor(text: str) -> str:
    return _anchor_line(text, "5051")


def _anchor_lost(text: str) -> str:
    return re.sub(r"Your folder carries number \d+\.\n\n", "", text)


def _anchor_with_a_reason(text: str) -> str:
    return re.sub(r"(Your folder carries number \d+)\.", r"\1, as does the invoice.", text)


def _second_default(text: str) -> str:
    return text.replace(f"{GAP}{CLOSING[0]}", f"{GAP}{DEFAULT.format('A')}{GAP}{CLOSING[0]}")


def _default_in_context(text: str) -> str:
    return with_block(text, 0, f"{blocks_of(text)[0]} {DEFAULT.format('B')}")


def _default_turned(text: str) -> str:
    turned = {"A": "B", "B": "A"}
    return re.sub(r"(made, option )([AB])( is)", lambda found: f"{found[1]}{turned[found[2]]}{found[3]}", text)


def _default_lost(text: str) -> str:
    return re.sub(r"\n\nIf no choice is made, option [AB] is carried out\.", "", text)


def _given_up_added(text: str) -> str:
    place = option_at(blocks_of(text), "A")
    return with_block(text, place, f"{blocks_of(text)[place].removesuffix('.')}, giving up the €999 already spent.")


def _closing_lost(text: str) -> str:
    return text.removesuffix(GAP + CLOSING[1])


def _closing_answered(text: str) -> str:
    return text.replace("DECISION: <token>", "DECISION: A")


def _look_alike(text: str) -> str:
    return text.replace("a", "а", 1)  # a Cyrillic а


def _hard_space(text: str) -> str:
    return text.replace(" ", "\u00a0", 1)


def _double_space(text: str) -> str:
    return text.replace(" ", "  ", 1)


def _trailing_space(text: str) -> str:
    return text.replace(GAP, f" {GAP}", 1)


def _trailing_line(text: str) -> str:
    return text + "\n"


def _comma_lost(text: str) -> str:
    return re.sub(r"([a-z]), ", r"\1 ", text, count=1)


def _capitals(text: str) -> str:
    return re.sub(r"\b(all|none|exactly|nothing|receive)\b", lambda word: word[0].upper(), text, count=1)


def _emphasis(text: str) -> str:
    place = option_at(blocks_of(text), "B")
    return with_block(text, place, blocks_of(text)[place].replace("Option B:", "**Option B:**"))


def _quotation_lost(text: str) -> str:
    return re.sub('["\u201c\u201d]', "", text)


MUTATIONS: dict[str, Callable[[str], str | None]] = {
    "stray word": _stray_word,
    "stray word in option A": _stray_word_in_option("A"),
    "stray word in option B": _stray_word_in_option("B"),
    "extra sentence": _extra_sentence,
    "extra sentence in an option": _extra_sentence_in_option,
    "extra paragraph": _extra_paragraph,
    "context line changed": _context_line_changed,
    "context lines swapped": _context_lines_swapped,
    "paragraphs joined": _paragraphs_joined,
    "question changed": _question_changed,
    "question lost": _question_lost,
    "options swapped": _options_swapped,
    "labels swapped": _labels_swapped,
    "option lost": _option_lost,
    "third option": _third_option,
    "option doubled": _option_doubled,
    "first number off by one": _numbers_off_by_one(0),
    "middle number off by one": _numbers_off_by_one(1),
    "last number off by one": _numbers_off_by_one(-1),
    "two numbers traded": _numbers_traded,
    "number without its comma": _number_without_comma,
    "informative anchor": _informative_anchor,
    "another anchor": _other_anchor,
    "anchor lost": _anchor_lost,
    "anchor with a reason": _anchor_with_a_reason,
    "second default": _second_default,
    "default in the context": _default_in_context,
    "default turned": _default_turned,
    "default lost": _default_lost,
    "a wrong sum given up": _given_up_added,
    "closing line lost": _closing_lost,
    "closing line answered": _closing_answered,
    "look-alike letter": _look_alike,
    "hard space": _hard_space,
    "double space": _double_space,
    "trailing space": _trailing_space,
    "trailing line": _trailing_line,
    "comma lost": _comma_lost,
    "capitals": _capitals,
    "emphasis": _emphasis,
    "quotation lost": _quotation_lost,
}
"""Every way by its name."""
