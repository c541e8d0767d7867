"""Gate 1b: B is A plus exactly what its type names, A′ is A in other clothes, C is A with one other option line.

Everything is read from the texts; of the structure only the catalogued phrases are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from stimfid_lib.stability.panels.anatomy import Anatomy, Misshapen, dissect, strange_characters, undressed
from stimfid_lib.stability.panels.fixed import GIVEN_UP_PHRASE
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.scenario import Scenario
from stimfid_lib.stability.panels.slots import NUMBER, read_back
from stimfid_lib.stability.panels.vocabulary import vocabulary

SHORTEST, LONGEST = 120, 400
"""Words of a scenario; words are what stands between spaces."""

_SUM = re.compile(rf"€({NUMBER})", re.ASCII)


def conformance(panel: Panel, scenario: Scenario) -> Iterator[str]:
    """Yield the name of each rule that a scenario breaks (see `breach.RULES`)."""
    texts, phrases = scenario.texts, scenario.structure["phrases"]
    plain = {**texts, "A_prime": undressed(texts["A_prime"])}
    if any(strange_characters(text) for text in plain.values()):
        yield "characters"
    if not all(SHORTEST <= len(text.split()) <= LONGEST for text in texts.values()):
        yield "length"
    if '"' not in texts["A"]:
        yield "quotation"
    if plain["A_prime"] != texts["A"] or not _is_dressed(texts["A_prime"]) or _is_dressed(texts["A"]):
        yield "A_prime"
    if texts["B"] == texts["A"]:
        yield "B_same"
    try:
        base, reworded, changed = (dissect(texts[version]) for version in ("A", "B", "C"))
    except Misshapen:
        yield "shape"
        return
    yield from _base(panel, base, phrases)
    yield from _reworded(panel, base, reworded, phrases)
    yield from _changed(base, changed, phrases)
    yield from vocabulary(panel, scenario, base)


def _is_dressed(text: str) -> bool:
    """Whether lines are wrapped and quotation marks are curved, and none is straight."""
    wrapped = any("\n" in block for block in text.split("\n\n"))
    return wrapped and "\u201c" in text and '"' not in text


def _base(panel: Panel, base: Anatomy, phrases: Mapping[str, str]) -> Iterator[str]:
    """A holds the catalogued lines, and the anchor and the default of its type alone."""
    if tuple(base.options) != ("A", "B"):
        yield "options"
    lines = {"a": [base.options.get("A", "")], "b": [base.options.get("B", "")], "percent": list(base.context)}
    for name, places in lines.items():
        found = [line for line in places if name in phrases and read_back(phrases[name], line) is not None]
        if (name in phrases) != (len(found) == 1):
            yield "catalogue"
    if (base.default is not None) != (panel.rewording_type == "default") or base.default not in (None, "A"):
        yield "B_default"
    if (base.anchor is not None) != (panel.rewording_type == "anchoring"):
        yield "anchor"


def _reworded(panel: Panel, base: Anatomy, reworded: Anatomy, phrases: Mapping[str, str]) -> Iterator[str]:
    """B, part by part: what may change does so as catalogued, all else is A's letter by letter."""
    order = ("B", "A") if panel.rewording_type == "order" else ("A", "B")
    if tuple(reworded.options) != order:
        yield "B_order"
    if len(reworded.context) != len(base.context):
        yield "B_paragraphs"
        return
    wording = panel.family if panel.rewording_type == "wording" else ""
    may_change = {
        "risky_choice_framing": {"A", "B"},
        "sunk_cost_fallacy": {"A"},
        "base_rate_neglect": {"rates"},
    }.get(wording, set())
    for before, after in zip(base.context, reworded.context, strict=True):
        if before != after and ("rates" not in may_change or read_back(phrases["percent"], before) is None):
            yield "B_elsewhere"
    if base.question != reworded.question:
        yield "B_elsewhere"
    for token in ("A", "B"):
        if token not in may_change and base.options.get(token) != reworded.options.get(token):
            yield "B_elsewhere"
    yield from _wording(wording, base, reworded, phrases)
    yield from _default(panel, base, reworded)
    if panel.rewording_type != "anchoring" and reworded.anchor is not None:
        yield "anchor"


def _wording(family: str, base: Anatomy, reworded: Anatomy, phrases: Mapping[str, str]) -> Iterator[str]:
    match family:
        case "risky_choice_framing":
            for token, name in (("A", "a_reworded"), ("B", "b_reworded")):
                if read_back(phrases[name], reworded.options.get(token, "")) is None:
                    yield "B_phrase"
        case "sunk_cost_fallacy":
            yield from _given_up(base, reworded, phrases)
        case "base_rate_neglect":
            found = [line for line in reworded.context if read_back(phrases["frequency"], line) is not None]
            if len(found) != 1:
                yield "B_phrase"


def _given_up(base: Anatomy, reworded: Anatomy, phrases: Mapping[str, str]) -> Iterator[str]:
    """Option A of B without the fixed phrase must be option A of A, and the sum be the one that the context states."""
    start, end = GIVEN_UP_PHRASE.split("{spent}")
    line = reworded.options.get("A", "")
    kept, comma, rest = line.partition(f", {start}")
    amount, phrase_end, tail = rest.partition(end)
    added = bool(comma and phrase_end) and kept + tail == base.options.get("A")
    if not added or [found for paragraph in base.context for found in _SUM.findall(paragraph)] != [amount]:
        yield "B_given_up"
    if read_back(phrases["a_reworded"], line) is None:
        yield "B_phrase"


def _default(panel: Panel, base: Anatomy, reworded: Anatomy) -> Iterator[str]:
    wanted = "B" if panel.rewording_type == "default" else None
    if reworded.default != wanted or (wanted and base.default == wanted):
        yield "B_default"


def _changed(base: Anatomy, changed: Anatomy, phrases: Mapping[str, str]) -> Iterator[str]:
    """C is A with another option line B."""
    same = {**base.options, "B": ""} == {**changed.options, "B": ""} and list(base.options) == list(changed.options)
    outside = ("context", "anchor", "question", "default")
    if not same or any(getattr(base, part) != getattr(changed, part) for part in outside):
        yield "C_elsewhere"
    if read_back(phrases["b_dominant"], changed.options.get("B", "")) is None:
        yield "C_phrase"
