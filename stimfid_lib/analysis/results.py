"""All numbers of one snapshot in hand: computed once from the scored tables, shown by tables and figure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import polars as pl

from stimfid_lib.analysis.bootstrap import N_BOOT
from stimfid_lib.analysis.cells import ENTRY, cell_counts
from stimfid_lib.analysis.checks import Check, check_instrument
from stimfid_lib.analysis.intervals import entry_intervals, pooled
from stimfid_lib.analysis.metrics import rates_of
from stimfid_lib.analysis.rates import SATISFACTION
from stimfid_lib.analysis.sensitivity import sensitivity
from stimfid_lib.base.seed import SEED

_INTERVAL = ("low", "high", "boundary_low", "boundary_high", "n_cells", "few_cells")


@dataclass(frozen=True, eq=False)
class Results:
    """What the scored tables of a snapshot come to; every table is computed when first asked for and kept.

    Args:
        items: item rows (`scoring.rows.ITEM_SCHEMA`).
        lists: list rows (`scoring.rows.LIST_SCHEMA`).
        suite: the suite that was asked.
        n_boot: resamples of the cluster bootstrap.
        seed: seed of its draws.
    """

    items: pl.DataFrame
    lists: pl.DataFrame
    suite: pl.DataFrame
    n_boot: int = N_BOOT
    seed: int = SEED

    @cached_property
    def counts(self) -> pl.DataFrame:
        """Counts per entry and cell (`cells.cell_counts`)."""
        return cell_counts(self.items, self.lists, self.suite)

    @cached_property
    def summary(self) -> pl.DataFrame:
        """Every rate per family x model x arm x tier (`metrics.summarize`)."""
        return rates_of(self.counts, ENTRY)

    @cached_property
    def entries(self) -> pl.DataFrame:
        """The same rates in long form with both intervals (`intervals.entry_intervals`)."""
        return entry_intervals(self.counts, n_boot=self.n_boot, seed=self.seed)

    @cached_property
    def by_arm(self) -> pl.DataFrame:
        """Rates pooled over families and tiers, per model and arm."""
        return pooled(self.counts, ("model_key", "arm"), n_boot=self.n_boot, seed=self.seed)

    @cached_property
    def by_tier(self) -> pl.DataFrame:
        """Rates pooled over families, per model, arm and tier: what the figure draws."""
        return pooled(self.counts, ("model_key", "arm", "tier"), n_boot=self.n_boot, seed=self.seed)

    @cached_property
    def by_family(self) -> pl.DataFrame:
        """Rates pooled over tiers, per model, arm and family."""
        return pooled(self.counts, ("model_key", "arm", "family"), n_boot=self.n_boot, seed=self.seed)

    @cached_property
    def sensitivity(self) -> pl.DataFrame:
        """Pooled satisfaction under other ways to count (`sensitivity.sensitivity`)."""
        return sensitivity(self.counts, n_boot=self.n_boot, seed=self.seed)

    @cached_property
    def checks(self) -> list[Check]:
        """The instrument's checks (`checks.check_instrument`)."""
        return check_instrument(self.items, self.lists, self.suite)

    @cached_property
    def metrics(self) -> pl.DataFrame:
        """The stage table `metrics`: `summary` with satisfaction's intervals beside it, sorted.

        Further columns: `constraint_satisfaction_low`, `_high` (percentile), `_boundary_low`, `_boundary_high`,
        `_n_cells` (cells with a scored item), `_few_cells` (fewer than 15).
        """
        name = SATISFACTION.name
        intervals = self.entries.filter(pl.col("rate") == name).select(
            *ENTRY, pl.col(_INTERVAL).name.prefix(f"{name}_")
        )
        return self.summary.join(intervals, on=list(ENTRY), how="left", maintain_order="left").sort(ENTRY)
