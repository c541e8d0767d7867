"""Where the threshold of the free decode's class falls for the vectors in use."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from stimfid_lib.phonology.align import cos_dist
from stimfid_lib.phonology.ipa import PHONEMES
from stimfid_lib.pronounce.score import VARIANT_ERROR_THRESHOLD

CONTRASTS = tuple("v b,s ʃ,θ s,ɹ w,i ɪ,t d,l w,θ f,p b,æ ɛ,u ʊ,n ŋ".split(","))
"""Pairs that clinicians and teachers ask about."""


def below(threshold: float = VARIANT_ERROR_THRESHOLD) -> tuple[tuple[str, str], ...]:
    """Pairs of different phonemes nearer than a threshold: a substitution of one by the other stays a `variant`."""
    return tuple((a, b) for a, b in combinations(PHONEMES, 2) if cos_dist(a, b) < threshold)


def calibration() -> dict[str, Any]:
    """What the threshold separates with these vectors: the pairs on its `variant` side, the gap round it, contrasts."""
    distances = sorted(cos_dist(a, b) for a, b in combinations(PHONEMES, 2))
    under = [one for one in distances if one < VARIANT_ERROR_THRESHOLD]
    return {
        "threshold": VARIANT_ERROR_THRESHOLD,
        "pairs": len(distances),
        "pairs_below": len(under),
        "nearest_below": round(under[-1], 4),
        "nearest_above": round(distances[len(under)], 4),
        "below": [f"{a} {b}" for a, b in below()],
        "contrasts": {pair: round(cos_dist(*pair.split()), 3) for pair in CONTRASTS},
    }


def told() -> str:
    """The limitation that goes with every class of the free decode."""
    found = calibration()
    return (
        f"The threshold {VARIANT_ERROR_THRESHOLD} was set for other feature vectors: with these it lets "
        f"{found['pairs_below']} of {found['pairs']} pairs of phonemes pass as variant, among them i for ɪ (ship as "
        "sheep) and every voiceless sound for its voiced partner (final devoicing)."
    )
