"""The figure: satisfaction over difficulty tiers, a line per model, a panel per arm, the ceiling dashed at 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import Any

import matplotlib as mpl
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from stimfid_lib.analysis.intervals import FEW_CELLS
from stimfid_lib.analysis.labels import ARMS, CEILING, FLOOR, TIERS, ModelLabel, model_labels
from stimfid_lib.analysis.looks import Look, looks_of, spread
from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import atomic_writer

NAME = "satisfaction_by_tier"
DPI = 300


_RC: Any = {
    "svg.hashsalt": "stimfid",  # element ids come from it instead of from a random number
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same glyphs everywhere
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def satisfaction_by_tier(
    estimates: pl.DataFrame, lexicon_name: str, models: Mapping[str, ModelLabel] | None = None
) -> Figure:
    """Draw satisfaction (proportion, 0 to 1) against tier with 95 % intervals.

    Args:
        estimates: `intervals.pooled(counts, ("model_key", "arm", "tier"), [SATISFACTION])`; rows of other rates are
            passed over. A null estimate leaves a gap.
        lexicon_name: name of the lexicon in use; it labels the dashed line at 1.0, which is not measured here: every
            word of the lexicon that meets a prompt meets it. The `lexicon` generator is that line and is not drawn
            twice.
        models: labels by model key.

    The picture supports comparison of tiers within a model and of models within a tier, on these cells and under
    this lexicon. It does not show families apart, and an embedded model in it stands for no vendor's product.

    Raises:
        Refused: a column is missing or no row is left.
    """
    shown = _shown(estimates)
    labels = [label for label in model_labels(shown["model_key"], models) if label.key != CEILING]
    arms = [arm for arm in ARMS if arm in set(shown["arm"])]
    with mpl.rc_context(_RC):
        figure = Figure(figsize=(5.1 * len(arms), 4.7), dpi=DPI)
        panels = figure.subplots(1, len(arms), sharey=True, squeeze=False)[0]
        figure.subplots_adjust(left=0.115 / len(arms) + 0.003, right=0.995, top=0.79, bottom=0.24, wspace=0.03)
        for panel, arm in zip(panels, arms, strict=True):
            _panel(panel, shown.filter(pl.col("arm") == arm), labels, arm, lexicon_name)
        panels[0].set_ylabel("Constraint satisfaction (proportion)")
        _words(figure, shown, labels)
    return figure


def write_figure(figure: Figure, folder: Path, name: str = NAME) -> tuple[Path, Path]:
    """Write `<folder>/<name>.png` (300 dpi) and `.svg`, whole or not at all; the same data give the same bytes."""
    png, svg = Path(folder) / f"{name}.png", Path(folder) / f"{name}.svg"
    with mpl.rc_context(_RC):
        for path, form, metadata in ((png, "png", {"Software": None}), (svg, "svg", {"Date": None, "Creator": None})):
            drawn = BytesIO()
            figure.savefig(drawn, format=form, dpi=DPI, metadata=metadata, facecolor="white")
            with atomic_writer(path) as handle:
                handle.write(drawn.getvalue())
    return png, svg


def _shown(estimates: pl.DataFrame) -> pl.DataFrame:
    wanted = ("model_key", "arm", "tier", "rate", "estimate", "low", "high", "n_cells")
    missing = [column for column in wanted if column not in estimates.columns]
    if missing:
        raise Refused(f"the figure's table lacks {', '.join(missing)}: pass pooled(counts, (model_key, arm, tier))")
    shown = estimates.filter(
        (pl.col("rate") == "constraint_satisfaction") & pl.col("tier").is_in(TIERS) & pl.col("arm").is_in(list(ARMS))
    )
    if shown.is_empty():
        raise Refused("no satisfaction row for tiers 1 to 3 and the arms naive or expert: nothing to draw")
    return shown


def _panel(axes: Axes, rows: pl.DataFrame, labels: Sequence[ModelLabel], arm: str, lexicon_name: str) -> None:
    looks = looks_of(labels)
    step = min(0.09, 0.58 / max(len(labels), 1))
    ends: list[tuple[float, str, Look]] = []
    tiers = pl.DataFrame({"tier": TIERS}, schema={"tier": rows.schema["tier"]})
    for place, label in enumerate(labels):
        look = looks[label.key]
        points = tiers.join(rows.filter(pl.col("model_key") == label.key), on="tier", how="left").sort("tier")
        if points["estimate"].is_null().all():
            continue
        x = [tier + (place - (len(labels) - 1) / 2) * step for tier in TIERS]
        y, low, high = (points[column].to_numpy() for column in ("estimate", "low", "high"))  # null is NaN: a gap
        reference = label.is_reference
        axes.errorbar(
            x,
            y,
            yerr=[y - low, high - y],
            color=look.colour,
            linestyle=look.dash,
            linewidth=look.width,
            elinewidth=0.7 if reference else 1.1,
            capsize=0 if reference else 2.5,
            marker=look.marker,
            markersize=look.size,
            markerfacecolor=look.colour if look.filled else "white",
            markeredgecolor=look.colour,
            zorder=2 if reference else 3,
        )
        ends.append((float(points["estimate"].drop_nulls()[-1]), _end_text(label), look))
    axes.plot([0.65, 3.35], [1, 1], color="black", linewidth=1.1, linestyle=(0, (5, 3)), zorder=1)
    axes.text(0.68, 1.015, f"{lexicon_name} (by construction)", fontsize=8, va="bottom", ha="left")
    axes.set(xlim=(0.65, 4.6), ylim=(-0.02, 1.1), xticks=TIERS)
    axes.set_xticklabels(["1\nsimplest", "2", "3\nhardest"])
    axes.set_yticks([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    axes.spines["bottom"].set_bounds(0.65, 3.35)
    axes.spines["left"].set_bounds(0, 1)
    axes.set_title(ARMS[arm], loc="left", fontsize=10, fontweight="bold", pad=8)
    axes.text(2, -0.155, "Difficulty tier", ha="center", va="top", transform=axes.get_xaxis_transform())
    heights = [0.01 + 0.047 * (1 + text.count("\n")) for _, text, _ in ends]
    for (y_end, text, look), at in zip(ends, spread([end[0] for end in ends], heights), strict=True):
        axes.plot([3.34, 3.44], [y_end, at], color=look.colour, linewidth=0.5)
        face = look.colour if look.filled else "white"
        axes.plot(3.5, at, look.marker, color=look.colour, markerfacecolor=face, markersize=look.size - 1)
        axes.text(3.57, at, text, fontsize=8, va="center", ha="left", color="#666666" if look.width < 1 else "black")


def _end_text(label: ModelLabel) -> str:
    lines = wrap(label.name, 20)
    return "\n".join([*lines, "(smoke test)"] if label.kind == "embedded" else lines)


def _words(figure: Figure, shown: pl.DataFrame, labels: Sequence[ModelLabel]) -> None:
    cells = shown.filter(pl.col("estimate").is_not_null())["n_cells"]
    few, many = (int(cells.min() or 0), int(cells.max() or 0)) if len(cells) else (0, 0)  # type: ignore[arg-type]
    figure.text(
        0.012, 0.965, "Of what comes back, how much meets what was asked?", fontsize=12.5, fontweight="bold", va="top"
    )
    figure.text(
        0.012,
        0.905,
        "Share of scored words and pairs that meet every stated constraint; families pooled, cells weighed equally.",
        fontsize=9,
        va="top",
    )
    count = f"{few}" if few == many else f"{few} to {many}"
    notes = [f"Bars: 95 % interval, cluster bootstrap over {count} cells a point."]
    if few < FEW_CELLS:
        notes.append(f"Under {FEW_CELLS} cells such intervals are too short.")
    if any(label.kind == "embedded" for label in labels):
        notes.append("\nSmoke test: a very small model that shows that the chain runs; it stands for no chatbot.")
    if any(label.key == FLOOR for label in labels):
        notes.append("\nSpelling obeys letters; B1 and B2 ask for no sound, so it passes there: a floor in A only.")
    figure.text(0.012, 0.015, " ".join(notes).replace(" \n", "\n"), fontsize=7.5, va="bottom", color="#444444")


def alt_text(estimates: pl.DataFrame, lexicon_name: str, models: Mapping[str, ModelLabel] | None = None) -> str:
    """Say in words what the figure shows, from the same table: for screen readers and as a check on the picture."""
    shown = _shown(estimates)
    parts = [f"Constraint satisfaction by difficulty tier; dashed line at 1.0 for {lexicon_name} (by construction)."]
    for arm in (arm for arm in ARMS if arm in set(shown["arm"])):
        for label in model_labels(shown["model_key"], models):
            points = shown.filter((pl.col("arm") == arm) & (pl.col("model_key") == label.key)).sort("tier")
            told = [
                f"tier {tier} no scored item" if value is None else f"tier {tier} {value:.2f} ({low:.2f} to {high:.2f})"
                for tier, value, low, high in points.select("tier", "estimate", "low", "high").iter_rows()
            ]
            if told:
                parts.append(f"{arm}, {label.name} ({label.note}): {', '.join(told)}.")
    return " ".join(parts)
