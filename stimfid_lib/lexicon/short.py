"""Constraints and contrasts in a line that a person reads at a glance: `/k/ final; 1 syllable; aoa ≤ 8.56`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast


def constraints_in_short(constraints: Iterable[Constraint]) -> str:
    """Constraints, joined by semicolons, in their order; the numbers and sounds are those that score."""
    return "; ".join(_constraint(constraint.kind, constraint.params) for constraint in constraints)


def contrast_in_short(contrast: Contrast) -> str:
    """A contrast: its kind, its sounds (target first in a multiple opposition), its position and syllables."""
    first, *others = contrast.phonemes
    parts = [f"{contrast.kind} /{first}/ – /{' '.join(others)}/"]
    if contrast.position:
        parts.append(contrast.position)
    if contrast.syllables:
        parts.append(_syllables(contrast.syllables, contrast.syllables))
    return "; ".join(parts)


def _constraint(kind: str, params: Mapping[str, Any]) -> str:
    if kind == "phoneme_at":
        return f"/{params['phoneme']}/ {params['position']}"
    if kind == "contains_phoneme":
        return f"/{params['phoneme']}/ anywhere"
    if kind == "cluster_at":
        return f"/{' '.join(params['phonemes'])}/ {params['position']}"
    if kind == "cv_shape":
        return f"shape {params['shape']}"
    if kind == "syllable_count":
        return _syllables(params["min"], params["max"])
    bounds = [f"{sign} {_number(params[end])}" for sign, end in (("≥", "min"), ("≤", "max")) if params[end] is not None]
    return f"{params['prop']} {' and '.join(bounds)}"


def _number(bound: float) -> str:
    """All digits that a bound has and no more, since what is read back must score the same."""
    return str(int(bound)) if bound == int(bound) and abs(bound) < 1e15 else repr(bound)


def _syllables(low: int | None, high: int | None) -> str:
    if low == high:
        return f"{low} syllable" + ("" if low == 1 else "s")
    if low is None or high is None:
        return f"at least {low} syllables" if high is None else f"at most {high} syllables"
    return f"{low}–{high} syllables"
