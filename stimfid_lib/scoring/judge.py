"""Each distinct item under each distinct request is judged once, all words of a request at a time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from stimfid_lib.lexicon.checks import saved_by_variant
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.alignment import PairJudge, PairVerdict
from stimfid_lib.scoring.facts import Facts, facts_of
from stimfid_lib.scoring.items import Ints, Items
from stimfid_lib.scoring.ladder import RUNGS, Ladder
from stimfid_lib.suite.request import Request

Column = list[Any]

JUDGED = (
    "item",
    "status",
    "failed",
    "variant_only",
    "w1",
    "w2",
    "feature_distance",
    "distance_met",
    "pair_table_miss",
    "opposed",
)
"""What is known of a judged item: columns of the item table, and `opposed`, the contrast phoneme of a set's member."""

_MET, _FAILED, _MISSING = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Judged:
    """Verdicts on distinct items: `columns` (`JUDGED`) of equal length, and for each item its row in them (`at`)."""

    columns: dict[str, Column]
    at: Ints
    facts: Facts


class Judge:
    """Judges items with one lexicon, one word list and one distance threshold (see `alignment.PairJudge`)."""

    def __init__(self, lex: Lexicon, wordlist: Collection[str], *, distance_threshold: float | None = None) -> None:
        self._lex = lex
        self._ladder = Ladder(lex, wordlist)
        self._threshold = distance_threshold

    def judge(self, items: Items) -> Judged:
        """Judge all items; the cost is that of the distinct ones.

        Raises:
            Refused: a request bands a norm that the lexicon does not hold.
        """
        facts = facts_of(items.spellings, self._ladder)
        size = len(items.spellings) + 1
        key = (items.request * size + items.first) * size + (items.second + 1)
        distinct, at = np.unique(key, return_inverse=True)
        request, rest = np.divmod(distinct, size * size)
        first, second = np.divmod(rest, size)
        columns: dict[str, Column] = {name: [] for name in JUDGED}
        bounds = np.searchsorted(request, np.arange(len(items.requests) + 1))
        for number, asked in enumerate(items.requests):
            of = slice(bounds[number], bounds[number + 1])
            texts = [items.spellings[index] for index in first[of]]
            if asked.contrast is None:
                found = self._words(asked, texts, first[of], facts)
            else:
                found = self._pairs(asked, texts, [items.spellings[index - 1] if index else "" for index in second[of]])
            for name in JUDGED:
                columns[name] += found.get(name) or [None] * len(texts)
        return Judged(columns, at.reshape(-1), facts)

    def _words(self, asked: Request, texts: list[str], codes: Ints, facts: Facts) -> dict[str, Column]:
        rungs, rows = facts.rung[codes], facts.row[codes]
        held = np.flatnonzero(rungs == RUNGS.index("held"))
        outcomes = self._outcomes(asked.constraints, rows[held])
        patterns, which = np.unique(outcomes, axis=0, return_inverse=True)
        told = [_failures(asked.constraints, pattern) for pattern in patterns]
        status: Column = [RUNGS[rung] for rung in rungs]
        failed: Column = [()] * len(texts)
        variant_only: Column = [False] * len(texts)
        varied = self._lex.varied
        for place, row, pattern in zip(held.tolist(), rows[held].tolist(), which.reshape(-1).tolist(), strict=True):
            failures = told[pattern]
            status[place] = "fail" if failures else "pass"
            if failures:
                failed[place] = failures
                variant_only[place] = bool(varied[row]) and self._is_saved(texts[place], asked.constraints, failures)
        return {"item": texts, "status": status, "failed": failed, "variant_only": variant_only}

    def _is_saved(self, word: str, constraints: tuple[Constraint, ...], failures: tuple[str, ...]) -> bool:
        record = self._lex.get(word)
        return record is not None and saved_by_variant(record, constraints, failures)

    def _outcomes(self, constraints: tuple[Constraint, ...], rows: Ints) -> npt.NDArray[np.int8]:
        """A row a word, a column a constraint: met, failed, or failed for want of the norm."""
        outcomes = np.zeros((len(rows), len(constraints)), dtype=np.int8)
        for place, constraint in enumerate(constraints):
            outcomes[:, place] = np.where(self._lex.masks.mask(constraint)[rows], _MET, _FAILED)
            if constraint.kind == "norm_band":
                outcomes[self._lex.masks.without(constraint.params["prop"])[rows], place] = _MISSING
        return outcomes

    def _pairs(self, asked: Request, first: list[str], second: list[str]) -> dict[str, Column]:
        assert asked.contrast is not None
        judge = PairJudge(self._ladder, asked.contrast, self._threshold)
        verdicts = [judge.verdict(w1, w2) for w1, w2 in zip(first, second, strict=True)]
        return {
            "item": [f"{w1} - {w2}" if w2 else w1 for w1, w2 in zip(first, second, strict=True)],
            "status": [verdict.status for verdict in verdicts],
            "failed": [()] * len(verdicts),
            "variant_only": [verdict.variant_only for verdict in verdicts],
            "w1": first,
            "w2": second,
            "feature_distance": [verdict.feature_distance for verdict in verdicts],
            "distance_met": [verdict.distance_met for verdict in verdicts],
            "pair_table_miss": [verdict.pair_table_miss for verdict in verdicts],
            "opposed": [_opposed(verdict) if asked.shape == "sets" else None for verdict in verdicts],
        }


def _failures(constraints: tuple[Constraint, ...], outcomes: npt.NDArray[np.int8]) -> tuple[str, ...]:
    """Entries of the column `failed`, in the constraints' order."""
    return tuple(
        f"{'norm_missing' if outcome == _MISSING else 'norm_band'}:{constraint.params['prop']}"
        if constraint.kind == "norm_band"
        else constraint.kind
        for constraint, outcome in zip(constraints, outcomes, strict=True)
        if outcome != _MET
    )


def _opposed(verdict: PairVerdict) -> str | None:
    return verdict.substitution[1] if verdict.substitution else None
