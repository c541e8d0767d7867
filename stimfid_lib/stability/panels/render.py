"""From a source to the four texts of a scenario, for each rewording type, by fixed rules."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from typing import Any

from stimfid_lib.stability.panels.fixed import ANCHOR, CLOSING, DEFAULT, GAP, GIVEN_UP_PHRASE, LABEL, WIDTH
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.scenario import OPTIONS, Scenario
from stimfid_lib.stability.panels.slots import fill, slots_of
from stimfid_lib.stability.panels.source import GIVEN_UP, RATES, Source, read_sources


def build_panel(family: str, rewording_type: str) -> Panel:
    """Render a panel from its family's sources."""
    return Panel(family, rewording_type, tuple(render(source, rewording_type) for source in read_sources(family)))


def render(source: Source, rewording_type: str) -> Scenario:
    """Render one scenario: A and its B of this type, A′ as A in other clothes, C with one option that dominates."""
    phrases = _phrases(source, rewording_type)
    low, high = source.anchor
    anchored = rewording_type == "anchoring"
    base = {
        "a": phrases["a"],
        "b": phrases["b"],
        "rates": phrases.get("percent", ""),
        "anchor": ANCHOR.format(low) if anchored else "",
        "default": DEFAULT.format("A") if rewording_type == "default" else "",
    }
    match rewording_type:
        case "anchoring":
            reworded = {**base, "anchor": ANCHOR.format(high)}
        case "default":
            reworded = {**base, "default": DEFAULT.format("B")}
        case "order":
            reworded = base
        case _:
            reworded = {
                **base,
                "a": phrases.get("a_reworded", phrases["a"]),
                "b": phrases.get("b_reworded", phrases["b"]),
                "rates": phrases.get("frequency", ""),
            }
    text = _text(source, base)
    structure: dict[str, Any] = {
        "numbers": dict(source.numbers),
        "right_answer": {"A": None, "A_prime": None, "B": None, "C": "B"},
        "phrases": phrases,
    }
    if anchored:
        structure["anchor"] = {"low": low, "high": high}
    texts = {
        "A": text,
        "A_prime": dressed_otherwise(text),
        "B": _text(source, reworded, swapped=rewording_type == "order"),
        "C": _text(source, {**base, "b": phrases["b_dominant"]}),
    }
    return Scenario(source.item_id, OPTIONS, texts, structure)


def dressed_otherwise(text: str) -> str:
    """The null change: lines wrapped, quotation marks curved; words and digits stay."""
    curved = re.sub(r'"([^"]*)"', "\u201c\\1\u201d", text)
    return GAP.join(
        textwrap.fill(block, WIDTH, break_long_words=False, break_on_hyphens=False) for block in curved.split(GAP)
    )


def _phrases(source: Source, rewording_type: str) -> dict[str, str]:
    """The catalogue of this scenario: every phrase that may differ between its versions, with slots."""
    options = source.options
    phrases = {"a": options["a"].replace(GIVEN_UP, ""), "b": options["b"], "b_dominant": options["b_dominant"]}
    if source.rates:
        phrases["percent"] = source.rates["percent"]
    if rewording_type == "wording":
        match source.family:
            case "risky_choice_framing":
                phrases |= {"a_reworded": options["a_loss"], "b_reworded": options["b_loss"]}
            case "sunk_cost_fallacy":
                phrases["a_reworded"] = options["a"].replace(GIVEN_UP, f", {GIVEN_UP_PHRASE}")
            case _:
                phrases["frequency"] = source.rates["frequency"]
    return phrases


def _text(source: Source, parts: dict[str, str], *, swapped: bool = False) -> str:
    slots = slots_of(source.family, source.numbers)
    lines = [f"{LABEL.format('A')}{parts['a']}", f"{LABEL.format('B')}{parts['b']}"]
    blocks: Iterable[str] = (
        *(parts["rates"] if paragraph == RATES else paragraph for paragraph in source.context),
        parts["anchor"],
        source.question,
        *(reversed(lines) if swapped else lines),
        parts["default"],
        *CLOSING,
    )
    return GAP.join(fill(block, slots) for block in blocks if block)
