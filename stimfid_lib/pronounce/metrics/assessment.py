"""The whole judgement of a table of rows: pooled, by kind of token, by first language."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.pronounce.metrics.agreement import Agreement, agreement, dense_ranks, rank_correlation
from stimfid_lib.pronounce.metrics.resampling import N_RESAMPLES, Interval, by_speaker
from stimfid_lib.pronounce.metrics.separation import Separation, separation, speakers_p, verdict
from stimfid_lib.pronounce.metrics.tokens import ORACLE, TRANSCRIBER, Tokens, tokens_of

KINDS: dict[str, pl.Expr] = {
    "all tokens": pl.lit(value=True),
    "substitutions": pl.col("errortype") == "s",
    "substitutions without accent": (pl.col("errortype") == "s") & ~pl.col("accented").fill_null(value=False),
}
"""Kinds of token that are judged apart. The distance of a deletion is 1 by definition, and an accented deviation of
the right phone has distance 0, so both move quartiles and ranks by themselves."""


@dataclass(frozen=True)
class Judged:
    """One group of tokens: variants against the whole error pole, recogniser against annotator, over how many speakers.

    `p_speakers` is the test over speakers' medians; `gap_interval` is that of the quartiles' distance, `auc_interval`
    that of the AUC less one half.
    """

    name: str
    speakers: int
    n: int
    median: float | None
    p75: float | None
    separation: Separation | None
    p_speakers: float | None
    gap_interval: Interval | None
    auc_interval: Interval | None
    agreement: Agreement
    rho_interval: Interval | None

    @property
    def verdict(self) -> str:
        """GO, NO-GO or NOT EVALUABLE."""
        return verdict(self.separation)

    def as_dict(self) -> dict[str, Any]:
        """For JSON, with what is derived."""
        found = self.separation
        apart = None
        if found is not None:
            apart = asdict(found) | {"gap": found.gap, "clean_threshold": found.clean, "threshold": found.threshold}
            apart["p_speakers"] = self.p_speakers
            apart["gap_interval"] = self.gap_interval and self.gap_interval.as_dict()
            apart["auc_less_half_interval"] = self.auc_interval and self.auc_interval.as_dict()
        return {
            "name": self.name,
            "speakers": self.speakers,
            "n": self.n,
            "median": self.median,
            "p75": self.p75,
            "separation": apart,
            "verdict": self.verdict,
            "spearman": asdict(self.agreement) | {"interval": self.rho_interval and self.rho_interval.as_dict()},
        }


@dataclass(frozen=True)
class Assessment:
    """Every judgement of one column; the first of `kinds` is the pooled one, whose verdict is the assessment's."""

    column: str
    partner: str
    kinds: tuple[Judged, ...]
    by_l1: tuple[Judged, ...]

    @property
    def verdict(self) -> str:
        """GO, NO-GO or NOT EVALUABLE, over all tokens."""
        return self.kinds[0].verdict

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "column": self.column,
            "compared_with": self.partner,
            "verdict": self.verdict,
            "kinds": [one.as_dict() for one in self.kinds],
            "by_l1": [one.as_dict() for one in self.by_l1],
        }


def assess(table: pl.DataFrame, column: str, n_resamples: int = N_RESAMPLES) -> Assessment:
    """Judge one column of a table from `read_rows`.

    Each first language's variants are set against the whole error pole, whoever spoke that.

    Raises:
        Refused: no such column, or no token has a value in it.
    """
    if np.isnan(tokens_of(table, column).value).all():
        raise Refused(f"--col {column}: no row has a value (a server gives no likelihood ratios)")
    errors = table.filter(pl.col("source") == "error")
    variants = table.filter(pl.col("source") == "variant")
    kinds = [_judged(name, table.filter(keep), column, n_resamples) for name, keep in KINDS.items()]
    languages = sorted(variants["l1"].unique().to_list())
    by_l1 = [
        _judged(l1, pl.concat([variants.filter(pl.col("l1") == l1), errors]), column, n_resamples) for l1 in languages
    ]
    return Assessment(column, TRANSCRIBER if column == ORACLE else ORACLE, tuple(kinds), tuple(by_l1))


def _judged(name: str, table: pl.DataFrame, column: str, n_resamples: int) -> Judged:
    tokens = tokens_of(table, column)
    variant, error = tokens.poles()
    pairs = tokens.pairs()
    found = separation(variant.value, error.value)
    both = (variant, error) if found is not None else ()
    return Judged(
        name=name,
        speakers=len(np.unique(variant.speaker)),
        n=int(variant.value.size),
        median=float(np.median(variant.value)) if variant.value.size else None,
        p75=float(np.percentile(variant.value, 75)) if variant.value.size else None,
        separation=found,
        p_speakers=speakers_p(variant, error),
        gap_interval=by_speaker(both, _gap, n_resamples) if both else None,
        auc_interval=by_speaker(both, _auc_less_half, n_resamples) if both else None,
        agreement=agreement(pairs.value, pairs.partner),
        rho_interval=by_speaker((_dense(pairs),), _rho, n_resamples),
    )


def _gap(variant: Tokens, error: Tokens) -> float:
    return float(np.percentile(error.value, 25) - np.percentile(variant.value, 75))


def _auc_less_half(variant: Tokens, error: Tokens) -> float:
    ordered = np.sort(variant.value)
    below = np.searchsorted(ordered, error.value, side="left") + np.searchsorted(ordered, error.value, side="right")
    return float(below.sum() / (2 * variant.value.size * error.value.size)) - 0.5


def _dense(pairs: Tokens) -> Tokens:
    return replace(pairs, value=dense_ranks(pairs.value), partner=dense_ranks(pairs.partner))


def _rho(pairs: Tokens) -> float:
    return rank_correlation(pairs.value, pairs.partner)
