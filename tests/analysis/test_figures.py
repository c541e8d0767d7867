from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.analysis.cells import cell_counts
from stimfid_lib.analysis.drawing import WIDTH, write_figure
from stimfid_lib.analysis.figures import NAME, alt_text, satisfaction_by_tier
from stimfid_lib.analysis.intervals import pooled
from stimfid_lib.analysis.labels import ModelLabel
from stimfid_lib.analysis.looks import looks_of, spread
from stimfid_lib.analysis.rates import SATISFACTION
from stimfid_lib.base.errors import Refused
from tests.analysis.toy import small_study

MODELS = {"tiny": ModelLabel("tiny", "Tiny-1M", "embedded")}


@pytest.fixture(scope="module")
def by_tier() -> pl.DataFrame:
    return pooled(cell_counts(*small_study().frames), ("model_key", "arm", "tier"), [SATISFACTION], n_boot=200)


def texts(figure: object) -> list[str]:
    return [text.get_text() for text in figure.findobj() if hasattr(text, "get_text")]  # type: ignore[attr-defined]


def test_a_panel_per_arm_and_the_ceiling_at_one(by_tier: pl.DataFrame) -> None:
    figure = satisfaction_by_tier(by_tier, "toy lexicon", MODELS)
    assert [panel.get_title(loc="left") for panel in figure.axes] == [
        "Naive:\nas clinicians write",
        "Expert:\nexact, sounds in IPA",
    ]
    for panel in figure.axes:
        flat = [line for line in panel.lines if list(line.get_ydata()) == [1, 1]]
        assert len(flat) == 1
        assert flat[0].get_linestyle() == "--"
    assert texts(figure).count("toy lexicon (by construction)") == 1  # it runs over both panels


def test_points_and_bars_are_the_tables_figures(by_tier: pl.DataFrame) -> None:
    figure = satisfaction_by_tier(by_tier, "toy lexicon", MODELS)
    drawn = [list(bars.lines[0].get_ydata()) for bars in figure.axes[0].containers]
    # tiny passes 3 and 2 of 4 in tier 1, then 2 and 1, then 1 and 0: means 5/8, 3/8, 1/8; the ceiling has no line
    # spelling: tier 1 and 3 (A1 m: 1, the other four families .5) .6; tier 2 (A1 k: 0) .4
    assert drawn[0] == pytest.approx([5 / 8, 3 / 8, 1 / 8])
    assert drawn[1] == pytest.approx([0.6, 0.4, 0.6])
    assert len(drawn) == 2


def test_models_do_not_stand_on_the_same_x(by_tier: pl.DataFrame) -> None:
    figure = satisfaction_by_tier(by_tier, "toy lexicon", MODELS)
    first, second = (bars.lines[0].get_xdata() for bars in figure.axes[0].containers)
    assert (abs(second - first) > 0.05).all()


def test_the_smoke_test_model_is_named_so(by_tier: pl.DataFrame) -> None:
    assert "Tiny-1M\n(smoke test)" in texts(satisfaction_by_tier(by_tier, "toy lexicon", MODELS))
    assert not any("smoke" in text.lower() for text in texts(satisfaction_by_tier(by_tier, "toy lexicon")))


def test_files_are_the_same_bytes_each_time_and_large_enough(by_tier: pl.DataFrame, tmp_path: Path) -> None:
    written = [
        write_figure(satisfaction_by_tier(by_tier, "toy lexicon", MODELS), tmp_path / name, NAME) for name in ("a", "b")
    ]
    for first, second in zip(*written, strict=True):
        assert first.read_bytes() == second.read_bytes()
    png, svg = written[0]
    assert (png.name, svg.name) == ("satisfaction_by_tier.png", "satisfaction_by_tier.svg")
    width = int.from_bytes(png.read_bytes()[16:20], "big")  # the PNG header's width
    assert width / 300 == WIDTH == 6.5  # inches at 300 dpi: a printed page's text width
    assert "<dc:date>" not in svg.read_text(encoding="utf-8")


def test_type_is_readable_at_360_pixels(by_tier: pl.DataFrame) -> None:
    figure = satisfaction_by_tier(by_tier, "toy lexicon", MODELS)
    written = [text for text in figure.findobj() if hasattr(text, "get_text") and text.get_text()]
    heights = [text.get_fontsize() / 72 * 360 / figure.get_figwidth() for text in written]  # type: ignore[attr-defined]
    assert min(heights) > 6.9
    assert len(heights) > 20


def test_a_tier_without_data_is_a_gap_and_one_arm_is_one_panel(by_tier: pl.DataFrame) -> None:
    holed = by_tier.filter(pl.col("arm") == "naive").with_columns(
        pl.when(pl.col("tier") == 2).then(None).otherwise(pl.col("estimate")).alias("estimate")
    )
    figure = satisfaction_by_tier(holed, "toy lexicon", MODELS)
    assert len(figure.axes) == 1
    heights = figure.axes[0].containers[0].lines[0].get_ydata()
    assert [height != height for height in heights] == [False, True, False]
    assert "tier 2 no scored item" in alt_text(holed, "toy lexicon", MODELS)


def test_the_picture_in_words(by_tier: pl.DataFrame) -> None:
    told = alt_text(by_tier, "toy lexicon", MODELS)
    assert "naive, Tiny-1M (smoke-test model): tier 1 0.62 (" in told
    assert "dashed line at 1.0 for toy lexicon (by construction)" in told


def test_nothing_to_draw_is_refused(by_tier: pl.DataFrame) -> None:
    with pytest.raises(Refused, match="nothing to draw"):
        satisfaction_by_tier(by_tier.filter(pl.col("tier") == 9), "toy lexicon")
    with pytest.raises(Refused, match="lacks tier"):
        satisfaction_by_tier(by_tier.drop("tier"), "toy lexicon")


def test_looks_differ_without_colour() -> None:
    labels = [ModelLabel(f"v{n}", f"v{n}") for n in range(6)]
    labels += [ModelLabel("e", "e", "embedded"), *(ModelLabel(f"r{n}", f"r{n}", "reference") for n in range(3))]
    looks = looks_of(labels)
    assert len({(look.marker, look.filled) for look in looks.values()}) == len(labels)


@given(st.lists(st.floats(0, 1), max_size=8))
def test_labels_keep_their_distance_and_order(wanted: list[float]) -> None:
    placed = spread(wanted, [0.06] * len(wanted))
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    heights = [placed[index] for index in order]
    assert all(second - first >= 0.06 - 1e-9 for first, second in pairwise(heights))
    assert all(-1e-9 <= height <= 1 + 1e-9 for height in heights)


def test_labels_with_room_stay_where_they_are() -> None:
    assert spread([0.9, 0.1, 0.5], [0.05, 0.1, 0.05]) == pytest.approx([0.9, 0.1, 0.5])


def test_a_line_of_the_first_panel_alone_is_named_too(by_tier: pl.DataFrame) -> None:
    pasted = by_tier.filter(model_key="tiny", arm="naive").with_columns(model_key=pl.lit("ui_chat"))
    written = texts(satisfaction_by_tier(pl.concat([by_tier, pasted]), "toy lexicon", MODELS))
    assert "ui_chat\n(naive alone)" in written
    assert "Tiny-1M\n(smoke test)" in written  # which has a line in both panels


def test_the_picture_in_words_never_rounds_to_perfection(by_tier: pl.DataFrame) -> None:
    near = by_tier.with_columns(pl.lit(0.998).alias(column) for column in ("estimate", "low", "high"))
    assert "tier 1 >0.99 (>0.99 to >0.99)" in alt_text(near, "toy lexicon", MODELS)
