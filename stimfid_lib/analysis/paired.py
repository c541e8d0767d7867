"""Two sides compared cell by cell: arms, free and paid access, snapshots, user interface and API."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from stimfid_lib.analysis.bootstrap import N_BOOT
from stimfid_lib.analysis.drawn import drawn, means_by_cell
from stimfid_lib.analysis.intervals import FEW_CELLS
from stimfid_lib.analysis.rates import SATISFACTION, Rate
from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED

PAIRED_SCHEMA = {
    "rate": pl.String,
    "before": pl.Float64,
    "after": pl.Float64,
    "difference": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "p": pl.Float64,
    "n_cells": pl.Int64,
    "few_cells": pl.Boolean,
    "change": pl.String,
}


def paired(
    before: pl.DataFrame,
    after: pl.DataFrame,
    keys: Sequence[str] = (),
    rates: Sequence[Rate] = (SATISFACTION,),
    n_boot: int = N_BOOT,
    seed: int = SEED,
) -> pl.DataFrame:
    """Compare two sides over the cells that both of them scored: after less before, cells weighed equally.

    Args:
        before, after: rows of `cells.cell_counts`, the two sides; tier 0 is left out.
        keys: columns within whose values cells are compared, for example ("model_key", "family").
        rates: what to compare.
        n_boot, seed: of the cluster bootstrap; both sides of a cell are drawn together.

    Returns:
        keys, then `PAIRED_SCHEMA`: means of cell means of both sides over the shared cells, their difference with its
        percentile interval and two-sided p, the number of shared cells, `few_cells` (below 15), and `change`:
        improved or regressed where the interval excludes 0 (towards higher satisfaction, or a lower rate of faults),
        else flat. A key without a shared cell has no row. Flat says that no change was shown, not that there was none.
    """
    rows = []
    groups: list[dict[str, object]] = [{}]
    if keys:
        groups = before.select(keys).unique().join(after.select(keys).unique(), on=list(keys)).sort(keys).to_dicts()
    for group in groups:
        one, other = (_within(side, group) for side in (before, after))
        for rate in rates:
            old, new = means_by_cell(one, rate), means_by_cell(other, rate)
            cells = sorted(old.keys() & new.keys())
            moved = drawn({cell: new[cell] - old[cell] for cell in cells}, n_boot, seed)
            if moved is None:
                continue
            low, high = moved.interval
            rows.append(
                group
                | {
                    "rate": rate.name,
                    "before": _mean([old[cell] for cell in cells]),
                    "after": _mean([new[cell] for cell in cells]),
                    "difference": moved.estimate,
                    "low": low,
                    "high": high,
                    "p": min(moved.p_not_above(0), moved.p_not_below(0)),
                    "n_cells": len(cells),
                    "few_cells": len(cells) < FEW_CELLS,
                    "change": _change(low, high, rate),
                }
            )
    schema = {key: before.schema[key] for key in keys} | PAIRED_SCHEMA
    return pl.DataFrame(rows, schema=schema, orient="row")


def arms_compared(
    counts: pl.DataFrame, keys: Sequence[str] = ("model_key",), n_boot: int = N_BOOT, seed: int = SEED
) -> pl.DataFrame:
    """Expert wording less naive, paired by cell, satisfaction, within `keys`."""
    naive, expert = (counts.filter(pl.col("arm") == arm) for arm in ("naive", "expert"))
    return paired(naive, expert, keys, n_boot=n_boot, seed=seed)


def models_compared(
    counts: pl.DataFrame,
    before: str,
    after: str,
    keys: Sequence[str] = ("arm",),
    rates: Sequence[Rate] = (SATISFACTION,),
    n_boot: int = N_BOOT,
    seed: int = SEED,
) -> pl.DataFrame:
    """One model less another over the cells and arms that both answered, within `keys`.

    Columns of `paired`, after `before_model` and `after_model`. Free against paid products, and answers pasted from a
    user interface (`ui_…`) against the API's, are such comparisons.

    Raises:
        Refused: a model has no reply in `counts`.
    """
    answered = set(counts["model_key"])
    for key in (before, after):
        if key not in answered:
            raise Refused(f"no reply of {key!r}: models that answered are {', '.join(sorted(answered)) or 'none'}")
    sides = [counts.filter(pl.col("model_key") == key) for key in (before, after)]
    prompts = sides[0].select("cell_id", "arm").join(sides[1].select("cell_id", "arm"), on=["cell_id", "arm"])
    one, other = (side.join(prompts.unique(), on=["cell_id", "arm"], how="semi") for side in sides)
    table = paired(one, other, keys, rates, n_boot, seed)
    return table.select(pl.lit(before).alias("before_model"), pl.lit(after).alias("after_model"), pl.all())


UI_PREFIX = "ui_"


def ui_counterparts(keys: Sequence[str]) -> list[tuple[str, str]]:
    """Match each model of pasted answers (`ui_<product>`) with the API's: the key `<product>`, else `<product>_…`."""
    api = sorted(key for key in set(keys) if not key.startswith(UI_PREFIX))
    matched = []
    for ui in sorted(key for key in set(keys) if key.startswith(UI_PREFIX)):
        product = ui.removeprefix(UI_PREFIX)
        same = [key for key in api if key == product] or [key for key in api if key.startswith(f"{product}_")]
        matched += [(ui, key) for key in same]
    return matched


def _within(side: pl.DataFrame, group: dict[str, object]) -> pl.DataFrame:
    return side.filter(*(pl.col(key) == value for key, value in group.items())) if group else side


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 12)


def _change(low: float, high: float, rate: Rate) -> str:
    better = 1 if rate.higher_is_better else -1
    if low > 0 or high < 0:
        return "improved" if (low > 0) == (better > 0) else "regressed"
    return "flat"
