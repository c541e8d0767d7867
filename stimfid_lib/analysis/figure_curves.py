"""The figure of difficulty: satisfaction at the levels of each axis, a panel per arm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl
from matplotlib.figure import Figure

from stimfid_lib.analysis.dots import NOTHING, DotGroup, DotPlot, dot_plot
from stimfid_lib.analysis.formats import proportion
from stimfid_lib.analysis.labels import CEILING, ModelLabel, model_labels

SHOWN: Mapping[tuple[str, str], str] = {
    ("A1", "sound class"): "A1 Class of the sound",
    ("A1", "position"): "A1 Position of the sound",
    ("A1", "syllables"): "A1 Syllables",
    ("A2", "cluster"): "A2 Cluster",
    ("A2", "shape"): "A2 Word shape",
    ("A3", "contrast"): "A3 Kind of contrast",
    ("B1", "band"): "B1 Norm band",
    ("B2", "band"): "B2 Norm band",
}
"""The axes that are drawn, by family, and their headings; the others are in the table."""

_FEWEST = 3  # a level with one cell or two is a request and no level


def difficulty_figure(curves: pl.DataFrame, models: Mapping[str, ModelLabel] | None = None) -> Figure:
    """Draw `curves.difficulty_curves`: a row a level with at least three cells, a marker a model, 95 % intervals.

    The ceiling is left out (1.0 everywhere by construction), and so is the generator `echo`. Rows of one heading are
    comparable, with the caution of `difficulty_curves`: levels differ in more than their name.
    """
    rows = _drawable(curves)
    groups = tuple(DotGroup(heading, levels) for key, heading in SHOWN.items() if (levels := _levels(rows, key)))
    points = {
        (row["arm"], SHOWN[row["family"], row["axis"]], row["level"], row["model_key"]): (
            row["estimate"],
            row["low"],
            row["high"],
        )
        for row in rows.iter_rows(named=True)
    }
    plot = DotPlot(
        "What makes a request hard?",
        "Share of scored items that meet every stated condition, by what\nwas asked; requests weighed equally.",
        "Share that meets the request",
        groups,
        points,
        ("In parentheses: requests at that level. Bars: 95 % intervals,", "too short under 15 requests."),
    )
    return dot_plot(plot, _labels(rows, models))


def difficulty_alt(curves: pl.DataFrame, models: Mapping[str, ModelLabel] | None = None) -> str:
    """Say in words what the figure of difficulty shows: every drawn level's estimate."""
    rows = _drawable(curves)
    parts = ["Satisfaction by what was asked." if rows.height else NOTHING]
    for label in _labels(rows, models):
        mine = rows.filter(pl.col("model_key") == label.key)
        for arm in mine["arm"].unique().sort(descending=True):
            told = [
                f"{heading}: "
                + ", ".join(f"{row['level']} {proportion(row['estimate'])}" for row in here.sort("place").to_dicts())
                for (family, axis), heading in SHOWN.items()
                if not (here := mine.filter(arm=arm, family=family, axis=axis)).is_empty()
            ]
            parts.append(f"{label.name}, {arm}: {'; '.join(told)}.")
    return " ".join(parts)


def _drawable(curves: pl.DataFrame) -> pl.DataFrame:
    keys = pl.DataFrame([*SHOWN], schema=["family", "axis"], orient="row")
    return curves.join(keys, on=["family", "axis"], how="semi").filter(
        pl.col("estimate").is_not_null(),
        ~pl.col("model_key").is_in([CEILING, "echo"]),
        pl.col("n_cells") >= _FEWEST,
    )


def _labels(rows: pl.DataFrame, models: Mapping[str, ModelLabel] | None) -> Sequence[ModelLabel]:
    return model_labels(rows["model_key"], models)


def _levels(rows: pl.DataFrame, key: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    here = rows.filter(family=key[0], axis=key[1]).group_by("level", "place").agg(pl.col("n_cells").max()).sort("place")
    return tuple((level, f"{level} ({n})") for level, n in here.select("level", "n_cells").iter_rows())
