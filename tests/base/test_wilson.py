from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.wilson import wilson

Z = 1.959963984540054


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_it_is_the_score_interval(counted: tuple[int, int]) -> None:
    hits, n = counted
    share = hits / n
    centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    assert wilson(hits, n) == pytest.approx((centre - half, centre + half), abs=1e-9)


@pytest.mark.parametrize("n", [1, 7, 200])
def test_none_and_all_reach_the_end_and_not_beyond(n: int) -> None:
    assert wilson(0, n)[0] == 0
    assert wilson(n, n)[1] == 1


@pytest.mark.parametrize(("hits", "n"), [(0, 0), (3, 2), (-1, 2)])
def test_no_share_no_interval(hits: int, n: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        wilson(hits, n)
