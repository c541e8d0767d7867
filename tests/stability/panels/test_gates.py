"""Each rule of gates 1 and 1b, shown to reject what it is there for, and to say it by name."""

from __future__ import annotations

import copy
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stimfid_lib.stability.panels.gates import broken_rules, panel_breaches
from stimfid_lib.stability.panels.mutations import mutants
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.render import build_panel, dressed_otherwise, render
from stimfid_lib.stability.panels.scenario import FAMILIES, TYPES, VERSIONS, Scenario
from stimfid_lib.stability.panels.source import read_sources
from tests.stability.panels.conftest import NAMES, shipped


def _rules(panel: Panel, scenario: Scenario) -> set[str]:
    return set(broken_rules(panel, scenario))


def _with_text(scenario: Scenario, version: str, change: Callable[[str], str]) -> Scenario:
    text = change(scenario.texts[version])
    assert text != scenario.texts[version]
    return replace(scenario, texts={**scenario.texts, version: text})


def _with_structure(scenario: Scenario, change: Callable[[dict[str, Any]], None]) -> Scenario:
    structure = copy.deepcopy(dict(scenario.structure))
    change(structure)
    return replace(scenario, structure=structure)


# what a mutation must be rejected by, where it applies to B; the rest of the catalogue is only required to be rejected
_TOLD = {
    "stray word": "B_elsewhere",
    "extra sentence": "B_elsewhere",
    "context line changed": "B_elsewhere",
    "question changed": "B_elsewhere",
    "informative anchor": "anchor",
    "anchor with a reason": "shape",
    "second default": "B_default",
    "default in the context": "shape",
    "look-alike letter": "characters",
    "hard space": "characters",
    "extra paragraph": "B_paragraphs",
    "closing line lost": "shape",
    "the text of A": "B_same",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_b_is_told_by_the_rule_that_it_breaks(name: str) -> None:
    panel = shipped(name)
    seen: Counter[str] = Counter()
    for scenario in panel.scenarios:
        for mutant in mutants(scenario, panel.scenarios[0 if scenario.item_id != "s01" else 1]):
            if mutant.version == "B" and mutant.name in _TOLD:
                told = _rules(panel, mutant.scenario)
                assert {_TOLD[mutant.name], "shape", "B_phrase"} & told, (scenario.item_id, mutant.name, told)
                seen[mutant.name] += 1
    assert min(seen[mutation] for mutation in _TOLD if mutation != "anchor with a reason") == 15


@pytest.mark.parametrize("family", FAMILIES)
def test_a_stray_word_that_the_catalogue_vouches_for_is_found_by_its_word(family: str) -> None:
    panel = shipped(f"{family}__wording")
    for scenario in panel.scenarios:
        found = [one for one in mutants(scenario, panel.scenarios[0]) if "and catalogue" in one.name]
        assert {one.version for one in found} == {"B", "C"}
        for mutant in found:
            told = _rules(panel, mutant.scenario)
            assert {"B_words", "C_words"} & told, mutant.name
            assert not {"catalogue", "B_elsewhere", "C_elsewhere"} & told, mutant.name


@given(st.data())
@settings(deadline=None, max_examples=150)
def test_any_single_character_that_changes_in_a_text_is_found(data: st.DataObject) -> None:
    panel = shipped(data.draw(st.sampled_from(NAMES)))
    scenario = data.draw(st.sampled_from(panel.scenarios))
    version = data.draw(st.sampled_from(("A", "B", "C")))
    text = scenario.texts[version]
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.sampled_from((*"aeBz079 .,€%\n", "", "é", "\u0430", "\u00a0", "\u200b")))
    taken = data.draw(st.integers(0, 1))
    changed = text[:at] + new + text[at + taken :]
    assume(changed != text)
    assert _rules(panel, replace(scenario, texts={**scenario.texts, version: changed}))


@given(st.data())
@settings(deadline=None, max_examples=60)
def test_any_letter_that_changes_in_the_null_change_is_found(data: st.DataObject) -> None:
    panel = shipped(data.draw(st.sampled_from(NAMES)))
    scenario = data.draw(st.sampled_from(panel.scenarios))
    text = scenario.texts["A_prime"]
    at = data.draw(st.integers(0, len(text) - 1).filter(lambda place: not text[place].isspace()))
    changed = text[:at] + data.draw(st.sampled_from((*"aeBz079.,€%", "", "é", '"', "\u201e"))) + text[at + 1 :]
    assume(changed != text)
    assert "A_prime" in _rules(panel, replace(scenario, texts={**scenario.texts, "A_prime": changed}))


def test_a_wrong_frequency_is_a_wrong_number() -> None:
    panel = shipped("base_rate_neglect__wording")
    for scenario in panel.scenarios:
        false_alarms = scenario.structure["numbers"]["false_alarms"]
        changed = _with_text(
            scenario, "B", lambda text, wrong=false_alarms: re.sub(rf"\b{wrong}\b", str(wrong + 1), text, count=1)
        )
        assert "numbers" in _rules(panel, changed)


def test_an_anchor_that_is_a_number_of_the_decision_is_informative_even_if_the_structure_agrees() -> None:
    panel = shipped("risky_choice_framing__anchoring")
    scenario = panel.scenarios[0]
    for informative in (scenario.structure["numbers"]["total"] * 10, scenario.structure["numbers"]["total"] * 100):
        old = scenario.structure["anchor"]["high"]
        changed = _with_text(
            scenario, "B", lambda text, a=old, b=informative: text.replace(f"number {a}.", f"number {b}.")
        )
        changed = _with_structure(changed, lambda told, b=informative: told["anchor"].update(high=b))
        assert _rules(panel, changed) == {"anchor_informative"}


@pytest.mark.parametrize(
    ("family", "change", "rule"),
    [
        ("risky_choice_framing", {"sure": 1}, "numbers"),
        ("risky_choice_framing", {"total": 1}, "context_numbers"),
        ("sunk_cost_fallacy", {"spent": 1}, "context_numbers"),
        ("sunk_cost_fallacy", {"finish": 1}, "numbers"),
        ("base_rate_neglect", {"hits": 1}, "numbers"),
        ("base_rate_neglect", {"pay_true": 1}, "numbers"),
    ],
)
def test_a_structure_that_says_other_numbers_than_the_texts_is_found(
    family: str, change: Mapping[str, int], rule: str
) -> None:
    panel = shipped(f"{family}__order")
    for scenario in panel.scenarios:

        def apply(told: dict[str, Any]) -> None:
            for name, more in change.items():
                told["numbers"][name] += more

        assert rule in _rules(panel, _with_structure(scenario, apply))


def _rendered(family: str, kind: str, **numbers: int) -> tuple[Panel, Scenario]:
    """The first scenario rendered anew with other numbers: texts and structure agree, and only the sums do not."""
    source = read_sources(family)[0]
    changed = replace(source, numbers={**source.numbers, **numbers})
    return shipped(f"{family}__{kind}"), render(changed, kind)


@pytest.mark.parametrize(
    ("family", "numbers", "rule"),
    [
        ("risky_choice_framing", {"sure": 121}, "equal_value"),
        ("risky_choice_framing", {"floor": 120}, "dominance"),
        ("risky_choice_framing", {"floor": 119}, "dominance"),
        ("sunk_cost_fallacy", {"stop": 2701}, "equal_value"),
        ("sunk_cost_fallacy", {"floor": 2700}, "dominance"),
        ("base_rate_neglect", {"pay_true": 99}, "equal_value"),
    ],
)
@pytest.mark.parametrize("kind", TYPES)
def test_sums_that_are_wrong_throughout_are_found_in_exact_fractions(
    family: str, numbers: dict[str, int], rule: str, kind: str
) -> None:
    panel, scenario = _rendered(family, kind, **numbers)
    assert _rules(panel, scenario) == {rule}


def test_the_least_unequal_value_is_found() -> None:
    """One euro in a hundred thousand billions: floats would call it equal."""
    huge = 10**17
    panel, equal = _rendered("sunk_cost_fallacy", "order", stop=3 * huge, finish=10 * huge, floor=4 * huge)
    _, unequal = _rendered("sunk_cost_fallacy", "order", stop=3 * huge + 1, finish=10 * huge, floor=4 * huge)
    assert _rules(panel, equal) == set()
    assert _rules(panel, unequal) == {"equal_value"}


def test_a_loss_that_is_no_mirror_of_its_gain_is_found() -> None:
    panel = shipped("risky_choice_framing__wording")
    source = read_sources("risky_choice_framing")[0]
    swapped = (
        source.options["b_loss"].replace("{chance}", "{x}").replace("{other}", "{chance}").replace("{x}", "{other}")
    )
    gain_kept = source.options["a"].replace("{sure}", "{lost}")
    third_state = source.options["a_loss"].replace("blank", "boats")
    for options in ({"b_loss": swapped}, {"a_loss": gain_kept}, {"a_loss": third_state}):
        scenario = render(replace(source, options={**source.options, **options}), "wording")
        assert "B_frame" in _rules(panel, scenario), options


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda told: told["right_answer"].update(B="B"), "right_answer"),
        (lambda told: told["right_answer"].update(C=None), "right_answer"),
        (lambda told: told["right_answer"].update(C="A"), "right_answer"),
        (lambda told: told["phrases"].update(a=told["phrases"]["a"] + " 7"), "phrase_numbers"),
        (lambda told: told["numbers"].pop("floor"), "structure"),
        (lambda told: told["numbers"].update(floor=True), "structure"),
        (lambda told: told["numbers"].update(floor="9"), "structure"),
        (lambda told: told["numbers"].update(floor=-9), "structure"),
        (lambda told: told.pop("right_answer"), "structure"),
        (lambda told: told.update(hint="B"), "structure"),
        (lambda told: told["phrases"].update(more="x"), "structure"),
        (lambda told: told["phrases"].pop("b_dominant"), "structure"),
    ],
)
def test_a_structure_that_lacks_or_adds_something_is_found(change: Callable[[dict[str, Any]], None], rule: str) -> None:
    panel = shipped("sunk_cost_fallacy__default")
    assert rule in _rules(panel, _with_structure(panel.scenarios[4], change))


def test_a_null_change_that_only_wraps_or_only_curves_is_found() -> None:
    panel = shipped("base_rate_neglect__order")
    scenario = panel.scenarios[0]
    straight = _with_text(scenario, "A_prime", lambda text: re.sub("[“”]", '"', text))
    unwrapped = _with_text(
        scenario, "A_prime", lambda text: "\n\n".join(" ".join(b.split("\n")) for b in text.split("\n\n"))
    )
    assert _rules(panel, straight) == {"A_prime"}
    assert _rules(panel, unwrapped) == {"A_prime"}


def test_a_null_change_may_be_wrapped_at_any_column() -> None:
    panel = shipped("base_rate_neglect__order")
    scenario = panel.scenarios[0]
    narrow = _with_text(
        scenario, "A_prime", lambda text: "\n\n".join(textwrap.fill(block, 50) for block in text.split("\n\n"))
    )
    assert _rules(panel, narrow) == set()
    spaced = _with_text(scenario, "A_prime", lambda text: text.replace("\n", " \n", 1))
    assert "A_prime" in _rules(panel, spaced)


def test_dressing_changes_neither_words_nor_apostrophes() -> None:
    text = 'It\'s a "plain" text of one line.\n\nAnd "another", with 1,000 words.'
    assert dressed_otherwise(text) == "It's a “plain” text of one line.\n\nAnd “another”, with 1,000 words."


def test_too_short_and_too_long_are_found() -> None:
    source = read_sources("risky_choice_framing")[0]
    first, second = source.context
    panel = shipped("risky_choice_framing__order")
    for context, wanted in (
        ((first, second), set()),
        (("{total} plates, each legible or blank.", '"Which?" she says, and waits for an answer today.'), {"length"}),
        ((first, second + " and so on" * 100), {"length"}),
    ):
        assert _rules(panel, render(replace(source, context=context), "order")) == wanted


def test_two_scenarios_alike_are_told_as_a_pair() -> None:
    panel = shipped("risky_choice_framing__default")
    double = replace(panel.scenarios[0], item_id="s02")
    changed = replace(panel, scenarios=(panel.scenarios[0], double, *panel.scenarios[2:]))
    assert {(breach.item_id, breach.rule) for breach in panel_breaches(changed)} == {
        ("s01+s02", "same_lottery"),
        ("s01+s02", "overlap"),
    }


def test_the_sources_make_panels_of_all_versions() -> None:
    for family in FAMILIES:
        for kind in TYPES:
            panel = build_panel(family, kind)
            assert all(set(scenario.texts) == set(VERSIONS) for scenario in panel.scenarios)
