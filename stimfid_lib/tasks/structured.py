"""What the tasks with structured answers share: scores of answers that do not validate, and how answers were read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

from stimfid_lib.tasks.answer import Answer, How
from stimfid_lib.tasks.cases import Case
from stimfid_lib.tasks.result import Score, score_of


def family_of(case: Case) -> str:
    """The first word of a case's id, which names what the case is hard by."""
    return case.id.partition("-")[0]


def invalid(case: Case, answer: Answer[Any]) -> Score:
    """Score an answer that does not validate: 0, and no other check applies."""
    return score_of(case.id, {"valid": 0.0}, [answer.error or "no answer"], how=answer.how, answer=None)


def how_read(scored: Sequence[Score]) -> list[dict[str, Any]]:
    """Count the answers by how they could be read, and how many of each were valid."""
    rows = []
    for how in get_args(How):
        some = [score for score in scored if score["how"] == how]
        rows.append({"read": how, "answers": len(some), "valid": sum(score["checks"]["valid"] == 1 for score in some)})
    return rows


def by_family(
    cases: Iterable[Case],
    scored: Sequence[Score],
    summary: Callable[[Sequence[Score]], dict[str, Any]],
    group: Callable[[Any], str] = family_of,
    label: str = "family",
) -> list[dict[str, Any]]:
    """Tabulate a summary for each family of cases (or any other `group`) that has answers, and for all."""
    of = {case.id: group(case) for case in cases}
    names = [name for name in dict.fromkeys(of.values()) if any(of[score["id"]] == name for score in scored)]
    rows = [{label: name, **summary([score for score in scored if of[score["id"]] == name])} for name in names]
    return [*rows, {label: "all", **summary(scored)}] if rows else []


def checks_of(names: Sequence[str]) -> Callable[[Sequence[Score]], dict[str, Any]]:
    """A summary that takes the mean of each named check over the answers that it applies to."""

    def summary(some: Sequence[Score]) -> dict[str, Any]:
        row: dict[str, Any] = {"answers": len(some)}
        for name in names:
            values = [score["checks"][name] for score in some if score["checks"].get(name) is not None]
            row[name] = sum(values) / len(values) if values else None
        return row

    return summary


def answered(values: Iterable[str], right: Iterable[str], label: str, allowed: Sequence[str]) -> list[dict[str, Any]]:
    """Count how often each allowed value is right and how often it was answered: a constant answer shows at once."""
    given, gold = Counter(values), Counter(right)
    return [{label: value, "right": gold[value], "answered": given[value]} for value in allowed]
