"""Options as lotteries, made of the numbers that a text names, and what must hold between those of four versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

Values = dict[str, Fraction]
"""Numbers by the name of their slot."""

Lottery = tuple[tuple[Fraction, Fraction], ...]
"""(probability, payoff) state by state; both options of a scenario list the same states in the same order."""


def values_broken(family: str, values: Mapping[str, Values], numbers: Values) -> Iterator[str]:
    """Equal expected values in A, A′ and B, the same outcomes in B as in A, dominance in C."""
    stated = {"total": numbers["total"]} if "total" in numbers else {}  # by the context, see `_context`
    rest = {"base_rate_neglect": "pay_more"}.get(family, "floor")
    try:
        lotteries = {
            version: _LOTTERIES[family]({**stated, **told, "otherwise": told.get(rest, Fraction(0))})
            for version, told in values.items()
        }
    except KeyError:  # a line does not name what it must
        yield "numbers"
        return
    for version in ("A", "A_prime", "B"):
        sure, gamble = lotteries[version]
        if _expected(sure) != _expected(gamble):
            yield "equal_value"
    if lotteries["B"] != lotteries["A"] or lotteries["A_prime"] != lotteries["A"]:
        yield "same_outcomes"
    one, other = lotteries["C"]
    if not all(better > worse for (_, better), (_, worse) in zip(other, one, strict=True)):
        yield "dominance"


def _expected(lottery: Lottery) -> Fraction:
    return sum((chance * payoff for chance, payoff in lottery), Fraction(0))


def _risky(told: Values) -> tuple[Lottery, Lottery]:
    chance, total = told["chance"] / 100, told["total"]
    sure = total - told["lost"] if "lost" in told else told["sure"]
    return ((chance, sure), (1 - chance, sure)), ((chance, total), (1 - chance, told["otherwise"]))


def _sunk(told: Values) -> tuple[Lottery, Lottery]:
    chance, stop = told["chance"] / 100, told["stop"]
    return ((chance, stop), (1 - chance, stop)), ((chance, told["finish"]), (1 - chance, told["otherwise"]))


def _rates(told: Values) -> tuple[Lottery, Lottery]:
    """The states are true and false, with the chance of each once the test has flagged the case."""
    if "base_pct" in told:
        true = told["base_pct"] * told["hit_pct"]
        false = (100 - told["base_pct"]) * told["false_pct"]
    else:
        true, false = told["hits"], told["false_alarms"]
    chance, nothing = true / (true + false), Fraction(0)
    one, other = told["pay_false"], told["pay_true"]
    return ((chance, nothing), (1 - chance, one)), ((chance, other), (1 - chance, told["otherwise"]))


_LOTTERIES = {"risky_choice_framing": _risky, "sunk_cost_fallacy": _sunk, "base_rate_neglect": _rates}
