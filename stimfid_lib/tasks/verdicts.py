"""Yes-or-no verdicts with a confidence, scored once for whoever needs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Judged:
    """What was right and what was answered; None, both, for an answer that does not validate."""

    right: bool
    verdict: bool | None
    confidence: int | None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Figures of a set of verdicts; None is not applicable.

    - `n`: cases; `invalid`: those without a verdict
    - `wanted`: cases whose right verdict is yes; `yes`: verdicts yes
    - `accuracy`, `recall`: of all cases; one without a verdict counts as wrong and as missed
    - `precision`: of the verdicts yes; None without any
    - `auc`: area under the ROC curve of signed confidence (plus for yes, minus for no) over the cases with a verdict;
      None where the raw confidence is constant (it would only repeat the verdict) or only one class is there
    """

    n: int
    invalid: int
    wanted: int
    yes: int
    accuracy: float | None
    precision: float | None
    recall: float | None
    auc: float | None


def score_verdicts(judged: Sequence[Judged]) -> Verdicts:
    """Take the figures of verdicts; the only definition in the project."""
    yes = sum(one.verdict is True for one in judged)
    wanted = sum(one.right for one in judged)
    hits = sum(one.right and one.verdict is True for one in judged)
    return Verdicts(
        n=len(judged),
        invalid=sum(one.verdict is None for one in judged),
        wanted=wanted,
        yes=yes,
        accuracy=sum(one.verdict == one.right for one in judged) / len(judged) if judged else None,
        precision=hits / yes if yes else None,
        recall=hits / wanted if wanted else None,
        auc=_auc(judged),
    )


def confidence_is_constant(judged: Sequence[Judged]) -> bool:
    """Tell whether all verdicts came with one and the same confidence (also where there are none)."""
    return len({one.confidence for one in judged if one.verdict is not None}) < 2


def _auc(judged: Sequence[Judged]) -> float | None:
    valid = [one for one in judged if one.verdict is not None and one.confidence is not None]
    if confidence_is_constant(valid) or len({one.right for one in valid}) < 2:
        return None
    from sklearn.metrics import roc_auc_score

    signed = [float(one.confidence or 0) * (1 if one.verdict else -1) for one in valid]
    return float(roc_auc_score([one.right for one in valid], signed))
