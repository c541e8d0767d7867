"""Tables of verdicts, comparisons, errors and simulations; the two further figures."""

from __future__ import annotations

import re

import polars as pl
import pytest

from stimfid_lib.analysis.compared import compared
from stimfid_lib.analysis.comparison_tables import (
    anatomy_table,
    comparisons_table,
    coverage_table,
    drift_table,
    instead_table,
    power_table,
    rates_defined_table,
)
from stimfid_lib.analysis.dots import NOTHING
from stimfid_lib.analysis.drift import drift
from stimfid_lib.analysis.figure_anatomy import anatomy_alt, anatomy_figure
from stimfid_lib.analysis.figure_curves import difficulty_alt, difficulty_figure
from stimfid_lib.analysis.formats import p_value, signed
from stimfid_lib.analysis.hypotheses import decide
from stimfid_lib.analysis.labels import ModelLabel
from stimfid_lib.analysis.rates import RATES
from stimfid_lib.analysis.tables import table_html
from stimfid_lib.analysis.verdict_table import hypotheses_table
from tests.analysis.planned import CEILING, EMBEDDED, planted, toy_plan

ONE = ModelLabel("m", "Model One")
MODELS = {"m": ONE}


@pytest.fixture(scope="module")
def counts() -> pl.DataFrame:
    return planted(lambda _family, tier, arm: 14 - 3 * tier + (4 if arm == "expert" else 0), cells=2)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.054, "+0.05"), (-0.2, "−0.20"), (0.0, "0.00"), (0.001, "+0.00"), (-0.001, "−0.00"), (None, "–")],
)
def test_a_difference_has_its_sign(value: float | None, text: str) -> None:
    assert signed(value) == text


def test_p_values_are_never_zero() -> None:
    assert p_value(0.0004) == "p < 0.001"
    assert p_value(0.0456) == "p = 0.046"


def test_verdicts_stand_with_the_figures_that_decided(counts: pl.DataFrame) -> None:
    page = table_html(hypotheses_table(decide(counts, toy_plan([EMBEDDED])), toy_plan([EMBEDDED]), MODELS))
    assert "Not evaluable" in page
    assert "no model of free access was planned" in page.replace("No model", "no model")
    assert "Supported, smoke test only (Holm p" in page
    assert "no plan was registered, so these verdicts are exploratory" in page
    # expert less naive: four of 20 in every cell
    assert "<b>+0.20</b> [+0.20, +0.20]" in page


def test_under_a_frozen_plan_the_date_stands_there(counts: pl.DataFrame) -> None:
    plan = toy_plan([CEILING]).model_copy(update={"frozen_on": "2026-12-01"})
    page = table_html(hypotheses_table(decide(counts, plan), plan, MODELS))
    assert "Decided by the plan frozen on 2026-12-01" in page


def test_comparisons_show_both_sides_and_the_difference(counts: pl.DataFrame) -> None:
    page = table_html(comparisons_table(compared(counts), "wording", MODELS, "toy lexicon"))
    # naive 11, 8, 5 of 20, expert 15, 12, 9: means .40 and .60
    assert "0.40, 0.60" in page
    assert "<b>+0.20</b><br>[+0.20, +0.20]" in page
    assert "nothing to compare" in table_html(comparisons_table(compared(counts), "access", MODELS, "toy lexicon"))


def test_drift_has_its_verdict(counts: pl.DataFrame) -> None:
    worse = planted(lambda _family, tier, arm: 12 - 3 * tier + (4 if arm == "expert" else 0), cells=2)
    page = table_html(drift_table(drift(counts, worse).table, MODELS))
    assert page.count("regressed") == 12  # two arms, five families and all
    assert "Model One, naive" in page


def test_every_rate_is_defined() -> None:
    page = table_html(rates_defined_table())
    for one in RATES:
        assert one.label in page
        assert one.denominator_label in page


ANATOMY = pl.DataFrame(
    {
        "family": ["A1", "A1", "A3"],
        "model_key": ["m"] * 3,
        "arm": ["naive", "expert", "naive"],
        "fault": ["letter", "absent", "wrong_contrast"],
        "n": [8, 1, 3],
        "n_scored": [40, 40, 30],
        "share": [0.2, 0.025, 0.1],
    }
)


def test_faults_in_words_with_their_shares() -> None:
    page = table_html(anatomy_table(ANATOMY, ONE, "toy lexicon"))
    assert "The letters are there, the sound is not" in page
    assert "0.20 (8)" in page
    assert "no fault" in table_html(anatomy_table(ANATOMY, ModelLabel("other", "Other"), "toy lexicon"))


def test_what_was_given_most_stands_first() -> None:
    rows = [("A1", "m", "naive", "θ initial", "ð", 2), ("A1", "m", "expert", "θ initial", "ð", 3)]
    rows += [("A1", "m", "naive", "k final", "s", 4)]
    names = ["family", "model_key", "arm", "asked", "given", "n"]
    page = table_html(instead_table(pl.DataFrame(rows, schema=names, orient="row"), ONE))
    body = page[page.index("<tbody") :]
    assert re.findall(r">(\d+)<", body) == ["5", "4"]


def test_simulated_tables() -> None:
    coverage = pl.DataFrame(
        {
            "n_cells": [10] * 3,
            "mean": [0.97] * 3,
            "correlation": [0.2] * 3,
            "method": ["percentile", "bca", "boundary"],
            "coverage": [0.72, 0.78, 0.99],
            "width": [0.08, 0.09, 0.24],
        }
    )
    page = table_html(coverage_table(coverage, 2000, 0.2))
    assert "0.72 (0.08)" in page
    assert "2,000 simulated studies" in page
    power = pl.DataFrame(
        {
            "scenario": ["small"],
            "correlation": [0.2],
            "hypothesis": ["H1"],
            "truth": ["t"],
            "supported": [0.8],
            "error": [0.03],
        }
    )
    assert "0.80 (0.03)" in table_html(power_table(power, 0.2))


CURVES = pl.DataFrame(
    {
        "model_key": ["m"] * 3 + ["lexicon"],
        "arm": ["naive"] * 4,
        "family": ["A1"] * 4,
        "axis": ["position"] * 4,
        "level": ["initial", "final", "medial", "initial"],
        "place": [0, 2, 1, 0],
        "estimate": [0.9, 0.6, 0.3, 1.0],
        "low": [0.8, 0.5, 0.2, 1.0],
        "high": [1.0, 0.7, 0.4, 1.0],
        "n_cells": [12, 3, 2, 12],
    }
)


def texts(figure: object) -> list[str]:
    return [text.get_text() for text in figure.findobj() if hasattr(text, "get_text")]  # type: ignore[attr-defined]


def test_the_figure_of_difficulty_shows_levels_of_three_cells_and_no_ceiling() -> None:
    figure = difficulty_figure(CURVES, MODELS)
    written = texts(figure)
    assert "A1 Position of the sound" in written
    assert {"initial (12)", "final (3)"} <= set(written)
    assert "medial (2)" not in written
    assert "Model One" in written
    marks = [line for line in figure.axes[0].lines if line.get_marker() == "o"]
    assert sorted(float(line.get_xdata()[0]) for line in marks) == [0.6, 0.9]  # type: ignore[index, arg-type]
    assert "initial 0.90, final 0.60" in difficulty_alt(CURVES, MODELS)


def test_the_figure_of_errors_has_a_row_a_fault() -> None:
    written = texts(anatomy_figure(ANATOMY, MODELS))
    assert {"letters, not the sound", "sound absent", "other contrast"} <= set(written)
    assert "Model One, naive, A1: letters, not the sound 0.20." in anatomy_alt(ANATOMY, MODELS)


def test_with_the_ceiling_alone_the_figures_say_that_there_is_nothing() -> None:
    ceiling = CURVES.filter(model_key="lexicon")
    assert NOTHING in texts(difficulty_figure(ceiling))
    assert NOTHING in texts(anatomy_figure(ANATOMY.clear()))
    assert difficulty_alt(ceiling) == anatomy_alt(ANATOMY.clear()) == NOTHING


def test_type_of_the_further_figures_is_readable_at_360_pixels() -> None:
    for figure in (difficulty_figure(CURVES, MODELS), anatomy_figure(ANATOMY, MODELS)):
        sizes = [one.get_fontsize() for one in figure.findobj() if hasattr(one, "get_fontsize")]  # type: ignore[attr-defined]
        assert min(sizes) / 72 * 360 / figure.get_figwidth() > 6.9


def test_words_for_pictures_never_round_to_perfection() -> None:
    near = CURVES.with_columns(estimate=pl.lit(0.998))
    assert "initial >0.99" in difficulty_alt(near, MODELS)
    assert "1.00" not in difficulty_alt(near, MODELS)
