"""Rows in, numbers out: files, poles, missing and wrong columns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.pronounce.metrics.tokens import read_rows, tokens_of
from tests.pronounce.metrics.making import table, written


def test_rows_without_a_source_are_variants_and_files_are_put_together(tmp_path: Path) -> None:
    plain = written(tmp_path / "rows.parquet", table([0.1, 0.2]).drop("source"))
    (tmp_path / "pole.csv").write_text("speaker,source,cos_dist_transcriber\nx,error,0.5\ny,error,\n")
    rows = read_rows([plain, tmp_path / "pole.csv"])
    assert rows["source"].to_list() == ["variant", "variant", "error", "error"]
    assert rows["l1"].to_list() == ["Arabic", "Korean", "unknown", "unknown"]
    variant, error = tokens_of(rows, "cos_dist_transcriber").poles()
    assert (variant.value.tolist(), error.value.tolist()) == ([0.1, 0.2], [0.5]), "a row without a value is in no pole"
    assert len({*variant.speaker.tolist(), *error.speaker.tolist()}) == 3


def test_the_oracle_is_compared_with_the_transcriber_and_anything_else_with_the_oracle() -> None:
    rows = table([0.1, 0.2], oracle=[0.3, 0.4])
    assert tokens_of(rows, "cos_dist_transcriber").pairs().partner.tolist() == [0.3, 0.4]
    assert tokens_of(rows, "cos_dist_oracle").pairs().partner.tolist() == [0.1, 0.2]


def test_a_likelihood_ratio_is_turned_so_that_more_is_worse() -> None:
    rows = table([0.1, 0.2]).with_columns(llr_transcriber=pl.Series([3.0, -5.0]))
    assert tokens_of(rows, "llr_transcriber").value.tolist() == [-3.0, 5.0]


def test_pairs_are_variants_with_both_values() -> None:
    rows = table([0.1, 0.2, 0.3], [0.9]).with_columns(cos_dist_oracle=pl.Series([None, 0.2, 0.1, 0.4]))
    pairs = tokens_of(rows, "cos_dist_transcriber").pairs()
    assert pairs.value.tolist() == [0.2, 0.3]
    assert not np.isnan(pairs.partner).any()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (pl.lit("errors").alias("source"), "source 'errors'; allowed are variant and error"),
        (pl.lit(None, dtype=pl.String).alias("source"), "source None"),
        (pl.lit(None, dtype=pl.String).alias("speaker"), "every row needs a speaker"),
    ],
)
def test_a_table_that_cannot_be_judged_is_refused(tmp_path: Path, change: pl.Expr, told: str) -> None:
    path = written(tmp_path / "rows.parquet", table([0.1]).with_columns(change))
    with pytest.raises(Refused, match=told):
        read_rows([path])


def test_a_file_that_is_absent_or_no_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match=r"validate makes one"):
        read_rows([tmp_path / "none.parquet"])
    (tmp_path / "rows.parquet").write_bytes(b"PAR1 nothing")
    with pytest.raises(Refused, match=r"cannot be read"):
        read_rows([tmp_path / "rows.parquet"])


@pytest.mark.parametrize("column", ["none", "l1"])
def test_a_column_without_numbers_is_refused_with_those_that_have_some(column: str) -> None:
    with pytest.raises(Refused, match=r"there are cos_dist_oracle, cos_dist_transcriber"):
        tokens_of(table([0.1]), column)


def test_infinite_values_are_refused() -> None:
    with pytest.raises(Refused, match=r"infinite"):
        tokens_of(table([0.1, float("inf")]), "cos_dist_transcriber")
