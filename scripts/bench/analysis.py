"""The bootstrap: one interval, and a whole table of them beside scipy's."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl
from scipy.stats import bootstrap

from scripts.bench.timing import Line, best_of
from stimfid_lib.analysis.bootstrap import (
    N_BOOT,
    PERCENTILES,
    bootstrap_ci,
    cluster_weights,
    one_thread,
    quantiles,
    ratio_replicates,
)
from stimfid_lib.analysis.cells import ENTRY
from stimfid_lib.analysis.intervals import entry_intervals
from stimfid_lib.analysis.rates import rate
from stimfid_lib.analysis.sums import CellSums

RATES = [rate("constraint_satisfaction"), rate("fabrication_rate")]
MODELS, CELLS = 8, 10


def lines() -> Iterator[Line]:
    """Time one interval, then 480: 8 models x 2 arms x 5 families x 3 tiers x 2 rates, ten cells each."""
    cells = pl.DataFrame({"cell_id": [f"c{n % 30}" for n in range(300)], "value": [n % 10 / 10 for n in range(300)]})
    interval = best_of(lambda: bootstrap_ci(cells, "value"))
    yield Line(f"one interval, {N_BOOT:,} resamples", f"{interval * 1e3:.1f} ms")

    counts = _counts()
    percentile, table = best_of(lambda: _percentiles(counts)), best_of(lambda: _table(counts))
    theirs, theirs_bca = best_of(lambda: _scipy(counts, "percentile")), best_of(lambda: _scipy(counts, "BCa"))
    n = counts.height // CELLS * len(RATES)
    yield Line(
        f"{n} percentile intervals",
        f"{percentile * 1e3:.0f} ms",
        f"scipy on cluster indices {theirs * 1e3:.0f} ms: {theirs / percentile:.0f} times as long",
    )
    yield Line(
        f"{n} entries, percentile and BCa and boundary",
        f"{table * 1e3:.0f} ms",
        f"scipy's first two {(theirs + theirs_bca) * 1e3:.0f} ms: {(theirs + theirs_bca) / table:.0f} times as long",
    )


def _counts() -> pl.DataFrame:
    """Counts of a made-up study, a row a cell."""
    rng = np.random.default_rng(215)
    keys = [
        (family, f"m{model}", arm, tier, f"{family}-{tier}{cell:02d}")
        for model in range(MODELS)
        for arm in ("naive", "expert")
        for family in ("A1", "A2", "A3", "B1", "B2")
        for tier in (1, 2, 3)
        for cell in range(CELLS)
    ]
    scored = rng.integers(20, 31, len(keys))
    return pl.DataFrame(keys, schema=[*ENTRY, "cell_id"], orient="row").with_columns(
        pl.Series("n_scored", scored),
        pl.Series("n_pass", rng.binomial(scored, rng.beta(4, 1, len(keys)))),
        pl.Series("n_counted", scored),
        pl.Series("n_not_a_word", rng.binomial(scored, 0.1)),
    )


def _table(counts: pl.DataFrame) -> None:
    cluster_weights.cache_clear()  # the draws belong to the work
    entry_intervals(counts, RATES)


def _percentiles(counts: pl.DataFrame) -> None:
    """The percentile half of `intervals`, from the counts on."""
    cluster_weights.cache_clear()
    sums = CellSums.of(counts, ENTRY, RATES, "items")
    room = np.empty((2, sums.largest_block * len(RATES), N_BOOT))
    with one_thread():
        for clusters, _, tops, bottoms in sums.blocks():
            replicates = ratio_replicates(cluster_weights(clusters), tops, bottoms, room)
            replicates.sort(axis=1)
            for share in PERCENTILES:
                quantiles(replicates, np.full(len(replicates), share / 100))


def _scipy(counts: pl.DataFrame, method: str) -> None:
    """The same intervals one by one: scipy draws cell numbers, vectorised over resamples."""
    for _, entry in counts.group_by(ENTRY):
        for one in RATES:
            top, bottom = entry[one.numerator[0]].to_numpy(), entry[one.denominator[0]].to_numpy()

            def ratio(drawn: np.ndarray, axis: int = -1, top=top, bottom=bottom) -> np.ndarray:  # type: ignore[no-untyped-def, type-arg]
                return top[drawn].sum(axis=axis) / bottom[drawn].sum(axis=axis)

            cells = (np.arange(len(top)),)
            rng = np.random.default_rng(215)
            bootstrap(cells, ratio, n_resamples=N_BOOT, method=method, vectorized=True, rng=rng)
