"""Gate 1: what must hold between the numbers of the four versions, in exact fractions, read from the texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from stimfid_lib.stability.panels.anatomy import Anatomy, Misshapen, dissect, undressed
from stimfid_lib.stability.panels.lotteries import Values, values_broken
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.scenario import OPTIONS, VERSIONS, Scenario
from stimfid_lib.stability.panels.slots import NUMBER, read_back
from stimfid_lib.stability.panels.source import NUMBERS

_ANY_NUMBER = re.compile(NUMBER, re.ASCII)
_OWN_NUMBER = re.compile(r"(?!(?<!\d)0(?![\d.,]\d|\d))\d")
"""A digit in a phrase; only a plain 0 may stand there, as in "or €0 if it stays shut"."""

PANEL_PHRASES = {
    "risky_choice_framing": {"a", "b", "b_dominant"},
    "sunk_cost_fallacy": {"a", "b", "b_dominant"},
    "base_rate_neglect": {"a", "b", "b_dominant", "percent"},
}
"""What a structure's catalogue holds in every panel of a family."""

REWORDED = {
    "risky_choice_framing": {"a_reworded", "b_reworded"},
    "sunk_cost_fallacy": {"a_reworded"},
    "base_rate_neglect": {"frequency"},
}
"""What it holds besides in the wording panel: the lines that B may have otherwise."""

_STATED = {"risky_choice_framing": ("total", ""), "sunk_cost_fallacy": ("spent", "€"), "base_rate_neglect": ("", "")}
"""The one number of the decision that the context states, and what stands before it."""


def is_whole(panel: Panel, structure: Mapping[str, Any]) -> bool:
    """Whether a structure block has every part of its family and type, and only numbers that can be counted."""
    parts = {"numbers", "right_answer", "phrases"} | ({"anchor"} if panel.rewording_type == "anchoring" else set())
    if set(structure) != parts or set(structure["numbers"]) != NUMBERS[panel.family]:
        return False
    anchor = structure.get("anchor", {"low": 1, "high": 1})
    counted = (*structure["numbers"].values(), *anchor.values())
    phrases = PANEL_PHRASES[panel.family] | (REWORDED[panel.family] if panel.rewording_type == "wording" else set())
    return (
        set(anchor) == {"low", "high"}
        and all(type(value) is int and value > 0 for value in counted)
        and set(structure["phrases"]) == phrases
    )


def invariants(panel: Panel, scenario: Scenario) -> Iterator[str]:
    """Yield the name of each rule that a scenario breaks (see `breach.RULES`); its structure must be whole."""
    structure = scenario.structure
    if scenario.options != OPTIONS:
        yield "options"
    if structure["right_answer"] != {"A": None, "A_prime": None, "B": None, "C": "B"}:
        yield "right_answer"
    if any(_OWN_NUMBER.search(phrase) for phrase in structure["phrases"].values()):
        yield "phrase_numbers"
    try:
        found = {version: dissect(undressed(scenario.texts[version])) for version in VERSIONS}
    except Misshapen:
        yield "shape"
        return
    if any(set(anatomy.options) != set(OPTIONS) for anatomy in found.values()):
        yield "options"
        return
    numbers = {name: Fraction(value) for name, value in structure["numbers"].items()}
    yield from _context(panel, found["A"], numbers, structure["phrases"])
    yield from _anchors(panel, found, numbers, structure)
    values: dict[str, Values] = {}
    for version, anatomy in found.items():
        read = _read(panel, version, anatomy, structure["phrases"])
        if read is None:
            yield "numbers"
            return
        values[version] = read
    if any(not _agrees(read, numbers) for read in values.values()):
        yield "numbers"
        return
    yield from values_broken(panel.family, values, numbers)


def _context(panel: Panel, base: Anatomy, numbers: Values, phrases: Mapping[str, str]) -> Iterator[str]:
    """Outside the rates the context states the family's one number once, and no other; the question none."""
    name, mark = _STATED[panel.family]
    rates = phrases.get("percent")
    prose = [line for line in base.context if rates is None or read_back(rates, line) is None]
    stated = [mark + number for line in prose for number in re.findall(f"(?<={mark}){NUMBER}", line, re.ASCII)]
    everything = [number for line in (*prose, base.question) for number in _ANY_NUMBER.findall(line)]
    wanted = [f"{mark}{numbers[name].numerator:,}"] if name else []
    if stated != wanted or len(everything) != len(wanted):
        yield "context_numbers"


def _anchors(
    panel: Panel, found: Mapping[str, Anatomy], numbers: Values, structure: Mapping[str, Any]
) -> Iterator[str]:
    """The anchors are labels: no number of the decision, no ten-fold of one, nowhere else."""
    if panel.rewording_type != "anchoring":
        return
    anchor = structure["anchor"]
    low, high = anchor["low"], anchor["high"]
    carried = {version: anatomy.anchor for version, anatomy in found.items()}
    if carried != {"A": low, "A_prime": low, "B": high, "C": low} or not low * 10 < high:
        yield "anchor"
    told = {
        Fraction(number.replace(",", ""))
        for anatomy in found.values()
        for line in (*anatomy.context, anatomy.question, *anatomy.options.values())
        for number in _ANY_NUMBER.findall(line)
    }
    if {_digits(Fraction(value)) for value in (low, high, *(a for a in carried.values() if a))} & {
        _digits(value) for value in told | set(numbers.values())
    }:
        yield "anchor_informative"


def _digits(value: Fraction) -> str:
    """The significant digits: 40, 400 and 0.4 have the same."""
    return str(value.numerator * 10**6 // value.denominator).rstrip("0")


def _read(panel: Panel, version: str, anatomy: Anatomy, phrases: Mapping[str, str]) -> Values | None:
    """The numbers of the decision as this version's lines name them; None if a line is not as catalogued."""
    reworded = version == "B" and panel.rewording_type == "wording"
    names = {"A": "a", "B": "b_dominant" if version == "C" else "b"}
    if reworded:
        names = {token: f"{name}_reworded" if f"{name}_reworded" in phrases else name for token, name in names.items()}
    reads = [read_back(phrases[name], anatomy.options[token]) for token, name in names.items()]
    rates = "frequency" if reworded and "frequency" in phrases else "percent"
    if rates in phrases:
        found = [read for line in anatomy.context if (read := read_back(phrases[rates], line)) is not None]
        reads.append(found[0] if len(found) == 1 else None)
    together: Values = {}
    for read in reads:
        if read is None or any(together.get(name, value) != value for name, value in read.items()):
            return None
        together |= read
    return together


def _agrees(read: Values, numbers: Values) -> bool:
    """Whether every number that a text names is the structure's, or follows from it by the equation of its name."""
    chance = numbers.get("chance_pct", Fraction(0))
    population, true = numbers.get("population", Fraction(0)), numbers.get("true_cases", Fraction(0))
    equations = {
        "chance": lambda value: value == chance,
        "other": lambda value: value + chance == 100,
        "lost": lambda value: value + numbers["sure"] == numbers["total"],
        "sound_cases": lambda value: value + true == population,
        "base_pct": lambda value: value * population == 100 * true,
        "hit_pct": lambda value: value * true == 100 * numbers["hits"],
        "false_pct": lambda value: value * (population - true) == 100 * numbers["false_alarms"],
        "pay_more": lambda value: value - numbers["bonus"] == numbers["pay_false"],
    }
    return all(
        numbers[name] == value if name in numbers else name in equations and equations[name](value)
        for name, value in read.items()
    )
