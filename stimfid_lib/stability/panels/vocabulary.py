"""Gate 1b, word by word: but for closed lists B and C use no word that A does not have, and a loss mirrors its gain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from stimfid_lib.stability.panels.anatomy import Anatomy
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.scenario import Scenario

WORDS_OF_B = {
    "risky_choice_framing": frozenset[str](),
    "sunk_cost_fallacy": frozenset({"giving", "up", "the", "already", "spent"}),
    "base_rate_neglect": frozenset({"every", "out", "among", "these", "those", "other"}),
}
"""What the wording version of each family may say besides A's own words; the other types may say nothing new."""

WORDS_OF_C = frozenset({"exactly", "precisely", "do", "them"})
"""What the dominating option may say besides A's own words."""

ALL = frozenset({"all", "every", "whole", "full", "only"})
NONE = frozenset({"none", "no", "not", "nothing", "zero"})
"""Words by which a line speaks of everything and of nothing."""

_SMALL = frozenset({"a", "an", "the", "of", "is", "are", "has", "have"})
"""Words that may come and go with the grammar of a sentence."""

_MOST_STATE_WORDS = 2
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*|\{[a-z_]+\}")


def vocabulary(panel: Panel, scenario: Scenario, base: Anatomy) -> Iterator[str]:
    """Yield the name of each rule of words that a scenario breaks (see `breach.RULES`)."""
    known = set(words_of(scenario.texts["A"]))
    wording = panel.rewording_type == "wording"
    more = WORDS_OF_B[panel.family] if wording else frozenset()
    if not set(words_of(scenario.texts["B"])) <= known | more:
        yield "B_words"
    if not set(words_of(scenario.texts["C"])) <= known | WORDS_OF_C:
        yield "C_words"
    phrases = scenario.structure["phrases"]
    if panel.family == "risky_choice_framing":
        if wording and not is_mirrored(phrases, base):
            yield "B_frame"
        if NONE & set(words_of(phrases["b_dominant"])):
            yield "C_phrase"


def is_mirrored(phrases: Mapping[str, str], base: Anatomy) -> bool:
    """Whether the loss lines are the gain lines with the good state named by the bad one, and all by none.

    In both lines the same one or two words give way to the same one or two, all of which the context has named before;
    the chances stand in their order, and where the gain says all first, the loss says none first.
    """
    lost = Counter(words_of(phrases["a"])), Counter(words_of(phrases["b"]))
    gained = Counter(words_of(phrases["a_reworded"])), Counter(words_of(phrases["b_reworded"]))
    gone = [_content(before - after) for before, after in zip(lost, gained, strict=True)]
    come = [_content(after - before) for before, after in zip(lost, gained, strict=True)]
    context = set(words_of(" ".join(base.context)))
    paired = gone[0] == gone[1] and come[0] == come[1]
    named = all(1 <= len(words) <= _MOST_STATE_WORDS and words <= context for words in (gone[0], come[0]))
    order = _extremes(phrases["b"]), _extremes(phrases["b_reworded"])
    return (
        paired
        and named
        and order == (["all", "none"], ["none", "all"])
        and _slots(phrases["b"]) == _slots(phrases["b_reworded"])
    )


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, slots as they stand."""
    return [word.lower() for word in _WORD.findall(text)]


def _content(words: Counter[str]) -> set[str]:
    return {word for word in words if word not in _SMALL and not word.startswith("{")}


def _extremes(phrase: str) -> list[str]:
    """Where a line speaks of all and of none, in order, neighbours of one kind taken together."""
    kinds = ["all" if word in ALL else "none" for word in words_of(phrase) if word in ALL | NONE]
    return [kind for place, kind in enumerate(kinds) if place == 0 or kinds[place - 1] != kind]


def _slots(phrase: str) -> list[str]:
    return [word for word in words_of(phrase) if word.startswith("{")]
