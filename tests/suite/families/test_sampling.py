from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.suite.families.draft import Draft
from stimfid_lib.suite.families.sampling import sample


def _drafts(*sizes: int, members: str = "a", reserve: int = 0) -> list[Draft]:
    """Tiers of the given sizes, members in turn; the first `reserve` of each tier are in reserve."""
    return [
        Draft("A1", tier, {"n": n}, covers=members[n % len(members)], reserve=n < reserve)
        for tier, size in enumerate(sizes, start=1)
        for n in range(size)
    ]


def _tiers(drafts: list[Draft]) -> list[int]:
    counts = Counter(draft.tier for draft in drafts)
    return [counts[tier] for tier in (1, 2, 3)]


def _sample(drafts: list[Draft]) -> list[Draft]:
    return sample(drafts, random.Random(215))


def test_ten_a_tier() -> None:
    assert _tiers(_sample(_drafts(50, 50, 50))) == [10, 10, 10]


def test_a_short_tier_gives_all_and_the_largest_fills_up() -> None:
    assert _tiers(_sample(_drafts(3, 40, 20))) == [3, 17, 10]


def test_when_the_largest_runs_out_the_next_fills_up() -> None:
    assert _tiers(_sample(_drafts(2, 14, 15))) == [2, 13, 15]


def test_a_small_family_gives_all() -> None:
    assert _tiers(_sample(_drafts(6, 12, 8))) == [6, 12, 8]


def test_reserve_comes_after_what_is_plain() -> None:
    chosen = _sample(_drafts(12, 12, 12, reserve=4))
    assert _tiers(chosen) == [10, 10, 10]
    assert sum(draft.reserve for draft in chosen) == 6  # eight plain drafts a tier, two from the reserve


def test_a_member_that_the_draw_missed_gets_a_place_at_the_most_frequent_members_cost() -> None:
    rare = Draft("A1", 2, {"n": "rare"}, covers="z")
    drafts = sorted([*_drafts(40, 400, 40, members="ab"), rare], key=lambda draft: (draft.tier, draft.key))
    chosen = _sample(drafts)
    assert rare in chosen
    assert _tiers(chosen) == [10, 10, 10]


@given(
    sizes=st.tuples(*[st.integers(0, 60)] * 3),
    members=st.text("abcdefgh", min_size=1, max_size=8),
    seed=st.integers(0, 10_000),
)
def test_any_draw_is_without_repeats_within_thirty_and_covers_what_it_can(
    sizes: tuple[int, int, int], members: str, seed: int
) -> None:
    drafts = _drafts(*sizes, members=members)
    chosen = sample(drafts, random.Random(seed))
    assert len(set(chosen)) == len(chosen) == min(30, sum(sizes))
    assert set(chosen) <= set(drafts)
    for tier, size in enumerate(sizes):
        assert _tiers(chosen)[tier] >= min(10, size)
    if min(sizes) >= 10:  # ten places a tier and at most eight members: there is always one to spare
        assert {draft.covers for draft in chosen} == {draft.covers for draft in drafts}
