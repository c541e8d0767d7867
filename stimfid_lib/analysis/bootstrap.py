"""Cluster bootstrap: one seeded weight matrix over cells, reused over every column that is counted on those cells."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import UNIT
from stimfid_lib.base.seed import SEED

Floats = npt.NDArray[np.float64]

N_BOOT = 2000
PERCENTILES = (2.5, 97.5)


def bootstrap_ci(
    df: pl.DataFrame,
    metric_col: str,
    cluster_col: str = "cell_id",
    n_boot: int = N_BOOT,
    seed: int = SEED,
) -> tuple[float | None, float | None]:
    """Bound the mean of `metric_col` by the percentile interval (2.5, 97.5) of a cluster bootstrap.

    Clusters are drawn with replacement and bring all their rows; the statistic is the mean over the rows drawn. With
    one row per scored item (0 or 1) that is the ratio pass / D of a table entry; with one row per cell it is the mean
    of cell means. Null and NaN values are left out beforehand. One cluster returns (m, m) with m the mean; no value
    at all returns (None, None). The result does not depend on the order of rows. The draws depend on the seed and on
    which clusters there are: two metrics over the same clusters share their draws, so that differences are paired.

    The interval speaks of other cells of the same kind, not of other models or days. It is short where clusters are
    few or values lie near 0 or 1; `boundary.boundary_interval` stands beside it for that reason.

    Raises:
        Refused: a column is missing, a cluster is null, or `n_boot` is below 1.
    """
    for column in (metric_col, cluster_col):
        if column not in df.columns:
            raise Refused(f"the table has no column {column!r}: it holds {', '.join(df.columns)}")
    values = df.select(
        pl.col(cluster_col).cast(pl.String).alias("cluster"), pl.col(metric_col).cast(pl.Float64).alias("metric")
    ).filter(pl.col("metric").is_not_null() & pl.col("metric").is_not_nan())
    if values["cluster"].null_count():
        raise Refused(f"column {cluster_col!r} holds a null: every row must name its cluster")
    sums = (
        values.sort("cluster", "metric")  # one order of addition, whatever the order of rows
        .group_by("cluster", maintain_order=True)
        .agg(pl.col("metric").sum(), pl.len().alias("n"))
    )
    if sums.is_empty():
        return None, None
    if sums.height == 1:
        mean = float(sums["metric"][0] / sums["n"][0])
        return mean, mean
    weights = cluster_weights(tuple(sums["cluster"]), n_boot, seed)
    replicates = ratio_replicates(weights, sums["metric"].to_numpy()[:, None], sums["n"].to_numpy()[:, None])
    low, high = percentile_bounds(replicates)
    return float(low[0]), float(high[0])


@lru_cache(maxsize=128)
def cluster_weights(clusters: tuple[str, ...], n_boot: int = N_BOOT, seed: int = SEED) -> Floats:
    """Draw how often each cluster enters each resample: (n_boot, n_clusters), rows summing to n_clusters.

    Columns follow `clusters`, which must be sorted and unique. The generator is seeded by (seed, digest of the
    clusters): the same cells give the same draws to every model, arm and rate (paired by construction), other cells
    independent ones. The array is read-only because it is shared.

    Raises:
        Refused: `n_boot` is below 1, or the clusters are not sorted and unique.
    """
    if n_boot < 1:
        raise Refused(f"n_boot is {n_boot}: at least one resample is needed (the study uses {N_BOOT})")
    if list(clusters) != sorted(set(clusters)):
        raise Refused("clusters must be sorted and unique: pass tuple(sorted(set(ids)))")
    digest = hashlib.sha256(UNIT.join(clusters).encode()).digest()
    rng = np.random.default_rng([seed, int.from_bytes(digest[:8], "big")])
    n = len(clusters)
    drawn = rng.integers(0, n, size=(n_boot, n)) + n * np.arange(n_boot)[:, None]
    weights = np.bincount(drawn.ravel(), minlength=n_boot * n).reshape(n_boot, n).astype(np.float64)
    weights.flags.writeable = False
    return weights


def ratio_replicates(weights: Floats, numerators: npt.ArrayLike, denominators: npt.ArrayLike) -> Floats:
    """Recompute sum(numerator) / sum(denominator) in every resample, for K columns at once.

    Arguments are (n_boot, C) weights and two (C, K) arrays; the result is (n_boot, K). A resample that draws only
    cells with an empty denominator gives NaN. Counts stay below 2**53, so the sums are exact.
    """
    # einsum instead of a BLAS product: the order of addition does not depend on threads, and with matrices this
    # small threads cost more than they save (480 columns on two busy cores: 370 ms in all with BLAS, 140 with einsum)
    top: Floats = np.einsum("bc,ck->bk", weights, np.asarray(numerators, dtype=np.float64))
    bottom: Floats = np.einsum("bc,ck->bk", weights, np.asarray(denominators, dtype=np.float64))
    ratios: Floats = np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)
    return ratios


def percentile_bounds(replicates: Floats, percentiles: Sequence[float] = PERCENTILES) -> tuple[Floats, Floats]:
    """Take the two percentiles of every column of (n_boot, K), NaN replicates left out; an all-NaN column gives NaN."""
    low, high = np.full(replicates.shape[1], np.nan), np.full(replicates.shape[1], np.nan)
    holes = np.isnan(replicates)
    full = ~holes.any(axis=0)
    if full.any():
        low[full], high[full] = np.percentile(replicates[:, full], percentiles, axis=0)
    for column in np.flatnonzero(~full & ~holes.all(axis=0)):
        low[column], high[column] = np.percentile(replicates[~holes[:, column], column], percentiles)
    return low, high
