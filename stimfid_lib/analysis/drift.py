"""Drift: the same frozen suite on two snapshots, paired by cell: improved, regressed, flat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import polars as pl

from stimfid_lib.analysis.bootstrap import N_BOOT
from stimfid_lib.analysis.compared import ALL
from stimfid_lib.analysis.paired import models_compared
from stimfid_lib.analysis.rates import Rate, rate
from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED

DRIFT_LABELS: Mapping[str, str] = MappingProxyType(
    {
        "constraint_satisfaction": "satisfaction",
        "fabrication_rate": "made-up words",
        "list_pass_rate": "whole lists",
        "refusal_rate": "refusals",
    }
)

DRIFT_RATES: tuple[Rate, ...] = tuple(rate(name) for name in DRIFT_LABELS)
"""What drift is told of: whether lists got better, and whether models invent or refuse more."""

_SAME = {
    "suite_sha256": "the suite",
    "lexicon_words_sha256": "the lexicon's words",
    "lexicon_pairs_sha256": "the lexicon's pairs",
    "wordlist_sha256": "the real-word list",
    "feature_distance_threshold": "the threshold of feature distance",
}


@dataclass(frozen=True, eq=False)
class Drift:
    """Two snapshots compared: the table, and the models that only one of them holds."""

    table: pl.DataFrame
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]


def require_same_ground(before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Hold that two manifests froze the same suite under the same ground truth.

    Raises:
        Refused: they differ; the text names each difference.
    """
    differ = [
        f"{what} ({str(before.get(name))[:12]}… before, {str(after.get(name))[:12]}… after)"
        for name, what in _SAME.items()
        if before.get(name) != after.get(name)
    ]
    if differ:
        raise Refused(
            f"these snapshots cannot be compared, because they differ in {', '.join(differ)}: a difference of scores "
            "would not be the models'. Ask the same frozen suite again under the same lexicon (`stimfid snapshot`)"
        )


def drift(before: pl.DataFrame, after: pl.DataFrame, n_boot: int = N_BOOT, seed: int = SEED) -> Drift:
    """Compare two snapshots' counts, model by model, paired by cell.

    Args:
        before, after: `cells.cell_counts` of each snapshot, of the same suite (`require_same_ground`).
        n_boot, seed: of the cluster bootstrap.

    Returns:
        `table` with model_key, arm, family (`all` pools them) and the columns of `paired.paired`, one row for each of
        `DRIFT_RATES`; cells and arms that only one snapshot asked are left out.

    A model's name may stand for other weights at each date, so that drift is what a user of the name met with. Flat
    means that no change was shown; with few cells (marked) hardly any could be.

    Raises:
        Refused: no model answered in both.
    """
    old, new = set(before["model_key"]), set(after["model_key"])
    shared = sorted(old & new)
    if not shared:
        raise Refused(
            f"no model answered in both snapshots: {', '.join(sorted(old)) or 'none'} before, "
            f"{', '.join(sorted(new)) or 'none'} after"
        )
    parts = []
    for key in shared:
        both = pl.concat(
            [
                _spread(side.filter(pl.col("model_key") == key), name)
                for side, name in ((before, _BEFORE), (after, _AFTER))
            ],
            how="diagonal",
        )
        table = models_compared(both, _BEFORE, _AFTER, ("arm", "family"), DRIFT_RATES, n_boot, seed)
        parts.append(table.select(pl.lit(key).alias("model_key"), pl.exclude("before_model", "after_model")))
    return Drift(pl.concat(parts), tuple(sorted(old - new)), tuple(sorted(new - old)))


_BEFORE, _AFTER = "before", "after"


def _spread(counts: pl.DataFrame, name: str) -> pl.DataFrame:
    """One snapshot's rows under its side's name, by family and once more with the families pooled."""
    named = counts.with_columns(pl.lit(name).alias("model_key"))
    return pl.concat([named, named.with_columns(pl.lit(ALL).alias("family"))])
