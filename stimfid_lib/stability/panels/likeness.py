"""Whether fifteen scenarios are really fifteen: no two one lottery, no two one text with other names and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from stimfid_lib.base.shingles import shingles
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.scenario import Scenario
from stimfid_lib.stability.panels.slots import NUMBER

MOST_SHARED_PCT = 60
"""Two scenarios share less than this of their five-word sequences, in percent of the shorter one's."""

WORDS = 5

_TOKEN = re.compile(rf"{NUMBER}|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SENTENCE_END = re.compile(r"[.?!:]|\n")


def alike(panel: Panel) -> Iterator[tuple[str, str]]:
    """Yield (rule, the two item ids joined by `+`) for each two scenarios that are too much alike."""
    for one, other in combinations(panel.scenarios, 2):
        pair = f"{one.item_id}+{other.item_id}"
        if lottery_of(panel.family, one) & lottery_of(panel.family, other):
            yield "same_lottery", pair
        if any(shared_pct(one.texts[version], other.texts[version]) >= MOST_SHARED_PCT for version in one.texts):
            yield "overlap", pair


def lottery_of(family: str, scenario: Scenario) -> frozenset[tuple[str, object]]:
    """What no other scenario of the family may have: its odds, and its payoffs whatever the unit."""
    numbers = {name: Fraction(value) for name, value in scenario.structure["numbers"].items()}
    match family:
        case "risky_choice_framing":
            return frozenset({("chance", numbers["chance_pct"]), ("total", numbers["total"])})
        case "sunk_cost_fallacy":
            return frozenset({("chance", numbers["chance_pct"]), ("finish", numbers["finish"])})
        case _:
            sound = numbers["population"] - numbers["true_cases"]
            rates = (numbers["true_cases"] / numbers["population"], numbers["hits"] / numbers["true_cases"])
            return frozenset(
                {
                    ("odds", numbers["hits"] / numbers["false_alarms"]),
                    ("rates", (*rates, numbers["false_alarms"] / sound)),
                    ("pays", (numbers["pay_true"], numbers["pay_false"])),
                }
            )


def shared_pct(one: str, other: str) -> float:
    """Five-word sequences that two texts share once names and numbers are masked, in percent of the fewer."""
    sequences = _sequences(one), _sequences(other)
    fewer = min(len(sequences[0]), len(sequences[1]))
    return 100 * len(sequences[0] & sequences[1]) / fewer if fewer else 0.0


def masked(text: str) -> list[str]:
    """The words of a text in lower case; numbers as `#`, names (capitals within a sentence) as `@`."""
    words, fresh, at = [], True, 0
    for token in _TOKEN.finditer(text):
        fresh = fresh or bool(_SENTENCE_END.search(text, at, token.start()))
        word = token[0]
        if word[0].isdigit():
            words.append("#")
        elif not fresh and word[0].isupper() and word != "I":
            words.append("@")
        else:
            words.append(word.lower())
        fresh, at = False, token.end()
    return words


@lru_cache(maxsize=256)
def _sequences(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(shingles(masked(text), WORDS))
