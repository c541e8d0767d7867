"""A scenario: one decision dilemma in its four versions, with the numbers that it was written from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

VERSIONS = ("A", "A_prime", "B", "C")
"""Base, null change (wrapping and quotation style only), equivalent rewording, substantive change."""

FAMILIES = ("risky_choice_framing", "sunk_cost_fallacy", "base_rate_neglect")
TYPES = ("wording", "anchoring", "order", "default")
OPTIONS = ("A", "B")
"""A is the sure, stop or false option in every scenario; in version C, B dominates it."""

ITEMS = tuple(f"s{number:02d}" for number in range(1, 16))
"""The fifteen scenarios of every panel, in their order."""


@dataclass(frozen=True)
class Scenario:
    """One dilemma as it is asked.

    Attributes:
        item_id: `s01` … `s15`.
        options: the tokens that a decision may name.
        texts: the whole prompt of each version.
        structure: numbers of the decision, `right_answer` per version (null outside C), the line order of each
            version and the catalogued phrases (`phrases`), each with its numbers as slots.
    """

    item_id: str
    options: tuple[str, ...]
    texts: Mapping[str, str]
    structure: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The scenario as it enters `panel_sha256`."""
        return {
            "item_id": self.item_id,
            "options": list(self.options),
            "texts": dict(self.texts),
            "structure": dict(self.structure),
        }
