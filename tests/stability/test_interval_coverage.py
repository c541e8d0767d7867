from __future__ import annotations

import random
import re
from math import sqrt
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stimfid_lib.cli import app
from stimfid_lib.stability.interval_coverage import CASES, interval_coverage
from stimfid_lib.stability.measure.bootstrap import interval, resampled_gaps


def test_the_specifications_coverage_at_a_true_gap_of_zero() -> None:
    assert interval_coverage(120, 0.5, 0.5).covered == pytest.approx(0.77, abs=0.005)
    assert interval_coverage(30, 0.5, 0.5).covered == pytest.approx(0.91, abs=0.005)


def test_at_a_true_gap_of_zero_no_interval_lies_below_it() -> None:
    found = interval_coverage(30, 0.5, 0.5)
    assert found.below == 0
    assert found.covered + found.above == pytest.approx(1)
    assert found.gap_pct == 0


def test_far_from_zero_it_covers_what_it_says() -> None:
    assert interval_coverage(120, 0.3, 0.7).covered == pytest.approx(0.95, abs=0.01)


def test_one_response_each_by_hand() -> None:
    """Shares ½ and ½: both alike half of the time, interval [0, 0]; else [1, 1], wholly above the true gap of 0."""
    found = interval_coverage(1, 0.5, 0.5)
    assert (found.covered, found.above, found.below) == pytest.approx((0.5, 0.5, 0.0))
    certain = interval_coverage(1, 1.0, 0.0)
    assert (certain.covered, certain.above, certain.below) == pytest.approx((1.0, 0.0, 0.0))


@pytest.mark.parametrize(("p_a", "p_b"), [(0.5, 0.5), (0.5, 0.8)])
def test_simulated_intervals_of_measure_cover_as_often_as_enumerated(p_a: float, p_b: float) -> None:
    n, runs, resamples, rng = 30, 400, 200, random.Random(215)
    covered = 0
    for _ in range(runs):
        a, b = (sum(rng.random() < share for _ in range(n)) for share in (p_a, p_b))
        found = interval(resampled_gaps([(a, n - a)], [(b, n - b)], rng, resamples))
        assert found is not None
        covered += float(found.low) <= abs(p_a - p_b) + 1e-9 and float(found.high) >= abs(p_a - p_b) - 1e-9
    wanted = interval_coverage(n, p_a, p_b, resamples).covered
    assert covered / runs == pytest.approx(wanted, abs=4 * sqrt(wanted * (1 - wanted) / runs))


def test_the_documents_table_is_what_the_code_gives() -> None:
    page = (Path(__file__).parents[2] / "docs" / "stability.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| (\d+) \| ([\d.]+), ([\d.]+) \| (\d+) % \| ([\d.]+) % \| ([\d.]+) % \| ([\d.]+) % \|", page)
    assert len(rows) == 8
    for n, p_a, p_b, gap, *stated in rows:
        found = interval_coverage(int(n), float(p_a), float(p_b))
        assert round(found.gap_pct) == int(gap)
        assert [f"{100 * share:.1f}" for share in (found.covered, found.above, found.below)] == stated


def test_the_command_tells_a_line_for_each_case() -> None:
    told = CliRunner().invoke(app, ["stability", "interval", "--n", "30"])
    assert told.exit_code == 0
    lines = told.output.splitlines()
    assert len(lines) == 1 + len(CASES)
    assert lines[1].split()[:5] == ["30", "0.50,", "0.50", "0", "%"]
    assert "90.7 %" in lines[1]
