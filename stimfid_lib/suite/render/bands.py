"""How a norm band is worded for an expert: by the scale and unit on which the lexicon states the norm."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.identity import DEFAULT_SCALES
from stimfid_lib.suite.render import phrases

NAMES = {
    ("aoa", "years"): "age of acquisition (the age at which adults say they learned the word)",
    ("aoa", "rating"): "age of acquisition as rated by adults{ends}, higher meaning learned later",
    ("concreteness", "rating"): "concreteness as rated by adults{ends}, higher meaning more concrete",
    ("familiarity", "rating"): "familiarity as rated by adults{ends}, higher meaning more familiar",
    ("log_frequency", "log"): "word frequency ({phrase})",
    ("neighborhood_density", "count"): "phonological neighborhood density (the number of English words that differ "
    "from it by adding, dropping or changing exactly one phoneme)",
}
"""The norms of the study by what their numbers are; any other norm is named by the lexicon's own phrase."""

UNITS = {("aoa", "years"): "years", ("neighborhood_density", "count"): "neighbors"}

_CITATION = re.compile(r"\s*\([^()]*\d{4}[^()]*\)")


def band_wording(band: Constraint, scale: Mapping[str, Any] | None = None) -> str:
    """Word a norm band: "age of acquisition (the age at which …): at most 8.56 years".

    `scale` holds unit, low_high and phrase as a cell's slots carry them; without it PhonoLex's scale is meant. The
    ends of a rating scale are named, since a bound means nothing without them: they are the only numbers of a
    request that do not score.
    """
    prop = band.params["prop"]
    scale = _default(prop) | dict(scale or {})
    kind = _kind(scale)
    name = NAMES.get((prop, kind)) or _own_name(scale["phrase"], kind)
    for slot, text in (("{ends}", _ends(scale["low_high"])), ("{phrase}", _uncited(scale["phrase"]))):
        name = name.replace(slot, text)
    return f"{name}: {_bounds(band, UNITS.get((prop, kind), ''))}"


def _uncited(phrase: str) -> str:
    """The lexicon's phrase without its citation, whose year is no number of the request."""
    return _CITATION.sub("", phrase)


def _own_name(phrase: str, kind: str) -> str:
    """The lexicon's own name of a norm; the ends of its scale follow unless the phrase tells them."""
    return _uncited(phrase) + ("{ends}" if kind == "rating" and " scale " not in phrase else "")


def _default(prop: str) -> dict[str, Any]:
    scale = DEFAULT_SCALES.get(prop)
    if scale is None:
        return {"unit": "", "low_high": (None, None), "phrase": prop.replace("_", " ")}
    return {"unit": scale.unit, "low_high": scale.low_high, "phrase": scale.phrase}


def _kind(scale: Mapping[str, Any]) -> str:
    unit = str(scale["unit"])
    for kind, start in (("years", "year"), ("rating", "rating"), ("log", "log10")):
        if unit.startswith(start):
            return kind
    return "count"


def _ends(low_high: Sequence[Any]) -> str:
    """The ends of a closed scale: " on a scale from 1 to 5"; empty where an end is open."""
    if not all(isinstance(end, int | float) for end in low_high):
        return ""
    low, high = (phrases.decimal(end) for end in low_high)
    return f" on a scale from {low} to {high}"


def _bounds(band: Constraint, unit: str) -> str:
    low, high = band.params["min"], band.params["max"]
    last = low if high is None else high
    unit = unit.removesuffix("s") if last == 1 else unit
    if high == 0:
        return f"exactly 0 {unit}".rstrip()  # no norm of the study is negative
    parts = [] if low is None else [f"at least {phrases.decimal(low)}"]
    parts += [] if high is None else [f"at most {phrases.decimal(high)}"]
    return f"{' and '.join(parts)} {unit}".rstrip()
