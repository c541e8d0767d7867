"""The sources of the panels: forty-five dilemmas as their author wrote them, with slots for their numbers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.panels.scenario import FAMILIES, ITEMS

SOURCES = Path(__file__).parent / "sources"
ANCHORS = SOURCES / "anchors.json"

RATES = "<<rates>>"
"""Stands in the context where the paragraph of rates goes (base rates only)."""

GIVEN_UP = "<<given_up>>"
"""Stands in option a where the wording version names what is given up (sunk costs only)."""

NUMBERS = {
    "risky_choice_framing": {"total", "sure", "chance_pct", "floor"},
    "sunk_cost_fallacy": {"spent", "stop", "chance_pct", "finish", "floor"},
    "base_rate_neglect": {"population", "true_cases", "hits", "false_alarms", "pay_true", "pay_false", "bonus"},
}
"""The numbers from which each family's decision is made; all others follow from them."""

PHRASES = {
    "risky_choice_framing": {"a", "b", "a_loss", "b_loss", "b_dominant"},
    "sunk_cost_fallacy": {"a", "b", "b_dominant"},
    "base_rate_neglect": {"a", "b", "b_dominant"},
}


@dataclass(frozen=True)
class Source:
    """One dilemma before it is rendered.

    Attributes:
        item_id: `s01` … `s15`.
        family: its family.
        numbers: the numbers of the decision.
        context: paragraphs, in base rates one of them `RATES`.
        question: the paragraph before the options.
        options: the option sentences by name, see `PHRASES`.
        rates: base rates only: `percent` and `frequency`.
        anchor: the two numbers of the anchoring version, (low, high).
    """

    item_id: str
    family: str
    numbers: dict[str, int]
    context: tuple[str, ...]
    question: str
    options: dict[str, str]
    rates: dict[str, str]
    anchor: tuple[int, int]


@cache
def read_sources(family: str) -> tuple[Source, ...]:
    """The fifteen sources of a family, in order.

    Raises:
        Refused: a key, number or phrase is missing or unknown.
    """
    path = SOURCES / f"{family}.json"
    told = json.loads(path.read_text(encoding="utf-8"))
    anchors = json.loads(ANCHORS.read_text(encoding="utf-8"))[family]
    sources = tuple(_source(family, entry, anchors, path.name) for entry in told["scenarios"])
    if family not in FAMILIES or tuple(source.item_id for source in sources) != ITEMS:
        raise Refused(f"{path.name} must hold {ITEMS[0]} … {ITEMS[-1]} in order")
    return sources


def _source(family: str, entry: dict[str, Any], anchors: dict[str, list[int]], where: str) -> Source:
    item = entry.get("item_id")
    wanted = {"item_id", "title", "structure", "context", "question", "options"}
    if family == "base_rate_neglect":
        wanted.add("rates")
    for found, allowed, what in (
        (set(entry), wanted, "keys"),
        (set(entry.get("structure", ())), NUMBERS[family], "numbers"),
        (set(entry.get("options", ())), PHRASES[family], "options"),
        (set(entry.get("rates", {"percent", "frequency"})), {"percent", "frequency"}, "rates"),
    ):
        if found != allowed:
            raise Refused(f"{where}, {item}: its {what} are {sorted(found)}, allowed are {sorted(allowed)}")
    low, high = anchors[str(item)]
    return Source(
        item_id=str(item),
        family=family,
        numbers=entry["structure"],
        context=tuple(entry["context"]),
        question=entry["question"],
        options=entry["options"],
        rates=entry.get("rates", {}),
        anchor=(low, high),
    )
