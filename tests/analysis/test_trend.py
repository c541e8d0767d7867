from __future__ import annotations

import itertools

import numpy as np
import pytest

from stimfid_lib.analysis.trend import falling_trend
from stimfid_lib.base.errors import Refused

FALLING = [[0.9, 0.8, 0.7], [0.8, 0.6, 0.5], [1.0, 0.5, 0.2], [0.4, 0.3, 0.1], [0.7, 0.6, 0.2]]


def test_five_families_that_all_fall_are_as_rare_as_can_be() -> None:
    # ranks 3 2 1 in every block: L = 5 * (9 + 4 + 1); one of the 6 ** 5 arrangements is as large
    found = falling_trend(np.array(FALLING))
    assert (found.statistic, found.method) == (70, "exact")
    assert found.p == pytest.approx(6**-5)


def test_rising_families_are_no_evidence() -> None:
    assert falling_trend(np.array(FALLING)[:, ::-1]).p == pytest.approx(1)


def test_blocks_of_ties_alone_say_nothing() -> None:
    found = falling_trend(np.full((5, 3), 0.8))
    assert (found.p, found.method) == (1.0, "permutation")
    assert found.statistic == 5 * 2 * (3 + 2 + 1)  # all ranks 2


def test_with_a_tie_the_p_value_is_a_share_of_all_rearrangements() -> None:
    # one block falls (L 14), one has its lower two tied: ranks 3 1.5 1.5, L = 9 + 3 + 1.5
    blocks = np.array([[0.9, 0.8, 0.7], [0.9, 0.5, 0.5]])
    found = falling_trend(blocks)
    assert found.statistic == 27.5
    # the largest L of either block: 1 of 6 arrangements, 2 of 6 (the tied values may change places)
    assert found.p == pytest.approx(1 / 6 * 2 / 6)
    assert found.method == "permutation"


def test_the_permutation_distribution_is_the_exact_one_where_nothing_is_tied() -> None:
    blocks = np.array([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5], [0.3, 0.2, 0.4]])
    ranks = [[3, 2, 1], [2, 3, 1], [2, 1, 3]]
    observed = sum(r * p for row in ranks for r, p in zip(row, (3, 2, 1), strict=True))
    orders = list(itertools.permutations((1, 2, 3)))
    totals = [
        sum(r * p for row in rows for r, p in zip(row, (3, 2, 1), strict=True))
        for rows in itertools.product(orders, repeat=3)
    ]
    found = falling_trend(blocks)
    assert found.statistic == observed
    assert found.p == pytest.approx(np.mean([total >= observed for total in totals]))


def test_holes_and_too_little_are_refused() -> None:
    for blocks in ([[0.9, np.nan, 0.7], [1, 0.5, 0.2]], [[0.9, 0.8, 0.7]], [[1, 0.5], [1, 0.5]]):
        with pytest.raises(Refused, match="without a hole"):
            falling_trend(np.array(blocks))
