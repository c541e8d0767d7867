"""Each distinct item under each distinct request is judged once: the table that all replies share."""

from __future__ import annotations

from collections.abc import Collection

import polars as pl

from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.spelling import normal_spelling
from stimfid_lib.scoring.alignment import PairJudge
from stimfid_lib.scoring.ladder import Ladder
from stimfid_lib.scoring.rows import Row
from stimfid_lib.suite.request import Request

JUDGED_SCHEMA = pl.Schema(
    {
        "request": pl.Int64(),
        "first": pl.String(),
        "second": pl.String(),
        "item": pl.String(),
        "status": pl.String(),
        "failed": pl.List(pl.String()),
        "variant_only": pl.Boolean(),
        "w1": pl.String(),
        "w2": pl.String(),
        "feature_distance": pl.Float64(),
        "distance_met": pl.Boolean(),
        "pair_table_miss": pl.Boolean(),
        "opposed": pl.String(),
        "spelling": pl.String(),
        "root": pl.String(),
    }
)
"""A judged item: `first` and `second` as extracted (`second` null for a word), the item table's columns, `opposed`
(contrast phoneme of a set's member) and the keys by which repeats and padding are seen."""

_BOTH = "\x1f"


class Judge:
    """Judges items with one lexicon, one word list and one distance threshold (see `alignment.PairJudge`)."""

    def __init__(self, lex: Lexicon, wordlist: Collection[str], *, distance_threshold: float | None = None) -> None:
        self._ladder = Ladder(lex, wordlist)
        self._threshold = distance_threshold
        self._judges: dict[Contrast, PairJudge] = {}

    def row(self, asked: Request, first: str, second: str | None) -> Row:
        """Judge one item of a request: a row of `JUDGED_SCHEMA` without its request."""
        if asked.contrast is None:
            return self._word(asked, first)
        if asked.contrast not in self._judges:
            self._judges[asked.contrast] = PairJudge(self._ladder, asked.contrast, self._threshold)
        return self._pair(self._judges[asked.contrast], asked, first, second or "")

    def _word(self, asked: Request, word: str) -> Row:
        verdict = self._ladder.verdict(word, asked.constraints)
        return {
            "first": word,
            "item": word,
            "status": verdict.status,
            "failed": list(verdict.failed),
            "variant_only": verdict.variant_only,
            "spelling": normal_spelling(word),
            "root": self._ladder.root(word),
        }

    def _pair(self, judge: PairJudge, asked: Request, w1: str, w2: str) -> Row:
        verdict = judge.verdict(w1, w2)
        roots = [self._ladder.root(word) for word in (w1, w2) if word]
        opposed = verdict.substitution[1] if verdict.substitution and asked.shape == "sets" else None
        return {
            "first": w1,
            "second": w2,
            "item": f"{w1} - {w2}" if w2 else w1,
            "status": verdict.status,
            "failed": [],
            "variant_only": verdict.variant_only,
            "w1": w1,
            "w2": w2,
            "feature_distance": verdict.feature_distance,
            "distance_met": verdict.distance_met,
            "pair_table_miss": verdict.pair_table_miss,
            "opposed": opposed,
            "spelling": _unordered([normal_spelling(w1), normal_spelling(w2)]),
            "root": _unordered(roots),
        }


def _unordered(forms: list[str | None]) -> str | None:
    """One key for a pair, whichever word comes first; None where a side is missing, so that it repeats nothing."""
    known = [form for form in forms if form]
    return _BOTH.join(sorted(known)) if len(known) == 2 else None
