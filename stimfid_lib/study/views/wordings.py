"""What a phrase of a prompt means in numbers: low, high, early, rare, worded by the scale of each norm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stimfid_lib.analysis.plan import Plan
from stimfid_lib.suite.render import norms as wording
from stimfid_lib.suite.render.structures import EARLY

_NORMS = ("aoa", "concreteness", "log_frequency")


def asked_in_words(plan: Plan, norms: Mapping[str, Any]) -> list[dict[str, str]]:
    """One row a norm and level: how clinicians' prompts say it, the number that scores it, what that number is.

    A bound of frequency is also told as a count of hits where the lexicon states it as log10 of (count + 1).
    """
    rows = []
    for norm in (name for name in _NORMS if name in plan.tertiles):
        low, high = plan.tertiles[norm]
        scale = norms.get(norm, {})
        for level, sign, bound in (("low", "at most", low), ("high", "at least", high)):
            rows.append(
                {
                    "in a prompt": "; ".join(_phrases(norm, level)),
                    "in numbers": f"{sign} {_bound(norm, bound, scale)}",
                    "scale": str(scale.get("phrase") or norm.replace("_", " ")),
                }
            )
    return rows


def _phrases(norm: str, level: str) -> list[str]:
    """The naive wordings of a band: the field's adjective, the clause, and for early words those of A1 and A2."""
    found = [wording.ADJECTIVES[norm, level], f"words that {wording.CLAUSES[norm, level]}"]
    return [*found, *(f"“{sentence}”" for sentence in EARLY)] if (norm, level) == ("aoa", "low") else found


def _bound(norm: str, bound: float, scale: Mapping[str, Any]) -> str:
    unit = str(scale.get("unit", ""))
    if norm == "log_frequency" and str(scale.get("scale", "")).startswith("log10 of (count + 1)"):
        return f"{bound:g}, about {hits(bound):,} hits ({scale['scale']})"
    return f"{bound:g} {unit}".rstrip()


def hits(log_count: float) -> int:
    """The count behind a log10 of (count + 1), rounded to whole hits."""
    return round(10**log_count - 1)
