"""Purses: what each may spend, and that none is ever passed by more than the calls in flight."""

from __future__ import annotations

import tempfile
from datetime import date
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from stimfid_lib.models.costs import Tariff
from stimfid_lib.models.entries import Prices
from stimfid_lib.stability.archive.budget import BudgetFile
from stimfid_lib.stability.archive.ledger import Ledger, Purse
from stimfid_lib.stability.archive.purse import PurseBudget, room, standing

DAY, NEXT = date(2028, 2, 29), date(2028, 3, 1)
PROMPT = "x" * 936
TARIFF = Tariff(Prices(input=1000.0, output=1000.0, as_of=DAY), max_tokens=1000)
MOST = 2.0
"""What `TARIFF` asks at most for `PROMPT`: 936 bytes and 64 tokens of frame read, 1,000 written, at 0.001 each."""


def _budget(ceiling: float, heartbeat: float = 1.0, bridge: float = 5.0) -> BudgetFile:
    return BudgetFile(monthly_ceiling=ceiling, heartbeat_reserve=heartbeat, bridge_reserve=bridge)


def _answer(tokens: int) -> dict[str, object]:
    return {"model_key": "m", "error": None, "usage": {"input_tokens": tokens, "output_tokens": 0}}


def test_a_sweep_leaves_the_heartbeat_alone_and_a_bridge_has_its_own(tmp_path: Path) -> None:
    ledger, budget = Ledger(tmp_path / "ledger.jsonl"), _budget(10, heartbeat=4)
    with ledger.writing():
        assert [room(ledger, budget, purse, DAY) for purse in ("sweep", "heartbeat", "bridge")] == [6, 10, 5]
        ledger.bill("heartbeat", DAY, 1, "m")
        ledger.bill("sweep", DAY, 2, "m")
        ledger.bill("bridge", DAY, 3, "m")
        assert [room(ledger, budget, purse, DAY) for purse in ("sweep", "heartbeat", "bridge")] == [4, 7, 2]
        assert [room(ledger, budget, purse, NEXT) for purse in ("sweep", "heartbeat", "bridge")] == [6, 10, 2]
        assert standing(ledger, budget, DAY).spent == 3, "a bridge does not count in the month"
        ledger.bill("heartbeat", DAY, 4, "m")
        assert room(ledger, budget, "sweep", DAY) == 3, "the reserve is used up; what is left is anybody's"


actions = st.lists(st.tuples(st.sampled_from(("begin", "end")), st.integers(0, 2600)), max_size=80)


@settings(max_examples=60, deadline=None)
@given(actions, st.floats(1, 30), st.sampled_from(("sweep", "heartbeat", "bridge")))
def test_no_purse_is_passed_by_more_than_the_calls_in_flight(
    made: list[tuple[str, int]], ceiling: float, purse: Purse
) -> None:
    """Calls begin and end in any order; some cost more than was reserved, because the server counted more tokens."""
    with tempfile.TemporaryDirectory() as folder:
        ledger, file = Ledger(Path(folder) / "ledger.jsonl", forced=False), _budget(ceiling, 1.0, bridge=ceiling)
        with ledger.writing():
            budget = PurseBudget({"m": TARIFF}, ledger, file, purse, lambda: DAY)
            assert budget.price_of_next("m", PROMPT) == MOST
            under_way, above = 0, 0.0
            limit = ceiling - (1.0 if purse == "sweep" else 0.0)
            for action, tokens in made:
                if action == "begin":
                    under_way += budget.reserve(MOST)
                elif under_way:
                    above += max(0.0, tokens / 1000 - MOST)
                    budget.charge(_answer(tokens), PROMPT)
                    budget.release(MOST)
                    under_way -= 1
                spent = ledger.spent_ever(purse)
                assert spent <= limit + above + 1e-9, "only what a call cost beyond its reservation may pass the limit"
            assert budget.under_way == under_way


def test_a_call_keeps_the_month_in_which_it_was_sent(tmp_path: Path) -> None:
    ledger, days = Ledger(tmp_path / "ledger.jsonl"), [DAY]
    with ledger.writing():
        budget = PurseBudget({"m": TARIFF}, ledger, _budget(10), "sweep", lambda: days[0])
        assert budget.reserve(MOST)
        days[0] = NEXT  # midnight passes before the answer comes
        budget.charge(_answer(500), PROMPT)
        budget.release(MOST)
    assert (ledger.spent(DAY, "sweep"), ledger.spent(NEXT, "sweep")) == (0.5, 0.0)


def test_a_free_model_needs_no_money_and_an_empty_purse_says_so(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.jsonl")
    with ledger.writing():
        budget = PurseBudget({"m": TARIFF}, ledger, _budget(1), "sweep", lambda: DAY)
        assert budget.price_of_next("free", PROMPT) == 0
        assert budget.reserve(0.0)
        assert not budget.reserve(MOST)
        assert not budget.refused, "a call under way may still make room"
        budget.release(0.0)
        assert not budget.reserve(MOST)
        assert budget.refused
        assert "stimfid stability budget" in budget.refusal(MOST)
    assert not (tmp_path / "ledger.jsonl").exists()
