"""The figure of errors: what was given instead, by family, a panel per arm."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

import polars as pl
from matplotlib.figure import Figure

from stimfid_lib.analysis.anatomy import FAULTS
from stimfid_lib.analysis.dots import NOTHING, DotGroup, DotPlot, dot_plot
from stimfid_lib.analysis.formats import proportion
from stimfid_lib.analysis.labels import CEILING, FAMILIES, ModelLabel, model_labels

SHORT: Mapping[str, str] = {
    "letter": "letters, not the sound",
    "elsewhere": "sound elsewhere",
    "absent": "sound absent",
    "shape": "other shape",
    "too_long": "too long",
    "too_short": "too short",
    "band": "outside the band",
    "norm_unknown": "norm not known",
    "not_a_word": "not a word",
    "wrong_contrast": "other contrast",
    "not_minimal": "words sound alike",
    "variant_or_gt1": "several differences",
    "malformed": "half a pair",
    "wrong_position": "other position",
    "wrong_length": "other length",
    "below_distance": "sounds too near",
    "multiword": "more than one word",
}
"""The faults of `anatomy.FAULTS` in few words."""

_WORTH = 0.005


def anatomy_figure(anatomy: pl.DataFrame, models: Mapping[str, ModelLabel] | None = None) -> Figure:
    """Draw `anatomy.error_anatomy`: the share of scored items with each fault, for faults above one in 200.

    Shares are of items, not of cells, and carry no interval; the reference generators stand beside the models to tell
    what letters alone, or common words alone, would give.
    """
    rows = _drawable(anatomy)
    groups = []
    for family, heading in FAMILIES.items():
        seen = set(rows.filter(family=family)["fault"])
        if seen:
            groups.append(DotGroup(heading, tuple((fault, SHORT[fault]) for fault in FAULTS if fault in seen)))
    points = {
        (row["arm"], FAMILIES[row["family"]], row["fault"], row["model_key"]): (row["share"], None, None)
        for row in rows.iter_rows(named=True)
    }
    most = max((point[0] for point in points.values()), default=0.0)
    plot = DotPlot(
        "What came instead?",
        "Share of scored items with each fault. A word may have\nseveral, a pair has one.",
        "Share of scored items",
        tuple(groups),
        points,
        ("Faults of fewer than one item in 200 are left out.",),
        x_max=max(0.1, ceil(10 * most) / 10),
    )
    return dot_plot(plot, model_labels(rows["model_key"], models))


def anatomy_alt(anatomy: pl.DataFrame, models: Mapping[str, ModelLabel] | None = None) -> str:
    """Say in words what the figure of errors shows: every drawn share."""
    rows = _drawable(anatomy)
    parts = ["Share of scored items with each fault." if rows.height else NOTHING]
    for label in model_labels(rows["model_key"], models):
        for arm, family in (
            rows.filter(model_key=label.key).select("arm", "family").unique().sort("arm", "family").rows()
        ):
            here = rows.filter(model_key=label.key, arm=arm, family=family)
            told = ", ".join(f"{SHORT[row['fault']]} {proportion(row['share'])}" for row in here.to_dicts())
            parts.append(f"{label.name}, {arm}, {family}: {told}.")
    return " ".join(parts)


def _drawable(anatomy: pl.DataFrame) -> pl.DataFrame:
    seen = anatomy.filter(~pl.col("model_key").is_in([CEILING, "echo"]))
    worth = seen.filter(pl.col("share") >= _WORTH).select("family", "fault").unique()
    return seen.join(worth, on=["family", "fault"], how="semi")
