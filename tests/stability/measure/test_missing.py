from __future__ import annotations

import random
from fractions import Fraction

from stimfid_lib.stability.measure.gap import gap
from stimfid_lib.stability.measure.missing import drop_asymmetry, drop_bound, loss
from stimfid_lib.stability.measure.responses import Responses
from tests.stability.measure.made import responses


def test_by_hand() -> None:
    x, y = responses(A=10, B=17, refused=3), responses(A=29, empty=1)
    assert (loss(x), loss(y)) == (Fraction(1, 10), Fraction(1, 30))
    assert drop_bound(x, y) == drop_bound(y, x) == Fraction(4, 30)
    assert drop_asymmetry(x, y) == drop_asymmetry(y, x) == Fraction(2, 30)


def test_the_bound_holds_in_ten_thousand_random_worst_cases() -> None:
    rng = random.Random(215)
    reached = 0
    for _ in range(10_000):
        k, n = rng.choice((2, 2, 3)), rng.randint(1, 40)
        options = ("A", "B", "C")[:k]
        whole, kept = [], []
        for favourite in rng.sample(options, 2):  # lost responses are all of one option: the worst that can be
            lost = rng.randint(0, n - 1)
            decided = [rng.choice(options) for _ in range(n - lost)]
            whole.append(Responses(options, tuple(("s01", one) for one in [*decided, *[favourite] * lost])))
            kept.append(Responses(options, tuple(("s01", one) for one in [*decided, *["truncated"] * lost])))
        observed, true = gap(kept[0].counts, kept[1].counts), gap(whole[0].counts, whole[1].counts)
        bound = drop_bound(*kept)
        assert observed is not None
        assert true is not None
        assert abs(true - observed) <= bound
        reached += abs(true - observed) == bound > 0
    assert reached > 0, "no case was as bad as the bound allows: the cases are not the worst ones"
