"""Difficulty curves: pooled satisfaction at every level of every axis, and expert less naive at each."""

from __future__ import annotations

import polars as pl

from stimfid_lib.analysis.bootstrap import N_BOOT
from stimfid_lib.analysis.intervals import pooled
from stimfid_lib.analysis.paired import paired
from stimfid_lib.analysis.rates import SATISFACTION
from stimfid_lib.base.seed import SEED

CURVE = ("family", "axis", "level")
"""What names one point of a curve, beside model and arm: levels are compared within a family only."""


def difficulty_curves(counts: pl.DataFrame, axes: pl.DataFrame, n_boot: int = N_BOOT, seed: int = SEED) -> pl.DataFrame:
    """Pool satisfaction over the cells of each level.

    Args:
        counts: `cells.cell_counts`.
        axes: `axes.cell_axes(suite)`.
        n_boot, seed: of the cluster bootstrap.

    Returns:
        model_key, arm, family, axis, level, `place` (order of display) and the columns of `intervals.pooled` without
        `rate`; cells weigh equally, tier 0 is left out.

    Levels of one axis differ in other respects too (final sounds stand in other cells than initial ones), so a
    difference between two levels describes these cells and is no effect of the axis alone. Most levels rest on few
    cells and are marked.
    """
    table = pooled(counts.join(axes, on="cell_id"), ("model_key", "arm", *CURVE, "place"), [SATISFACTION], n_boot, seed)
    return table.sort("model_key", "family", "place", "arm").drop("rate")


def arms_by_level(counts: pl.DataFrame, axes: pl.DataFrame, n_boot: int = N_BOOT, seed: int = SEED) -> pl.DataFrame:
    """Expert less naive at every level, paired by cell: model_key, family, axis, level, place, then `PAIRED_SCHEMA`."""
    placed = counts.join(axes, on="cell_id")
    naive, expert = (placed.filter(pl.col("arm") == arm) for arm in ("naive", "expert"))
    table = paired(naive, expert, ("model_key", *CURVE, "place"), n_boot=n_boot, seed=seed)
    return table.sort("model_key", "family", "place")
