"""A run's decisions in the form in which they are counted: by version and scenario, over closed categories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .grammar import INVALID

VERSIONS = ("A", "A_prime", "B", "C")
"""Base question, cosmetic change, equivalent rewording, substantive change."""

Decisions = Mapping[str, Sequence[Sequence[str]]]
"""`[item_id, outcome]` in call order, by version."""

Counts = tuple[int, ...]
"""How many valid responses chose each option, in the order of the options; an option that nobody chose counts 0."""


@dataclass(frozen=True)
class Responses:
    """The responses to one version.

    Attributes:
        options: the closed categories.
        outcomes: item and outcome of each call, in call order.
    """

    options: tuple[str, ...]
    outcomes: tuple[tuple[str, str], ...]

    @property
    def n(self) -> int:
        """Calls made, valid or not."""
        return len(self.outcomes)

    @cached_property
    def counts(self) -> Counts:
        """Valid responses by option."""
        return self._count([outcome for _, outcome in self.outcomes])

    @property
    def n_valid(self) -> int:
        """Responses that chose an option."""
        return sum(self.counts)

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The scenarios asked, in the order of their ids."""
        return tuple(sorted({item for item, _ in self.outcomes}))

    def counts_of(self, item_id: str) -> Counts:
        """Valid responses of one scenario by option."""
        return self._count([outcome for item, outcome in self.outcomes if item == item_id])

    def tally(self) -> dict[str, int]:
        """How often each possible outcome came, valid or not, those that never came included."""
        found = [outcome for _, outcome in self.outcomes]
        return {outcome: found.count(outcome) for outcome in (*self.options, *INVALID)}

    def _count(self, found: list[str]) -> Counts:
        return tuple(found.count(option) for option in self.options)


def read_responses(decisions: Decisions, options: Sequence[str], n: int) -> dict[str, Responses]:
    """Check a run's decisions and sort them by version.

    Args:
        decisions: all four versions; see `Decisions`.
        options: at least two tokens, none of them named as an invalid outcome.
        n: calls a version.

    Raises:
        ValueError: options, versions, outcomes or numbers of calls that no complete run has.
    """
    closed = tuple(options)
    if len(closed) < 2 or len(set(closed)) != len(closed) or set(closed) & set(INVALID):
        raise ValueError(f"options {list(closed)!r}: at least two, all different, none named as an invalid outcome")
    if set(decisions) != set(VERSIONS):
        raise ValueError(f"versions {sorted(decisions)}: wanted are exactly {', '.join(VERSIONS)}")
    read = {
        version: Responses(closed, tuple((str(item), str(outcome)) for item, outcome in decisions[version]))
        for version in VERSIONS
    }
    for version, responses in read.items():
        _check(version, responses, read["A"], n)
    return read


def _check(version: str, responses: Responses, base: Responses, n: int) -> None:
    if n < 1 or responses.n != n:
        raise ValueError(f"version {version}: {responses.n} decisions, wanted are n = {n} (at least 1)")
    allowed = (*responses.options, *INVALID)
    unknown = sorted({outcome for _, outcome in responses.outcomes} - set(allowed))
    if unknown:
        raise ValueError(f"version {version}: outcome {unknown[0]!r}; allowed are {', '.join(allowed)}")
    if responses.items != base.items:
        raise ValueError(f"version {version}: its scenarios {', '.join(responses.items)} are not those of version A")
    asked = [item for item, _ in responses.outcomes]
    times = {asked.count(item) for item in responses.items}
    if len(times) != 1:
        raise ValueError(
            f"version {version}: scenarios were asked {min(times)} to {max(times)} times, not equally often"
        )
