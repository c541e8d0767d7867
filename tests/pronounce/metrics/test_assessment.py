"""The whole judgement: pooled, by kind, by first language, in JSON and in lines, and by the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.pronounce.metrics.__main__ import metrics
from stimfid_lib.pronounce.metrics.assessment import assess
from stimfid_lib.pronounce.metrics.told import told
from tests.pronounce.metrics.making import table, written

COLUMN = "cos_dist_transcriber"
RNG = np.random.default_rng(3)
LOW, HIGH = RNG.uniform(0, 0.2, 80), RNG.uniform(0.3, 0.6, 60)


def test_low_variants_and_high_errors_go() -> None:
    found = assess(table(list(LOW), list(HIGH)), COLUMN, 100)
    assert found.verdict == "GO"
    pooled = found.kinds[0]
    assert (pooled.n, pooled.speakers) == (80, 4)
    assert pooled.separation is not None
    assert pooled.separation.n_error == 60
    assert pooled.separation.threshold == pytest.approx((np.percentile(LOW, 75) + np.percentile(HIGH, 25)) / 2)
    assert pooled.gap_interval is not None
    assert pooled.gap_interval.low <= pooled.separation.gap <= pooled.gap_interval.high
    assert pooled.gap_interval.above_zero == 1
    assert [one.name for one in found.by_l1] == ["Arabic", "Korean"]
    assert [one.n for one in found.by_l1] == [40, 40]
    assert all(one.separation is not None and one.separation.n_error == 60 for one in found.by_l1)


def test_poles_the_other_way_round_do_not_go() -> None:
    assert assess(table(list(HIGH), list(LOW)), COLUMN, 100).verdict == "NO-GO"


def test_without_an_error_pole_nothing_is_decided_and_the_rest_is_told() -> None:
    found = assess(table(list(LOW)), COLUMN, 100)
    assert found.verdict == "NOT EVALUABLE"
    text = "\n".join(told(found))
    assert "NOT EVALUABLE: no error pole" in text
    assert "GO:" not in text.replace("NO-GO", "")
    assert found.kinds[0].agreement.rho == pytest.approx(1)


def test_one_speaker_is_judged_without_an_interval() -> None:
    found = assess(table(list(LOW), list(HIGH), speakers=1), COLUMN, 100)
    assert found.verdict == "GO"
    assert found.kinds[0].gap_interval is found.kinds[0].rho_interval is None
    assert "no interval" in "\n".join(told(found))


def test_kinds_leave_out_deletions_and_accents() -> None:
    rows = table(list(LOW)).with_row_index()
    rows = rows.with_columns(
        errortype=pl.when(pl.col("index") < 20).then(pl.lit("d")).otherwise(pl.lit("s")),
        accented=pl.col("index") >= 70,
    )
    assert [one.n for one in assess(rows, COLUMN, 100).kinds] == [80, 60, 50]


def test_rows_of_a_validation_that_heard_nothing_are_refused_in_words() -> None:
    rows = table([0.1, 0.2]).with_columns(llr_transcriber=pl.lit(None, dtype=pl.Float64))
    with pytest.raises(Refused, match=r"no row has a value"):
        assess(rows, "llr_transcriber", 100)


def test_the_command_prints_lines_or_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "rows.parquet", table(list(LOW), list(HIGH)))
    metrics([path], COLUMN, as_json=True, resamples=100)
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["compared_with"]) == ("GO", "cos_dist_oracle")
    pooled = found["kinds"][0]["separation"]
    assert {"u", "p", "p_speakers", "variant_p75", "error_p25", "clean_threshold", "threshold"} <= set(pooled)
    assert len(found["by_l1"]) == 2
    metrics([path], COLUMN, as_json=False, resamples=100)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("GO: p = ")
    with pytest.raises(Refused, match=r"at least 100"):
        metrics([path], COLUMN, resamples=5)


def test_the_command_as_a_person_starts_it(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.parquet", table(list(LOW)))
    command = [sys.executable, "-m", "stimfid_lib.pronounce.metrics", "--rows", str(path)]
    done = subprocess.run([*command, "--resamples", "100"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "NOT EVALUABLE" in done.stdout
    wrong = subprocess.run([*command, "--col", "none"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr.startswith("metrics: --col none")
