"""The figure: satisfaction over difficulty tiers, a line per model, a panel per arm, the ceiling dashed at 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

import matplotlib as mpl
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from stimfid_lib.analysis.drawing import DPI, RC, WIDTH, LineEnd, footed, headed, label_ends
from stimfid_lib.analysis.formats import proportion
from stimfid_lib.analysis.intervals import FEW_CELLS
from stimfid_lib.analysis.labels import ARMS, CEILING, FLOOR, TIERS, ModelLabel, model_labels
from stimfid_lib.analysis.looks import looks_of
from stimfid_lib.base.errors import Refused

HEIGHT = 5.3
NAME = "satisfaction_by_tier"


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
    with mpl.rc_context(RC):
        figure = Figure(figsize=(WIDTH, HEIGHT), dpi=DPI)
        panels = figure.subplots(1, len(arms), sharey=True, squeeze=False)[0]
        figure.subplots_adjust(left=0.105, right=0.745, top=1 - 1.36 / HEIGHT, bottom=1.28 / HEIGHT, wspace=0.14)
        for panel, arm in zip(panels, arms, strict=True):
            _panel(panel, shown.filter(pl.col("arm") == arm), labels, arm)
        panels[0].set_ylabel("Share that meets the request")
        panels[0].text(0.68, 1.012, f"{lexicon_name} (by construction)", fontsize=10, va="bottom", ha="left")
        label_ends(panels[-1], _ends(shown, arms, labels), 3.36, 0.058)
        headed(
            figure,
            "Of what comes back, how much meets what was asked?",
            "Scored words and pairs that meet every stated condition;\nfamilies pooled, requests weighed equally.",
        )
        footed(figure, _notes(shown, labels))
    return figure


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


def _panel(axes: Axes, rows: pl.DataFrame, labels: Sequence[ModelLabel], arm: str) -> None:
    looks = looks_of(labels)
    step = min(0.1, 0.6 / max(len(labels), 1))
    for place, label in enumerate(labels):
        look = looks[label.key]
        points = _points(rows, label.key)
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
            elinewidth=0.7 if reference else 1.2,
            capsize=0 if reference else 2.5,
            marker=look.marker,
            markersize=look.size,
            markerfacecolor=look.face,
            markeredgecolor=look.colour,
            zorder=2 if reference else 3,
        )
    axes.plot([0.65, 3.35], [1, 1], color="black", linewidth=1.6, linestyle=(0, (5, 2)), zorder=1)
    axes.set_facecolor("none")  # the ceiling's name runs on into the next panel
    axes.set(xlim=(0.62, 3.38), ylim=(-0.02, 1.08), xticks=TIERS)
    axes.set_xticklabels(["1\nsimplest", "2", "3\nhardest"])
    axes.set_yticks([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    axes.grid(axis="y", color="#E4E4E4", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines["bottom"].set_bounds(0.65, 3.35)
    axes.spines["left"].set_bounds(0, 1)
    axes.set_title(ARMS[arm].replace(": ", ":\n"), loc="left", fontsize=10.5, fontweight="bold", pad=5)
    axes.text(2, -0.17, "Difficulty tier", ha="center", va="top", transform=axes.get_xaxis_transform())


def _points(rows: pl.DataFrame, key: str) -> pl.DataFrame:
    """One model's three tiers, null where nothing was scored."""
    tiers = pl.DataFrame({"tier": TIERS}, schema={"tier": rows.schema["tier"]})
    return tiers.join(rows.filter(pl.col("model_key") == key), on="tier", how="left").sort("tier")


def _ends(rows: pl.DataFrame, arms: Sequence[str], labels: Sequence[ModelLabel]) -> list[LineEnd]:
    """Where each line ends in the last panel, and what it is called there; a line of an earlier panel alone says so."""
    looks = looks_of(labels)
    ends = []
    for label in labels:
        for arm in reversed(arms):
            values = _points(rows.filter(pl.col("arm") == arm), label.key)["estimate"].drop_nulls()
            if len(values):
                alone = None if arm == arms[-1] else arm
                ends.append(LineEnd(float(values[-1]), _end_text(label, alone), looks[label.key], alone is None))
                break
    return ends


def _end_text(label: ModelLabel, alone_in: str | None) -> str:
    remarks = ["(smoke test)"] if label.kind == "embedded" else []
    remarks += [f"({alone_in} alone)"] if alone_in else []
    return "\n".join([*wrap(label.name, 14), *remarks])


def _notes(shown: pl.DataFrame, labels: Sequence[ModelLabel]) -> list[str]:
    cells = shown.filter(pl.col("estimate").is_not_null())["n_cells"]
    few, many = (int(cells.min() or 0), int(cells.max() or 0)) if len(cells) else (0, 0)  # type: ignore[arg-type]
    notes = [f"Bars: 95 % intervals over {few if few == many else f'{few} to {many}'} requests a point."]
    if few < FEW_CELLS:
        notes.append(f"Under {FEW_CELLS} requests they are too short.")
    if any(label.kind == "embedded" for label in labels):
        notes.append("Smoke test: a very small model, which stands for no chatbot.")
    if any(label.key == FLOOR for label in labels):
        notes.append("Spelling obeys letters and fails where sounds are asked for (A1 to A3) alone.")
    return notes


def alt_text(estimates: pl.DataFrame, lexicon_name: str, models: Mapping[str, ModelLabel] | None = None) -> str:
    """Say in words what the figure shows, from the same table: for screen readers and as a check on the picture."""
    shown = _shown(estimates)
    parts = [f"Constraint satisfaction by difficulty tier; dashed line at 1.0 for {lexicon_name} (by construction)."]
    for arm in (arm for arm in ARMS if arm in set(shown["arm"])):
        for label in model_labels(shown["model_key"], models):
            points = shown.filter((pl.col("arm") == arm) & (pl.col("model_key") == label.key)).sort("tier")
            told = [
                f"tier {tier} no scored item"
                if value is None
                else f"tier {tier} {proportion(value)} ({proportion(low)} to {proportion(high)})"
                for tier, value, low, high in points.select("tier", "estimate", "low", "high").iter_rows()
            ]
            if told:
                parts.append(f"{arm}, {label.name} ({label.note}): {', '.join(told)}.")
    return " ".join(parts)
