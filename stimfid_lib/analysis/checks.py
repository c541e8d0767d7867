"""Checks of the instrument itself: a ceiling that must be perfect, a floor that must fail where letters mislead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from stimfid_lib.analysis.cells import cell_counts
from stimfid_lib.analysis.labels import CEILING, FLOOR
from stimfid_lib.analysis.metrics import cell_rates
from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import constraints_from_json
from stimfid_lib.scoring.rows import KEYS, STATUSES

MISLED = ("k", "s", "ʃ", "θ", "ð")
"""Sounds that English spells in several ways, so that a generator which obeys letters must fail on them."""

TRANSPARENT = ("m", "b", "p", "d", "n")
"""Sounds whose letter nearly always stands for them."""

WANTED_DROP = 0.2


@dataclass(frozen=True)
class Check:
    """One check: what was measured, what was wanted, and whether it holds (None: these data cannot tell)."""

    name: str
    value: str
    wanted: str
    passed: bool | None


def check_instrument(items: pl.DataFrame, lists: pl.DataFrame, suite: pl.DataFrame) -> list[Check]:
    """Check the scored replies of the two reference generators, and that item and list rows agree.

    The `lexicon` generator draws only words that satisfy its prompt: every scored item must pass, every list must be
    complete and pass, and none may hold a repeat. If its rows are missing these checks fail, since without them a low
    rate of a model could be a fault of extraction or scoring. The `spelling` generator obeys letters: its
    satisfaction on A1 cells (mean of cell means, both arms) must be at least .2 lower for k s ʃ θ ð than for
    m b p d n; where the suite holds no cell of one group, or the generator did not run, the check says so and is
    neither passed nor failed. The checks show that the chain can see right and wrong answers; they do not show that
    extraction reads every model's replies equally well (the hand audit does).

    Raises:
        Refused: the tables do not fit together (see `cells.cell_counts`).
    """
    counts = cell_counts(items, lists, suite)
    return [*_ceiling(counts, lists), _floor(counts, suite), _agreement(items, lists)]


def require_passed(checks: Sequence[Check]) -> None:
    """Stop the study if a check failed; a check that these data cannot decide does not stop it.

    Raises:
        Refused: at least one check has `passed` False; the text names each with its value and what was wanted.
    """
    failed = [check for check in checks if check.passed is False]
    if failed:
        told = "; ".join(f"{check.name}: {check.value}, wanted {check.wanted}" for check in failed)
        raise Refused(f"the instrument check failed, so no rate of this run can be read. {told}")


def _ceiling(counts: pl.DataFrame, lists: pl.DataFrame) -> list[Check]:
    names = ("Ceiling: satisfaction", "Ceiling: lists that pass", "Ceiling: repeats")
    wanted = ("1.0 exactly, in every cell", "all", "0")
    ceiling = counts.filter(pl.col("model_key") == CEILING)
    if ceiling.is_empty():
        absent = f"no reply of the generator {CEILING!r}; add it to the run's models"
        return [Check(name, absent, want, False) for name, want in zip(names, wanted, strict=True)]
    passed, scored = int(ceiling["n_pass"].sum()), int(ceiling["n_scored"].sum())
    whole, n_lists = int(ceiling["n_lists_pass"].sum()), int(ceiling["n_lists"].sum())
    repeats = int(ceiling["n_duplicate"].sum()) + int(
        lists.filter((pl.col("model_key") == CEILING) & (pl.col("n_dupes") > 0)).height
    )
    faulty = ceiling.filter((pl.col("n_pass") != pl.col("n_scored")) | (pl.col("n_scored") == 0))["cell_id"]
    where = f"; not perfect: {', '.join(faulty.unique().sort().head(5))}" if len(faulty) else ""
    return [
        Check(names[0], f"{passed} of {scored} scored items{where}", wanted[0], faulty.is_empty()),
        Check(names[1], f"{whole} of {n_lists} lists", wanted[1], 0 < whole == n_lists),
        Check(names[2], str(repeats), wanted[2], repeats == 0),
    ]


def _floor(counts: pl.DataFrame, suite: pl.DataFrame) -> Check:
    name = "Floor: letters mislead"
    wanted = f"{' '.join(MISLED)} at least {WANTED_DROP} below {' '.join(TRANSPARENT)}"
    rates = cell_rates(counts.filter(pl.col("model_key") == FLOOR, pl.col("family") == "A1", pl.col("tier") != 0))
    targets = _targets(suite)
    by_group: list[float] = []
    for group in (MISLED, TRANSPARENT):
        cells = [cell for cell, phoneme in targets.items() if phoneme in group]
        mean = rates.filter(pl.col("cell_id").is_in(cells))["constraint_satisfaction"].mean()
        if not isinstance(mean, float):
            return Check(name, f"no scored A1 cell of {' '.join(group)} by {FLOOR!r}", wanted, None)
        by_group.append(mean)
    misled, transparent = by_group
    value = f"{misled:.3f} against {transparent:.3f}, {transparent - misled:.3f} lower"
    return Check(name, value, wanted, bool(transparent - misled >= WANTED_DROP))


def _targets(suite: pl.DataFrame) -> dict[str, str]:
    """The phoneme that each A1 cell asks for."""
    targets: dict[str, str] = {}
    for cell, text in suite.filter(pl.col("family") == "A1").select("cell_id", "constraints_json").iter_rows():
        for constraint in constraints_from_json(text or "[]"):
            if constraint.kind in ("phoneme_at", "contains_phoneme"):
                targets[cell] = constraint.params["phoneme"]
    return targets


def _agreement(items: pl.DataFrame, lists: pl.DataFrame) -> Check:
    """Recount the list rows from the item rows."""
    key = list(KEYS)
    told = [name for name in STATUSES if f"n_{name}" in lists.columns]
    recount = items.group_by(key).agg(
        pl.len().alias("n_returned"),
        *((~pl.col("variant_only") & (pl.col("status") == name)).sum().alias(f"n_{name}") for name in told),
        pl.col("variant_only").sum().alias("n_variant_only"),
        pl.col("duplicate").sum().alias("n_dupes"),
        pl.col("morph_pad").sum().alias("n_morph_pad"),
    )
    counts = [column for column in recount.columns if column not in key]
    both = lists.select(*key, *counts).join(recount, on=key, how="full", coalesce=True, suffix="_recounted")
    both = both.with_columns(pl.col(f"{column}_recounted").fill_null(0) for column in counts)
    differ = both.filter(pl.any_horizontal(pl.col(name).ne_missing(pl.col(f"{name}_recounted")) for name in counts))
    value = f"{differ.height} of {both.height} replies differ"
    if differ.height:
        value += f", first {differ.sort(key)['prompt_id'][0]}"
    return Check("Item rows and list rows agree", value, "0 replies differ", differ.is_empty())
