"""Pairs and sets whose words stand on lines of their own, under their first word or under "Set 1"."""

from __future__ import annotations

import re

from stimfid_lib.scoring.clean import clean_item, word_count
from stimfid_lib.scoring.reading.characters import PART
from stimfid_lib.scoring.reading.found import most
from stimfid_lib.scoring.reading.inline import is_word, parts_of
from stimfid_lib.scoring.reading.labels import names_attribute, names_item, names_list, names_section, names_sound
from stimfid_lib.scoring.reading.lines import Line
from stimfid_lib.scoring.reading.marks import NAMES_WORD, take_mark
from stimfid_lib.scoring.reading.roles import is_chatter
from stimfid_lib.scoring.reading.trees import Node
from stimfid_lib.scoring.separators import fits, split_set
from stimfid_lib.suite.request import Shape

_NAMES_ONE = re.compile(
    r"\W*(?:(?:minimal|contrast|word|multiple)\s)*(?:set|pair|par|conjunto|group|opposition)\s*"
    r"(?:#?\d{1,2}|[a-h]|one|two|three|four|five|six|seven|eight)\b.*",
    re.IGNORECASE,
)
_FEWEST: dict[Shape, int] = {"words": 99, "pairs": 2, "sets": 3}
_MOST = 8  # words; more below one heading are a list


def is_said_of(text: str) -> bool:
    """Tell whether a line only says something about an item: "Meaning: a furry animal"."""
    if ":" not in text:
        return False
    label, _, rest = text.partition(":")
    return bool(rest.strip()) and names_attribute(label) and not names_item(label)


def are_spread(nodes: list[Node], shape: Shape) -> bool:
    """Tell whether the words of each pair or set stand below one another, under its first word or under "Pair 1"."""
    if shape == "words" or not any(node.below for node in nodes):
        return False
    if shape == "pairs" and not all(
        fits(_value(kid.line.text), "words") for node in nodes for kid in node.below if not is_said_of(kid.line.text)
    ):
        return False
    return most(len(split_set(node.line.text)) <= 1 for node in nodes)


def joined(node: Node) -> str:
    """Return a head and what stands below it as one entry."""
    below = (kid.line.text for kid in node.below)
    return _as_one([node.line.text, *(text for text in below if word_count(text) <= _MOST)])


def with_lines_below(node: Node, shape: Shape) -> list[Line]:
    """Return the entry of a pair or set that unmarked lines go on with: "Target: sun", "Contrast: thumb"."""
    texts = [line.text for line in node.said if line.mark == "plain"]
    head = node.line.text
    labelled = sum(_is_named(text) for text in texts) > 1
    if not head and not labelled and any(fits(text, shape) for text in texts):
        return [node.line._replace(text=text) for text in texts if fits(text, shape)]
    words = [text for text in texts if not is_said_of(text) and (_is_named(text) or is_word(text))]
    if (not head or _is_named(head) or is_word(head)) and words and len(words) * 2 > len(texts):
        return [node.line._replace(text=_as_one([head, *words]))]
    return [node.line]


def regrouped(lines: list[Line], shape: Shape) -> list[Line]:
    """Join the words under each label without text ("Set 1:", then 1 to 4), or of each count that begins again at one.

    Lists in which any line is a whole entry stay as they are.
    """
    if shape == "words" or any(fits(line.text, shape) for line in lines):
        return lines
    cycles = _count_in_cycles(lines, shape)
    if not cycles and all(line.text for line in lines):
        return lines
    groups: list[list[Line]] = []
    for line in lines:
        if not line.text or not groups or (cycles and line.value == 1):
            groups.append([line])
        else:
            groups[-1].append(line)
    return [group[0]._replace(text=_as_one([line.text for line in group])) for group in groups]


def _count_in_cycles(lines: list[Line], shape: Shape) -> bool:
    """Tell whether single words are numbered 1, 2, 1, 2 (sets: 1 to 4, and again), so that each count is an entry."""
    size = max(line.value for line in lines)
    values = [line.value for line in lines]
    return (
        (size == 2 if shape == "pairs" else _FEWEST[shape] <= size <= _MOST)
        and len(values) > size
        and values == [*range(1, size + 1)] * (len(values) // size)
        and all(is_word(line.text) for line in lines)
    )


def as_one_entry(texts: list[str], lead: str, shape: Shape) -> list[str]:
    """Return the list under "Set 1" or under a lone target as the one pair or set that it is; else as it stands."""
    if not _FEWEST[shape] - 1 <= len(texts) <= _MOST or any(fits(text, shape) for text in texts):
        return texts
    if not all(is_word(_value(text)) for text in texts):
        return texts
    lead = take_mark(lead).rest or lead
    label, _, rest = lead.partition(":")
    named = _NAMES_ONE.fullmatch(label) is not None
    target = rest if rest.strip() and (named or names_item(label)) else lead
    if named and target == lead and len(texts) >= _FEWEST[shape]:
        return [_as_one(texts)]
    if _is_target(target) and len(texts) + 1 >= _FEWEST[shape]:
        return [_as_one([target, *texts])]
    return texts


def under_target(texts: list[str], lead: str) -> list[str]:
    """Return a table's contrasts, in one row or a row each, with the target that stands over it ("**1. dear**")."""
    target = _target_of(lead)
    words = [_contrast_of(text) for text in texts]
    if len(texts) > 1:
        if len(texts) > _MOST or not all(map(is_word, words)):
            return texts
        texts = words
    known = {word.lower() for text in texts for word in split_set(text)}
    if not _is_target(target) or clean_item(target).lower() in known:
        return texts
    return [PART.join((target, *texts))]


def _target_of(lead: str) -> str:
    """Return the target that a heading names: "dear", "1. dear", "Target: dear", "Set 1 - Target: dear"."""
    lead = take_mark(lead).rest or lead
    label, _, rest = lead.rpartition(":")
    last = label.split()[-1:]
    return rest.strip() if last and rest.strip() and names_item(last[0]) else _value(lead)


def _contrast_of(row: str) -> str:
    """Return the one word of a row that holds the sound and the word."""
    words = [part for part in row.split(PART) if not names_sound(part)]
    return words[0] if len(words) == 1 else row


def _is_target(text: str) -> bool:
    return word_count(text) == 1 and not (
        names_item(text) or names_list(text) or names_section(text) or names_sound(text) or is_chatter(text)
    )


def _as_one(texts: list[str]) -> str:
    """Return the words of several lines as the parts of one entry; a labelled list gives all its words."""
    parts: list[str] = []
    for text in texts:
        value = _value(text)
        several = [] if is_said_of(text) or NAMES_WORD.match(text) else parts_of(value, "words")
        if not is_said_of(text) and clean_item(value):
            parts += several if len(several) > 1 else [value]
    return PART.join(parts)


def _is_named(text: str) -> bool:
    label, colon, rest = text.partition(":")
    return bool(colon and rest.strip()) and (names_item(label) or names_sound(label))


def _value(text: str) -> str:
    return text.partition(":")[2].strip() if _is_named(text) else text
