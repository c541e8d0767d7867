"""The sources: what the gates do not see because it belongs to good writing, shown on all forty-five."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest

from stimfid_lib.stability.panels.fixed import CLOSING, GAP
from stimfid_lib.stability.panels.likeness import shared_pct
from stimfid_lib.stability.panels.render import build_panel, render
from stimfid_lib.stability.panels.scenario import FAMILIES, TYPES, VERSIONS
from stimfid_lib.stability.panels.slots import slots_of
from stimfid_lib.stability.panels.source import GIVEN_UP, RATES, Source, read_sources

SOURCES = [
    pytest.param(source, id=f"{family}-{source.item_id}") for family in FAMILIES for source in read_sources(family)
]

SPLIT_EVENLY = {("risky_choice_framing", "s08"), ("sunk_cost_fallacy", "s14")}
"""The two scenarios with a chance of 50 %, where two numbers are equal of necessity."""


def prose(source: Source) -> list[str]:
    return [*(paragraph for paragraph in source.context if paragraph != RATES), source.question]


def own_text(text: str) -> str:
    return text.removesuffix(GAP + GAP.join(CLOSING))


@pytest.mark.parametrize("source", SOURCES)
def test_one_quotation_stands_in_the_context_and_survives_other_marks(source: Source) -> None:
    context = GAP.join(source.context)
    assert context.count('"') == 2
    assert "'" not in context.split('"')[1]  # another quotation style could not tell it from a closing mark
    others = [source.question, *source.options.values(), *source.rates.values()]
    assert not any('"' in phrase for phrase in others)


@pytest.mark.parametrize("source", SOURCES)
def test_prose_says_nothing_that_belongs_to_another_line(source: Source) -> None:
    everything = " ".join((*prose(source), *source.options.values(), *source.rates.values())).casefold()
    assert not re.search(r"\b(folder|default|option|no choice|decision:)", everything)


@pytest.mark.parametrize("source", SOURCES)
def test_no_number_is_told_twice_and_each_number_is_recognisable(source: Source) -> None:
    for phrase in (*prose(source), *source.options.values(), *source.rates.values()):
        told = Counter(re.findall(r"\{(\w+)\}", phrase))
        told.pop("true_cases", None)  # natural frequencies name the subset that they go on to split
        assert all(count == 1 for count in told.values())
    slots = slots_of(source.family, source.numbers)
    slots.pop("chance", None)  # chance_pct under the name that phrases use
    slots.pop("bonus", None)  # only its sum with pay_false is told
    equal = len(slots) - len(set(slots.values()))
    assert equal == 0 or (source.family, source.item_id) in SPLIT_EVENLY


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("rewording_type", TYPES)
def test_every_version_has_the_length_of_a_dilemma(source: Source, rewording_type: str) -> None:
    scenario = render(source, rewording_type)
    for version in VERSIONS:
        assert len(scenario.texts[version].split()) <= 400
    for version in ("A", "B", "C"):
        assert len(own_text(scenario.texts[version]).split()) >= 120


@pytest.mark.parametrize("family", FAMILIES)
def test_own_words_of_two_scenarios_hardly_meet(family: str) -> None:
    texts = [own_text(scenario.texts["A"]) for scenario in build_panel(family, "wording").scenarios]
    assert max(shared_pct(one, other) for one, other in combinations(texts, 2)) < 10


@pytest.mark.parametrize("family", FAMILIES)
def test_lengths_and_chances_are_spread(family: str) -> None:
    lengths = [len(own_text(scenario.texts["A"]).split()) for scenario in build_panel(family, "wording").scenarios]
    assert max(lengths) >= 1.5 * min(lengths)
    odds = [_chance_of_b(source) for source in read_sources(family)]
    assert min(odds) < 10
    assert max(odds) > 80


@pytest.mark.parametrize("source", read_sources("sunk_cost_fallacy"), ids=lambda source: source.item_id)
def test_the_phrase_of_the_wording_has_one_place_before_the_full_stop(source: Source) -> None:
    assert source.options["a"].count(GIVEN_UP) == 1
    assert source.options["a"].endswith(f"{GIVEN_UP}.")


def _chance_of_b(source: Source) -> float:
    """The probability of the state in which option B pays, in percent."""
    numbers = source.numbers
    if source.family == "base_rate_neglect":
        return 100 * numbers["hits"] / (numbers["hits"] + numbers["false_alarms"])
    return numbers["chance_pct"]
