"""Two worked examples: one scenario with the decisions that were made, and a small sum that is computed, not typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from stimfid_lib.stability.measure.entropy import entropy
from stimfid_lib.stability.measure.gap import gap
from stimfid_lib.stability.panels.scenario import VERSIONS, Scenario
from stimfid_lib.stability.site.history import Measured
from stimfid_lib.stability.site.reading import Published

_STRAIGHT = str.maketrans("“”‘’", "\"\"''")


@dataclass(frozen=True)
class Told:
    """One version of a scenario: its paragraphs, and which of them stand in no other form in A."""

    version: str
    paragraphs: tuple[str, ...]
    changed: tuple[bool, ...]
    decided: dict[str, int]


@dataclass(frozen=True)
class Example:
    """One scenario of an open protocol in four versions, with the decisions of the latest run of its panel.

    Attributes:
        measured: that run's measurement.
        item_id: the scenario.
        versions: its four versions.
        simulated: whether no model was asked.
    """

    measured: Measured
    item_id: str
    versions: tuple[Told, ...]
    simulated: bool


def example_of(folders: Iterable[Published]) -> Example | None:
    """The worked example: the first open wording protocol, its latest run, its shortest scenario; None if none is."""
    for folder in folders:
        opened = {one["protocol_id"]: one["panel_sha256"] for one in folder.of_type("protocol")}
        shas = {panel.panel_sha256: panel for panel in folder.panels.values()}
        runs = [
            one
            for one in folder.of_type("measurement")
            if opened.get(one["protocol_id"]) in shas and one["series"] == "commercial" and one["gap_pct"] is not None
        ]
        if not runs:
            continue
        runs.sort(key=lambda one: (one["rewording_type"] == "wording", one["run_date"], one["protocol_id"]))
        panel = shas[opened[runs[-1]["protocol_id"]]]
        scenario = min(panel.scenarios, key=lambda one: (len(one.texts["A"]), one.item_id))
        return Example(runs[-1], scenario.item_id, tuple(_versions(scenario, runs[-1]["decisions"])), folder.simulated)
    return None


def _versions(scenario: Scenario, decisions: dict[str, Sequence[Sequence[str]]]) -> Iterable[Told]:
    base = _paragraphs(scenario.texts["A"])
    for version in VERSIONS:
        paragraphs = _paragraphs(scenario.texts[version])
        decided = Counter(outcome for item, outcome in decisions[version] if item == scenario.item_id)
        changed = tuple(one.translate(_STRAIGHT) not in base for one in paragraphs)
        yield Told(version, paragraphs, changed, dict(sorted(decided.items())))


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


@dataclass(frozen=True)
class Sum:
    """A gap worked out from two rows of answers.

    Attributes:
        a, b: answers by option, in the order of the options.
        shares_a, shares_b: their shares.
        gap: in [0, 1].
        floor: the exact mean gap if the same answers were dealt out at random, in [0, 1].
        entropy_a, entropy_b: in [0, 1].
    """

    a: tuple[int, int]
    b: tuple[int, int]
    shares_a: tuple[Fraction, ...]
    shares_b: tuple[Fraction, ...]
    gap: Fraction
    floor: Fraction
    entropy_a: float
    entropy_b: float


def sum_of(a: tuple[int, int], b: tuple[int, int]) -> Sum:
    """Work it out with the code that measures; the null floor by going through every way to deal the answers out."""
    apart, of_a, of_b = gap(a, b), entropy(a), entropy(b)
    if apart is None or of_a is None or of_b is None:
        raise ValueError(f"{a}, {b}: each version needs an answer")
    return Sum(a, b, _shares(a), _shares(b), apart, exact_floor(a, b), of_a, of_b)


def exact_floor(a: tuple[int, int], b: tuple[int, int]) -> Fraction:
    """Mean gap over every way of dealing the pooled answers of two versions out again, exactly (hypergeometric).

    Args:
        a, b: answers by option, at least one each.
    """
    n_a, n_b, first = sum(a), sum(b), a[0] + b[0]
    total = Fraction(0)
    for dealt in range(max(0, first - n_b), min(n_a, first) + 1):
        ways = comb(first, dealt) * comb(n_a + n_b - first, n_a - dealt)
        total += ways * abs(Fraction(dealt, n_a) - Fraction(first - dealt, n_b))
    return total / comb(n_a + n_b, n_a)


def _shares(counts: tuple[int, ...]) -> tuple[Fraction, ...]:
    return tuple(Fraction(count, sum(counts)) for count in counts)
