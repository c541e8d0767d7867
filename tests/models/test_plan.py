"""What a run asks, in which order, with which seeds."""

from __future__ import annotations

from stimfid_lib.models.plan import derive_seed, plan
from tests.models.suites import small_suite


def test_replicates_are_interleaved_in_a_fixed_shuffle() -> None:
    tasks = list(plan(small_suite(30), 3))
    assert len(plan(small_suite(30), 3)) == 90
    assert [task.replicate for task in tasks] == [1] * 30 + [2] * 30 + [3] * 30
    ids = [task.prompt_id for task in tasks]
    assert ids[:30] != sorted(ids[:30])
    assert ids[:30] != ids[30:60]
    assert sorted(ids[:30]) == sorted(ids[30:60]) == sorted(set(ids))
    assert tasks == list(plan(small_suite(30), 3))


def test_what_is_done_is_left_out_and_the_order_stays() -> None:
    whole = plan(small_suite(5), 2)
    done = {task.asked for task in list(whole)[::3]}
    assert list(whole.without(done.__contains__)) == [task for task in whole if task.asked not in done]


def test_seeds_differ_by_prompt_and_replicate_and_fit_31_bits() -> None:
    seeds = {derive_seed(f"P{prompt}", replicate) for prompt in range(200) for replicate in (1, 2, 3)}
    assert len(seeds) == 600
    assert all(0 <= seed < 2**31 for seed in seeds)
    # by the shell's sha256sum, "215 US A1-000:naive US 2" begins 4fa9e18d, "… US 3" bbb3fcfc; the top bit is cleared
    assert derive_seed("A1-000:naive", 2) == 0x4FA9E18D
    assert derive_seed("A1-000:naive", 3) == 0x3BB3FCFC
