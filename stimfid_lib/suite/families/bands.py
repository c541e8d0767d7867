"""Norm bands: the lowest and the highest third of a norm, with the facts by which a prompt words them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.pools import DENSITY

DECIMALS = 2
LENGTHS = (1, 2, 3)
"""Word lengths, in syllables, that a request without a length is held to; longer words have next to no neighbors."""


@dataclass(frozen=True)
class Band:
    """A norm and a level, as a slot and as the constraint that scores it."""

    prop: str
    level: str
    constraint: Constraint


def rounded(value: float) -> float:
    """Round a tertile to two decimals, once: the number in the prompt is then the number that scores."""
    return round(value, DECIMALS)


def _band(prop: str, level: str, bounds: tuple[float, float]) -> Band:
    low, high = (rounded(bound) for bound in bounds)
    params = {"prop": prop, "min": None, "max": low} if level == "low" else {"prop": prop, "min": high, "max": None}
    return Band(prop, level, Constraint("norm_band", params))


def norm_band(lex: Lexicon, prop: str, level: str) -> Band:
    """Low is at most the first tertile over canonical words, high at least the second."""
    return _band(prop, level, lex.tertiles(prop))


def density_tertiles(lex: Lexicon, span: tuple[int, int] | None) -> tuple[float, float]:
    """Bounds of neighborhood density that hold within every word length asked for.

    Density is nearly a function of length, so its tertiles are taken within words of n syllables. Over several
    lengths (`span`, or 1 to 3 for any) low is the smallest first tertile and high the largest second one: a word in
    the band is low or high for its own length too, of the lengths that the lexicon holds.

    Raises:
        Refused: the lexicon holds no word of such a length.
    """
    lengths = LENGTHS if span is None else range(span[0], span[1] + 1)
    found = []
    for length in lengths:
        try:
            found.append(lex.tertiles(DENSITY, syllables=length))
        except Refused:
            continue  # no word of this length has a density: the seven-word fixture has none of three syllables
    if not found:
        raise Refused(f"no word of {lengths} syllables has a {DENSITY}: the lexicon cannot hold family B2")
    return min(low for low, _ in found), max(high for _, high in found)


def density_band(lex: Lexicon, level: str, span: tuple[int, int] | None) -> Band:
    """Neighborhood density, low or high for the lengths asked for (see `density_tertiles`)."""
    return _band(DENSITY, level, density_tertiles(lex, span))


def band_slots(lex: Lexicon, bands: Iterable[Band]) -> dict[str, Any]:
    """Slots of some bands: `bands` {norm: level}, and `scales` {norm: unit, low_high, phrase} from the lexicon."""
    bands = list(bands)
    return {"bands": {band.prop: band.level for band in bands}, "scales": {b.prop: _scale(lex, b.prop) for b in bands}}


def _scale(lex: Lexicon, prop: str) -> Mapping[str, Any]:
    scale = lex.scale(prop)
    return {"unit": scale.unit, "low_high": list(scale.low_high), "phrase": scale.phrase}
