"""The audit as a table, for the analysis stage and the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from stimfid_lib.scoring.audit_accuracy import AuditFigures, Read, audit_figures, second_coder
from stimfid_lib.scoring.audit_sheet import AuditRow, Key
from stimfid_lib.scoring.extract import extract_for

ALL = "all"

AUDIT_SCHEMA = pl.Schema(
    {
        "model_key": pl.String(),
        "n_sampled": pl.Int64(),
        "n_judged": pl.Int64(),
        "n_skipped": pl.Int64(),
        "n_right": pl.Int64(),
        "accuracy": pl.Float64(),
        "low": pl.Float64(),
        "high": pl.Float64(),
        "item_precision": pl.Float64(),
        "item_recall": pl.Float64(),
        "n_changed": pl.Int64(),
        "kappa": pl.Float64(),
        "kappa_low": pl.Float64(),
        "kappa_high": pl.Float64(),
        "n_both": pl.Int64(),
    }
)
"""One row a model and one for all together (`model_key` "all"); κ stands in the latter only, null without a second
coder. `accuracy`, `low`, `high`, `item_precision`, `item_recall` are null where nothing was judged or found."""


def audit_table(
    rows: Sequence[AuditRow], extracted: Mapping[Key, Read], second: Sequence[AuditRow] | None = None
) -> pl.DataFrame:
    """The figures as a table (`AUDIT_SCHEMA`): all replies together, then each model's, sorted."""
    agreement = second_coder(rows, second) if second is not None else None
    table = []
    for model in (ALL, *sorted({row.key[1] for row in rows})):
        figures = audit_figures([row for row in rows if model in (ALL, row.key[1])], extracted)
        kappa = (
            {"kappa": agreement.kappa, "kappa_low": agreement.low, "kappa_high": agreement.high, "n_both": agreement.n}
            if agreement and model == ALL
            else {}
        )
        values = {name: getattr(figures, name) for name in AuditFigures.__dataclass_fields__}
        table.append({"model_key": model, **values, **kappa})
    return pl.DataFrame(table, schema=AUDIT_SCHEMA)


def read_again(rows: Sequence[AuditRow]) -> dict[Key, Read]:
    """What the deterministic reader makes now of the replies that stand in a sheet, which needs no snapshot."""
    found = {row.key: extract_for(row.reply, row.kind) for row in rows}
    return {
        key: (tuple((item,) if isinstance(item, str) else tuple(item) for item in one.items), one.refusal)
        for key, one in found.items()
    }


def extracted_now(extracted: pl.DataFrame) -> dict[Key, Read]:
    """What is extracted now, by reply, from the table `extracted`."""
    columns = ("prompt_id", "model_key", "replicate", "entries", "refusal")
    return {
        (prompt, model, replicate): (tuple(map(tuple, entries)), refusal)
        for prompt, model, replicate, entries, refusal in extracted.select(columns).iter_rows()
    }
