"""Agreement of two coders: Cohen's κ with its interval, the plain share with its own, and every disagreement."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.wilson import wilson

FEW_ITEMS = 30
"""Below this many items the large-sample interval of κ is too short to lean on; sheets of the wild track may be."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One item that two coders coded differently: its place (from 0) and both codes."""

    index: int
    a: Hashable
    b: Hashable


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two coders agree beyond chance.

    - `kappa` with `low`, `high`: Cohen's κ (nominal codes) and its large-sample 95 % interval (Fleiss, Cohen and
      Everitt 1969), cut to [-1, 1]; all None where κ is not defined, because both coders gave the same one code
      throughout
    - `n` items, `n_agreed` of them coded alike; their `share` with its Wilson 95 % interval `share_low`, `share_high`
    - `categories`: every code that either coder used, sorted; `table[i][j]`: items that a coded i and b coded j
    - `disagreements`: in the items' order

    κ falls when one code is rare, at the same share of agreement, so read both. At perfect agreement, and where one
    coder gave one code throughout, its interval has no length, whatever `n`: the share's interval says what that many
    items can show. Fewer than `FEW_ITEMS` items are marked by `few`. κ tells whether two people can apply a rule alike
    and not whether the rule is right.
    """

    kappa: float | None
    low: float | None
    high: float | None
    n: int
    n_agreed: int
    share: float
    share_low: float
    share_high: float
    categories: tuple[Hashable, ...]
    table: tuple[tuple[int, ...], ...]
    disagreements: tuple[Disagreement, ...]

    @property
    def few(self) -> bool:
        """Tell whether there are too few items for the large-sample interval."""
        return self.n < FEW_ITEMS

    def __str__(self) -> str:
        share = (
            f"{self.n_agreed} of {self.n} alike ({self.share:.2f}, 95 % {self.share_low:.2f} to {self.share_high:.2f})"
        )
        if self.kappa is None:
            return f"κ is not defined: both coders gave one and the same code throughout; {share}"
        mark = f"; fewer than {FEW_ITEMS} items, so the interval of κ is rough" if self.few else ""
        return f"κ = {self.kappa:.2f} (95 % {self.low:.2f} to {self.high:.2f}); {share}{mark}"


def cohen_kappa(a: Sequence[Hashable], b: Sequence[Hashable]) -> Agreement:
    """Compare two coders' codes of the same items, in the same order.

    Args:
        a: first coder's codes, one an item; any hashable values, compared as they are.
        b: second coder's.

    Raises:
        Refused: no items, another number of them, or a code that is missing (None or NaN).
    """
    if len(a) != len(b):
        raise Refused(f"coder a coded {len(a)} items and coder b {len(b)}: give both the same items in the same order")
    if not len(a):
        raise Refused("no items: agreement needs at least one item that both coders coded")
    for name, codes in (("a", a), ("b", b)):
        for place, code in enumerate(codes):
            if code is None or code != code:
                raise Refused(f"coder {name} left item {place + 1} without a code: code it, or leave it out for both")
    categories = tuple(sorted({*a, *b}, key=lambda code: (type(code).__name__, str(code))))
    place_of = {code: place for place, code in enumerate(categories)}
    table = [[0] * len(categories) for _ in categories]
    for first, second in zip(a, b, strict=True):
        table[place_of[first]][place_of[second]] += 1
    apart = tuple(
        Disagreement(place, first, second)
        for place, (first, second) in enumerate(zip(a, b, strict=True))
        if first != second
    )
    return _agreement(tuple(map(tuple, table)), categories, apart)


def _agreement(
    table: tuple[tuple[int, ...], ...], categories: tuple[Hashable, ...], apart: tuple[Disagreement, ...]
) -> Agreement:
    n = sum(map(sum, table))
    agreed = n - len(apart)
    low, high = wilson(agreed, n)
    return Agreement(
        *_kappa(table),
        n=n,
        n_agreed=agreed,
        share=agreed / n,
        share_low=low,
        share_high=high,
        categories=categories,
        table=table,
        disagreements=apart,
    )


def _kappa(table: tuple[tuple[int, ...], ...]) -> tuple[float | None, float | None, float | None]:
    if len(table) < 2:
        return None, None, None  # chance agreement is 1, and κ would be 0/0
    import numpy as np
    from statsmodels.stats.inter_rater import cohens_kappa

    # the library's z value, which nobody asks here, is 0/0 where one coder gave one code; a variance of 0 may come out
    # as a hair below it
    with np.errstate(invalid="ignore", divide="ignore"):
        found = cohens_kappa(np.array(table))
    kappa = float(found.kappa)
    low, high = (kappa if np.isnan(bound) else float(bound) for bound in (found.kappa_low, found.kappa_upp))
    return kappa, max(-1.0, low), min(1.0, high)
