"""Intervals that resample speakers, because what one speaker says is alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from stimfid_lib.base.seed import SEED
from stimfid_lib.pronounce.metrics.tokens import Tokens

N_RESAMPLES = 1000
_ENOUGH = 0.9
"""Share of resamples in which a statistic must be defined; with fewer there is no interval."""

Draw = Callable[[np.random.Generator], tuple[Tokens, ...]]


@dataclass(frozen=True)
class Interval:
    """A 95 % percentile interval over resampled speakers, and the share of resamples above zero.

    With four speakers, as each first language of the corpus has, such an interval is too narrow.
    """

    low: float
    high: float
    above_zero: float

    def as_dict(self) -> dict[str, Any]:
        """Four digits each."""
        return {"low": round(self.low, 4), "high": round(self.high, 4), "above_zero": round(self.above_zero, 4)}


def by_speaker(
    groups: tuple[Tokens, ...], statistic: Callable[..., float], n_resamples: int = N_RESAMPLES
) -> Interval | None:
    """Interval of a statistic of one or several groups of tokens, each resampled by its own speakers (groups that share
    speakers together).

    None if a group has fewer than two speakers, or if the statistic is not defined in one resample out of ten. The
    same tokens give the same interval.
    """
    if any(len(np.unique(group.speaker)) < 2 for group in groups):
        return None
    rng = np.random.default_rng(SEED)
    draw = _draw(groups)
    values = np.array([_value(statistic, drawn) for drawn in (draw(rng) for _ in range(n_resamples))])
    values = values[~np.isnan(values)]
    if len(values) < _ENOUGH * n_resamples:
        return None
    low, high = np.percentile(values, [2.5, 97.5])
    return Interval(float(low), float(high), float(np.mean(values > 0)))


def _value(statistic: Callable[..., float], groups: tuple[Tokens, ...]) -> float:
    return statistic(*groups) if all(group.value.size for group in groups) else float("nan")


def _draw(groups: tuple[Tokens, ...]) -> Draw:
    """A function that draws as many speakers as there are, with replacement, and returns the groups' tokens of them."""
    apart = [set(group.speaker.tolist()) for group in groups]
    shared = len(set().union(*apart)) < sum(map(len, apart))
    # a speaker who is in two groups comes with both or not at all; else each group is drawn by itself
    names = [sorted(set().union(*apart))] * len(groups) if shared else [sorted(one) for one in apart]
    members = [
        [np.flatnonzero(group.speaker == name) for name in own] for group, own in zip(groups, names, strict=True)
    ]

    def draw(rng: np.random.Generator) -> tuple[Tokens, ...]:
        common = rng.integers(0, len(names[0]), len(names[0]))
        drawn = []
        for place, (group, own) in enumerate(zip(groups, members, strict=True)):
            chosen = common if shared or place == 0 else rng.integers(0, len(own), len(own))
            drawn.append(group.where(np.concatenate([own[index] for index in chosen])))
        return tuple(drawn)

    return draw
