"""Money: reckoned by hand, never less than it may be, and a limit that is never passed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.costs import OVERHEAD_TOKENS, Budget, Tariff, cost_of_record, require_prices, spent, tariff_of
from stimfid_lib.models.entries import Entry, Prices
from stimfid_lib.models.lines import LineWriter
from stimfid_lib.models.roster import Roster

PRICES = Prices(input=2.0, output=10.0, as_of=date(2026, 11, 30))
TARIFF = Tariff(PRICES, max_tokens=1000)


def record(**changes: object) -> dict[str, object]:
    base: dict[str, object] = {"model_key": "m", "prompt_id": "P", "usage": {}, "error": None}
    return base | changes


def test_cost_by_hand() -> None:
    usage = {"input_tokens": 500_000, "output_tokens": 100_000, "reasoning_tokens": 9}
    assert TARIFF.cost(usage) == pytest.approx(1.0 + 1.0)
    assert TARIFF.cost(usage, batch=True) == pytest.approx(1.0)
    assert TARIFF.cost({"output_tokens": 3}) is None
    assert TARIFF.most("ten words") == pytest.approx(((9 + OVERHEAD_TOKENS) * 2 + 1000 * 10) / 1e6)


MOST = TARIFF.most("ten words")


@pytest.mark.parametrize(
    ("changes", "cost"),
    [
        ({"usage": {"input_tokens": 1, "output_tokens": 1}}, 12e-6),
        ({"usage": {"input_tokens": 1, "output_tokens": 1}, "batch": "b-1"}, 6e-6),
        ({}, MOST),  # an answer without a count
        ({"error": "RateLimitError (HTTP 429, type x): slow"}, 0.0),
        ({"error": "no connection (ConnectionRefusedError)"}, 0.0),
        ({"error": "InternalServerError (HTTP 500)"}, 0.0),
        ({"error": "GatewayTimeoutError (HTTP 504, type t): no"}, MOST),  # who knows what the server behind it did
        ({"error": "InternalServerError (HTTP 524)"}, MOST),
        ({"error": "APIStatusError (HTTP 408)"}, MOST),
        ({"error": "APIError (HTTP 206)"}, MOST),
        ({"error": "no reply in time (HTTP 429 in a name)"}, MOST),
        ({"error": "no reply in time (TimeoutError)"}, MOST),
        ({"error": "the connection was lost (ClientPayloadError)"}, MOST),
        ({"error": "malformed reply (no choices)"}, MOST),
        ({"error": "batch: refused (type overloaded_error)", "batch": "b-1"}, 0.0),
    ],
)
def test_what_an_attempt_cost_at_most(changes: dict[str, object], cost: float) -> None:
    assert cost_of_record(record(**changes), TARIFF, "ten words") == pytest.approx(cost)


def test_a_ledger_is_summed_up(tmp_path: Path) -> None:
    writer = LineWriter(tmp_path / "attempts.jsonl")
    writer.append(record(usage={"input_tokens": 1000, "output_tokens": 100}))
    writer.append(record(error="no reply in time (TimeoutError)"))
    writer.append(record(model_key="free"))
    writer.close()
    assert spent(tmp_path / "attempts.jsonl", {"m": TARIFF}, {"P": "ten words"}) == pytest.approx(0.003 + MOST)
    assert spent(tmp_path / "none.jsonl", {"m": TARIFF}, {}) == 0.0


@given(
    limit=st.floats(0.0, 0.5),
    calls=st.lists(st.tuples(st.text(max_size=40), st.integers(0, 1000), st.booleans()), max_size=60),
    together=st.integers(1, 8),
)
def test_the_limit_is_never_passed(limit: float, calls: list[tuple[str, int, bool]], together: int) -> None:
    budget = Budget({"m": TARIFF}, limit)
    under_way: list[tuple[float, str, int, bool]] = []

    def settle() -> None:
        price, prompt, written, told = under_way.pop(0)
        usage = {"input_tokens": len(prompt.encode()), "output_tokens": written} if told else {}
        budget.charge(record(usage=usage), prompt)
        budget.release(price)
        assert budget.spent <= limit + 1e-9

    for prompt, written, told in calls:
        price = budget.price_of_next("m", prompt)
        while not budget.reserve(price):
            if not under_way:
                return
            settle()
        under_way.append((price, prompt, written, told))
        if len(under_way) >= together:
            settle()
    while under_way:
        settle()


def test_without_a_limit_everything_is_counted_and_nothing_refused() -> None:
    budget = Budget({"m": TARIFF})
    assert budget.reserve(budget.price_of_next("m", "x"))
    budget.charge(record(usage={"input_tokens": 1000, "output_tokens": 0}), "x")
    assert budget.spent == pytest.approx(0.002)
    assert budget.charge(record(model_key="other"), "x") == 0.0


def test_what_costs_nothing_is_asked_even_where_the_limit_was_lowered_below_what_is_spent() -> None:
    budget = Budget({"m": TARIFF}, 1.0, spent=2.0)
    assert budget.reserve(budget.price_of_next("own", "x"))
    assert not budget.reserve(budget.price_of_next("m", "x"))


def entries(**changes: object) -> dict[str, Entry]:
    base: dict[str, object] = {"provider": "openai", "model_id": "m", "access": "paid", "max_tokens": 9}
    made = {"m": base | {"prices": PRICES.model_dump()}, "n": base | changes}
    return dict(Roster.model_validate({"models": made}).models)


def test_a_limit_needs_prices_and_caps() -> None:
    with pytest.raises(Refused, match=r"a limit of 5 cannot be kept .* fill n\.prices in models\.yaml"):
        require_prices(entries(), 5)
    with pytest.raises(Refused, match=r"fill n\.max_tokens in models\.yaml"):
        require_prices(entries(prices=PRICES.model_dump(), max_tokens=None), 5)
    assert set(require_prices(entries(prices=PRICES.model_dump()), 5)) == {"m", "n"}
    assert tariff_of(entries()["n"]) is None


def test_prices_stand_in_one_currency() -> None:
    with pytest.raises(ValueError, match=r"prices stand in USD \(m\) and EUR \(n\); write all of them in one"):
        entries(prices=PRICES.model_dump() | {"currency": "EUR"})
