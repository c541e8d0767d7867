"""From trials to figures: areas under the curve, false flags, and intervals that resample words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from stimfid_lib.base.seed import SEED
from stimfid_lib.pronounce.evaluate.trials import Trial

N_RESAMPLES = 400
Floats = npt.NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Figure:
    """An estimate with its 95 % percentile interval over resampled words, and how many things it counts."""

    value: float
    low: float
    high: float
    n: int

    def as_dict(self) -> dict[str, Any]:
        """As the measurements' file holds it, four digits."""
        return {"value": round(self.value, 4), "interval": [round(self.low, 4), round(self.high, 4)], "n": self.n}


def auc(right: Sequence[float] | Floats, wrong: Sequence[float] | Floats) -> float:
    """Chance that a right case scores above a wrong one, ties counting half: the area under the ROC curve; NaN if
    either is absent."""
    if not len(right) or not len(wrong):
        return float("nan")
    ranks = rankdata(np.concatenate([np.asarray(right), np.asarray(wrong)]))
    n = len(right)
    return float((ranks[:n].sum() - n * (n + 1) / 2) / (n * len(wrong)))


def by_word(items: Sequence[T], word_of: Callable[[T], str], statistic: Callable[[Sequence[T]], float]) -> Figure:
    """A statistic of items, and its interval by resampling words with all that belongs to them.

    Words are not the only cluster: the recordings come from a few voices, and the interval does not carry to others.
    """
    groups: dict[str, list[T]] = {}
    for item in items:
        groups.setdefault(word_of(item), []).append(item)
    pools, rng = list(groups.values()), np.random.default_rng(SEED)
    draws = []
    for _ in range(N_RESAMPLES):
        drawn = rng.integers(0, len(pools), len(pools))
        draws.append(statistic([item for index in drawn for item in pools[index]]))
    low, high = np.nanpercentile(draws, [2.5, 97.5])
    return Figure(statistic(items), float(low), float(high), len(items))


def position_scores(rows: Sequence[Trial], method: str) -> tuple[list[float], list[float]]:
    """Scores at the positions of right targets, and at the wrong positions of decoys; `method` is llr or free."""
    right = [score for row in rows if row.wrong is None for score in getattr(row, method)]
    wrong = [getattr(row, method)[row.wrong] for row in rows if row.wrong is not None]
    return right, wrong


def word_scores(rows: Sequence[Trial], method: str) -> tuple[list[float], list[float]]:
    """Scores of whole words: of right targets, and of decoys."""
    name = f"overall_{method}"
    right = [getattr(row, name) for row in rows if row.wrong is None]
    return right, [getattr(row, name) for row in rows if row.wrong is not None]


def separation(rows: Sequence[Trial]) -> dict[str, dict[str, Any]]:
    """Both areas by both methods, over the rows given (right targets and one kind of decoys)."""
    table: dict[str, dict[str, Any]] = {}
    for method in ("free", "llr"):

        def positions(some: Sequence[Trial], method: str = method) -> float:
            return auc(*position_scores(some, method))

        def words(some: Sequence[Trial], method: str = method) -> float:
            return auc(*word_scores(some, method))

        table[method] = {
            "position_auc": by_word(rows, lambda row: row.words, positions).as_dict(),
            "word_auc": by_word(rows, lambda row: row.words, words).as_dict(),
        }
    return table


def flagged(rows: Sequence[Trial], method: str, threshold: float) -> Figure:
    """Share of rows whose class is `error`: of right targets a false-flag rate, of decoys a hit rate."""
    return by_word(
        rows,
        lambda row: row.words,
        lambda some: float(np.mean([_is_error(row, method, threshold) for row in some])) if some else float("nan"),
    )


def _is_error(row: Trial, method: str, threshold: float) -> bool:
    return row.free_class == "error" if method == "free" else row.overall_llr < threshold


def chosen_threshold(rows: Sequence[Trial], false_flags: float) -> float:
    """The highest tenth of a nat at which at most this share of right targets lies below."""
    overall = [row.overall_llr for row in rows if row.wrong is None]
    steps = np.arange(0, -200, -1) / 10
    return next(float(step) for step in steps if np.mean(np.asarray(overall) < step) <= false_flags)
