"""All numbers of one snapshot in hand: computed once from the scored tables, shown by tables and figure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import polars as pl

from stimfid_lib.analysis.anatomy import error_anatomy, given_instead
from stimfid_lib.analysis.axes import cell_axes
from stimfid_lib.analysis.bootstrap import N_BOOT
from stimfid_lib.analysis.cells import ENTRY, cell_counts
from stimfid_lib.analysis.checks import Check, check_instrument
from stimfid_lib.analysis.compared import access_pairs, compared
from stimfid_lib.analysis.curves import arms_by_level, difficulty_curves
from stimfid_lib.analysis.hypotheses import Verdict, decide
from stimfid_lib.analysis.intervals import entry_intervals, pooled
from stimfid_lib.analysis.metrics import rates_of
from stimfid_lib.analysis.plan import Plan
from stimfid_lib.analysis.rates import SATISFACTION
from stimfid_lib.analysis.readings import with_other_reading, with_predicted
from stimfid_lib.analysis.sensitivity import sensitivity
from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED
from stimfid_lib.lexicon.lexicon import Lexicon

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
        lexicon: the ground truth; without it there is no anatomy, and no other reading in the sensitivity table.
        plan: the plan in force; without it there are no verdicts.
        g2p: predicted pronunciations of OOV items (`readings.G2P_COLUMNS`), for the sensitivity table.
        names: what verdicts call the models, by key.
    """

    items: pl.DataFrame
    lists: pl.DataFrame
    suite: pl.DataFrame
    n_boot: int = N_BOOT
    seed: int = SEED
    lexicon: Lexicon | None = None
    plan: Plan | None = None
    g2p: pl.DataFrame | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def counts(self) -> pl.DataFrame:
        """Counts per entry and cell (`cells.cell_counts`)."""
        items = self.items
        if self.lexicon is not None:
            items = with_other_reading(items, self.suite, self.lexicon)
        if self.g2p is not None:
            items = with_predicted(items, self.g2p)
        return cell_counts(items, self.lists, self.suite)

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
    def verdicts(self) -> list[Verdict]:
        """H1 to H5, decided by the plan (`hypotheses.decide`).

        Raises:
            Refused: there is no plan.
        """
        if self.plan is None:
            raise Refused("no verdict without a plan: give Results the plan in force")
        return decide(self.counts, self.plan, self.names)

    @cached_property
    def axes(self) -> pl.DataFrame:
        """What each cell asks, as levels on axes (`axes.cell_axes`)."""
        return cell_axes(self.suite)

    @cached_property
    def curves(self) -> pl.DataFrame:
        """Satisfaction at every level of every axis (`curves.difficulty_curves`)."""
        return difficulty_curves(self.counts, self.axes, self.n_boot, self.seed)

    @cached_property
    def arms_by_level(self) -> pl.DataFrame:
        """Expert less naive at every level, paired by cell (`curves.arms_by_level`)."""
        return arms_by_level(self.counts, self.axes, self.n_boot, self.seed)

    @cached_property
    def contrasts(self) -> pl.DataFrame:
        """The stage table `contrasts`: wording, access and interface compared (`compared.compared`)."""
        access = () if self.plan is None else access_pairs(self.plan)
        return compared(self.counts, access, self.n_boot, self.seed)

    @cached_property
    def anatomy(self) -> pl.DataFrame:
        """What kind of error each wrong item is (`anatomy.error_anatomy`)."""
        return error_anatomy(self.items, self.lists, self.suite, self._require_lexicon())

    @cached_property
    def instead(self) -> pl.DataFrame:
        """Which sound or contrast was given for which (`anatomy.given_instead`)."""
        return given_instead(self.items, self.lists, self.suite, self._require_lexicon())

    def _require_lexicon(self) -> Lexicon:
        if self.lexicon is None:
            raise Refused("no anatomy without a lexicon: give Results the one that scored")
        return self.lexicon

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
