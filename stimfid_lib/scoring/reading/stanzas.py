"""Pairs and sets whose words stand on bare lines, one below the other, with a blank line between the entries."""

from __future__ import annotations

from stimfid_lib.scoring.clean import LONGEST_ENTRY, word_count
from stimfid_lib.scoring.reading.characters import PART
from stimfid_lib.scoring.reading.found import Found
from stimfid_lib.scoring.reading.inline import is_word
from stimfid_lib.scoring.reading.labels import names_list, names_section, names_sound
from stimfid_lib.scoring.reading.lines import Line
from stimfid_lib.scoring.reading.roles import NO_ITEMS, Role, ends_with_colon, is_chatter
from stimfid_lib.scoring.separators import split_pair, split_set
from stimfid_lib.suite.request import Shape

_FEWEST = 2
_LONGEST = 8  # lines; a longer run is a list
_TOO_LONG = 60  # characters; a longer line is no word


def stanzas(lines: list[Line], roles: list[Role], shape: Shape) -> Found | None:
    """Return the pairs or sets that bare lines in groups of one size make: "tea", "key", then a blank line, and so on.

    Two groups at least, of two words for pairs and of three to eight for sets, or for sets of a target and one line of
    contrasts below it; groups of anything else are talk.
    """
    if shape == "words":
        return None
    groups: list[tuple[int, list[str]]] = []
    run: list[str] = []
    for index, line in enumerate([*lines, Line(0, "blank", "")]):
        if roles[index : index + 1] and roles[index] not in NO_ITEMS and line.mark in ("plain", "heading"):
            if run and (line.mark == "heading" or ends_with_colon(line.text)):
                groups.append((index - len(run), run))
                run = []
            run.append(line.text)
        elif run:
            groups.append((index - len(run), run))
            run = []
    if shape == "sets":
        under = [(at, group) for at, group in groups if _is_target_over_words(group)]
        if len(under) >= _FEWEST:
            return Found(under[0][0], "lines", [PART.join((head, *split_set(rest))) for _, (head, rest) in under], 3)
    entries = [(at, group) for at, group in groups if 1 < len(group) <= _LONGEST and all(map(_is_bare_word, group))]
    sizes = {len(group) for _, group in entries}
    if len(entries) < _FEWEST or len(sizes) != 1:
        return None
    size = sizes.pop()
    if not (size == 2 if shape == "pairs" else 3 <= size <= _LONGEST):
        return None
    return Found(entries[0][0], "lines", [PART.join(group) for _, group in entries], 3)


def _is_target_over_words(group: list[str]) -> bool:
    """Tell whether two lines are a target and its contrasts on one line: "**chip**", then "tip, ship, sip"."""
    if len(group) != 2 or len(group[0]) > _TOO_LONG or len(group[1]) > LONGEST_ENTRY:
        return False
    contrasts = split_set(group[1])
    return (
        word_count(group[0]) == 1
        and not (names_sound(group[0]) or names_section(group[0]) or names_list(group[0]))
        and len(contrasts) > 1
        and all(map(is_word, contrasts))
    )


def _is_bare_word(text: str) -> bool:
    if len(text) > _TOO_LONG or ":" in text or not is_word(text) or split_pair(text)[1]:
        return False
    return not (ends_with_colon(text) or is_chatter(text))
