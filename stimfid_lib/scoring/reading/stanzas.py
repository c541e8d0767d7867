"""Pairs and sets whose words stand on bare lines, one below the other, with a blank line between the entries."""

from __future__ import annotations

from stimfid_lib.scoring.reading.characters import PART
from stimfid_lib.scoring.reading.found import Found
from stimfid_lib.scoring.reading.inline import is_word
from stimfid_lib.scoring.reading.lines import Line
from stimfid_lib.scoring.reading.roles import NO_ITEMS, Role, ends_with_colon, is_chatter
from stimfid_lib.suite.request import Shape

_FEWEST = 2
_LONGEST = 8  # lines; a longer run is a list
_TOO_LONG = 60  # characters; a longer line is no word


def stanzas(lines: list[Line], roles: list[Role], shape: Shape) -> Found | None:
    """Return the pairs or sets that bare lines in groups of one size make: "tea", "key", then a blank line, and so on.

    Two groups at least, of two words for pairs and of three to eight for sets; groups of anything else are talk.
    """
    if shape == "words":
        return None
    groups: list[tuple[int, list[str]]] = []
    run: list[str] = []
    for index, line in enumerate([*lines, Line(0, "blank", "")]):
        if line.mark == "plain" and roles[index] not in NO_ITEMS:
            run.append(line.text)
        elif run:
            groups.append((index - len(run), run))
            run = []
    entries = [(at, group) for at, group in groups if len(group) > 1 and all(map(_is_bare_word, group))]
    sizes = {len(group) for _, group in entries}
    if len(entries) < _FEWEST or len(sizes) != 1:
        return None
    size = sizes.pop()
    if not (size == 2 if shape == "pairs" else 3 <= size <= _LONGEST):
        return None
    return Found(entries[0][0], "lines", [PART.join(group) for _, group in entries], 3)


def _is_bare_word(text: str) -> bool:
    if len(text) > _TOO_LONG or ends_with_colon(text) or is_chatter(text):
        return False
    return is_word(text)
