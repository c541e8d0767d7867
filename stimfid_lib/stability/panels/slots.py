"""Slots: where numbers stand in a phrase, how they are written, and how they are read back from a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
"""A number as the panels write it: thousands with a comma, decimals after a point."""

_SLOT = re.compile(r"\{([a-z_]+)\}")


def slots_of(family: str, numbers: Mapping[str, int]) -> dict[str, Fraction]:
    """Every number that a phrase of the family may name, exactly.

    Args:
        family: one of `FAMILIES`.
        numbers: the numbers of the decision, as the sources give them.
    """
    exact = {name: Fraction(value) for name, value in numbers.items()}
    if family == "base_rate_neglect":
        sound = exact["population"] - exact["true_cases"]
        return {
            **exact,
            "sound_cases": sound,
            "base_pct": 100 * exact["true_cases"] / exact["population"],
            "hit_pct": 100 * exact["hits"] / exact["true_cases"],
            "false_pct": 100 * exact["false_alarms"] / sound,
            "pay_more": exact["pay_false"] + exact["bonus"],
        }
    chances = {"chance": exact["chance_pct"], "other": 100 - exact["chance_pct"]}
    lost = {"lost": exact["total"] - exact["sure"]} if family == "risky_choice_framing" else {}
    return {**exact, **chances, **lost}


def written(value: Fraction) -> str:
    """A number in the panels' spelling: `1,200`, `0.5`, `12.5`.

    Raises:
        ValueError: it has no exact spelling with at most one decimal.
    """
    tenths = value * 10
    if tenths.denominator != 1:
        raise ValueError(f"{value} has more than one decimal")
    whole, tenth = divmod(tenths.numerator, 10)
    return f"{whole:,}" + (f".{tenth}" if tenth else "")


def number_of(text: str) -> Fraction:
    """The value of a number as written.

    Raises:
        ValueError: it is not spelled as `written` spells it.
    """
    value = Fraction(text.replace(",", ""))
    if written(value) != text:
        raise ValueError(f"{text!r} is not the spelling of {value}")
    return value


def fill(phrase: str, slots: Mapping[str, Fraction]) -> str:
    """Put the numbers into a phrase.

    Raises:
        KeyError: it names an unknown slot.
        ValueError: a number has no exact spelling.
    """
    return _SLOT.sub(lambda slot: written(slots[slot[1]]), phrase)


def read_back(phrase: str, line: str) -> dict[str, Fraction] | None:
    """The numbers that a line names at the slots of a phrase; None if the line is not this phrase word for word.

    A slot that stands twice must hold the same number both times.
    """
    match = _pattern(phrase).fullmatch(line)
    if match is None:
        return None
    try:
        return {name: number_of(value) for name, value in match.groupdict().items()}
    except ValueError:
        return None


@lru_cache(maxsize=512)
def _pattern(phrase: str) -> re.Pattern[str]:
    """A phrase as a pattern with one named group a slot."""
    seen: set[str] = set()
    pattern, at = "", 0
    for slot in _SLOT.finditer(phrase):
        name = slot[1]
        pattern += re.escape(phrase[at : slot.start()]) + (f"(?P={name})" if name in seen else f"(?P<{name}>{NUMBER})")
        seen.add(name)
        at = slot.end()
    return re.compile(pattern + re.escape(phrase[at:]), re.ASCII)
