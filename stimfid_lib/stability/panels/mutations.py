"""Broken versions, made mechanically from the real ones: the self-test of the gates.

Every mutant must be rejected. A mutation that does not apply to a scenario (it would change nothing) is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from stimfid_lib.stability.panels.broken_texts import MUTATIONS, blocks_of, option_at, with_block
from stimfid_lib.stability.panels.gates import broken_rules
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.scenario import VERSIONS, Scenario
from stimfid_lib.stability.panels.slots import read_back


@dataclass(frozen=True)
class Mutant:
    """A scenario with one version broken: which version, how, and the broken scenario."""

    version: str
    name: str
    scenario: Scenario


@dataclass(frozen=True)
class SelfTest:
    """How many mutants of a panel there were, and which the gates let pass (item, version, mutation)."""

    made: int
    passed: tuple[str, ...]


def self_test(panel: Panel) -> SelfTest:
    """Break every version of every scenario in every way, and see that each broken one is rejected."""
    made, passed = 0, []
    for index, scenario in enumerate(panel.scenarios):
        for mutant in mutants(scenario, panel.scenarios[index - 1]):
            made += 1
            if next(broken_rules(panel, mutant.scenario), None) is None:
                passed.append(f"{scenario.item_id} {mutant.version} {mutant.name}")
    return SelfTest(made, tuple(passed))


def mutants(scenario: Scenario, neighbour: Scenario) -> Iterator[Mutant]:
    """Every broken version of a scenario.

    Args:
        scenario: the sound one.
        neighbour: another of the same panel, whose lines are put where they do not belong.
    """
    for version in VERSIONS:
        text = scenario.texts[version]
        broken = {name: mutate(text) for name, mutate in MUTATIONS.items()}
        broken |= _borrowed(scenario, neighbour, version)
        for name, changed in broken.items():
            if changed is not None and changed != text:
                yield Mutant(version, name, replace(scenario, texts={**scenario.texts, version: changed}))
    yield from _with_their_catalogue(scenario)


def _with_their_catalogue(scenario: Scenario) -> Iterator[Mutant]:
    """B or C and the catalogued phrase broken together, so that the text agrees with its catalogue."""
    phrases = scenario.structure["phrases"]
    for name, phrase in phrases.items():
        if name in ("a", "b", "percent"):  # A itself is made of these
            continue
        version = "C" if name == "b_dominant" else "B"
        text = scenario.texts[version]
        line = next(line for line in map(_without_label, blocks_of(text)) if read_back(phrase, line) is not None)
        for kind, broken in (("stray word", _gladly), ("extra sentence", _nobody)):
            texts = {**scenario.texts, version: text.replace(line, broken(line))}
            structure = {**scenario.structure, "phrases": {**phrases, name: broken(phrase)}}
            changed = replace(scenario, texts=texts, structure=structure)
            yield Mutant(version, f"{kind} in text and catalogue ({name})", changed)


def _without_label(block: str) -> str:
    return block.removeprefix("Option A: ").removeprefix("Option B: ")


def _gladly(line: str) -> str:
    return line.replace(" ", " gladly ", 1)


def _nobody(line: str) -> str:
    return f"{line} Nobody regrets it."


def _borrowed(scenario: Scenario, neighbour: Scenario, version: str) -> dict[str, str | None]:
    """The version with whole texts or lines of another version or another scenario in it."""
    text, other = scenario.texts[version], neighbour.texts[version]
    blocks, foreign = blocks_of(text), blocks_of(other)
    broken: dict[str, str | None] = {
        f"the text of {name}": scenario.texts[name]
        for name in VERSIONS
        if name != version and scenario.texts[name] != text and {version, name} != {"A", "B"}
    }
    broken["text of another scenario"] = other
    for token in "AB":
        line = foreign[option_at(foreign, token)]
        broken[f"option {token} of another scenario"] = with_block(text, option_at(blocks, token), line)
    if version == "B":
        broken["the text of A"] = scenario.texts["A"]
    return broken
