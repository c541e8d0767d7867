"""Bootstrap intervals of the gap at the level of responses, conditional on the panel."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .draws import RESAMPLES
from .gap import gap
from .responses import Counts

LOW, HIGH = Fraction(25, 1000), Fraction(975, 1000)
"""The percentiles of a 95 % interval."""


@dataclass(frozen=True)
class Interval:
    """An interval of a gap or a mean of gaps, as shares of [0, 1]."""

    low: Fraction
    high: Fraction

    @property
    def stability(self) -> Interval:
        """The same in stability units: 1 − gap, the ends exchanged."""
        return Interval(1 - self.high, 1 - self.low)


def resampled_gaps(
    x: Sequence[Counts], y: Sequence[Counts], rng: random.Random, resamples: int = RESAMPLES
) -> list[Fraction]:
    """Gaps of resamples, in the order in which they were drawn; empty where a version has no valid response.

    Each stratum's valid responses are drawn with replacement, as many as it has: response floor(u · size) of the
    stratum's responses sorted by option. A resample draws the strata of X, then those of Y. One stratum a version is
    the published interval; one stratum a scenario holds each scenario's share fixed.

    Args:
        x, y: valid responses by option, stratum by stratum.
        rng: see `draws.generator`.
        resamples: how many.
    """
    of_x, of_y = _Strata(x), _Strata(y)
    drawn = [(of_x.drawn(rng), of_y.drawn(rng)) for _ in range(resamples)]
    gaps = {pair: gap(*pair) for pair in set(drawn)}
    return [share for share in map(gaps.get, drawn) if share is not None]


def interval(values: Sequence[Fraction]) -> Interval | None:
    """The 2.5th and 97.5th percentile of resampled values; None without any."""
    if not values:
        return None
    ranked = [value for value, times in sorted(Counter(values).items()) for _ in range(times)]
    return Interval(percentile(ranked, LOW), percentile(ranked, HIGH))


def percentile(ranked: Sequence[Fraction], share: Fraction) -> Fraction:
    """The value at the place share · (count − 1), linearly between its neighbours (Hyndman and Fan 1996, type 7).

    Args:
        ranked: at least one value, sorted.
        share: of [0, 1].
    """
    place = share * (len(ranked) - 1)
    below = int(place)
    above = min(below + 1, len(ranked) - 1)
    return ranked[below] + (place - below) * (ranked[above] - ranked[below])


class _Strata:
    """A version's valid responses, sorted by option within each stratum, and for each draw where its stratum stands."""

    def __init__(self, strata: Sequence[Counts]) -> None:
        self._responses: list[int] = []
        self._places: list[tuple[int, int]] = []
        self._options = range(len(strata[0]))
        for counts in strata:
            self._places += [(len(self._responses), sum(counts))] * sum(counts)
            self._responses += [option for option, times in enumerate(counts) for _ in range(times)]

    def drawn(self, rng: random.Random) -> Counts:
        """One resample, as valid responses by option."""
        draw, responses = rng.random, self._responses
        found = [responses[start + int(draw() * size)] for start, size in self._places]
        return tuple(map(found.count, self._options))
