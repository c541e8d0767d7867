"""Rows of a validation as numbers: one value a token, who said it, and to which pole it belongs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl

from stimfid_lib.base.errors import MissingInput, Refused

ORACLE, TRANSCRIBER = "cos_dist_oracle", "cos_dist_transcriber"
TURNED = frozenset({"llr_transcriber"})
"""Columns in which lower is worse; their sign is turned, so that everywhere more means farther from the target."""
POLES = ("variant", "error")

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Tokens:
    """Values of one column and of the column that it is compared with (NaN where absent), with each token's speaker
    (a number, the same in every part of one table).

    `error` marks the tokens of the error pole; all others are variants.
    """

    value: Floats
    partner: Floats
    speaker: npt.NDArray[np.int64]
    error: npt.NDArray[np.bool_]

    def poles(self) -> tuple[Tokens, Tokens]:
        """The variants and the errors that have a value."""
        has = ~np.isnan(self.value)
        return self.where(has & ~self.error), self.where(has & self.error)

    def pairs(self) -> Tokens:
        """The variants that have both values."""
        return self.where(~self.error & ~np.isnan(self.value) & ~np.isnan(self.partner))

    def where(self, mask: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> Tokens:
        """The tokens of a mask, or those at positions (which may come more than once)."""
        return Tokens(self.value[mask], self.partner[mask], self.speaker[mask], self.error[mask])


def read_rows(paths: Sequence[Path]) -> pl.DataFrame:
    """Read one or several files of rows (parquet or CSV) into one table with `source` (without that column: variant).

    Raises:
        MissingInput: no such file.
        Refused: it cannot be read, a row has no `speaker`, or a `source` that is neither variant nor error.
    """
    table = pl.concat([_read(path) for path in paths], how="diagonal_relaxed")
    for column in ("l1", "errortype", "accented"):
        if column not in table.columns:
            table = table.with_columns(
                pl.lit(None, dtype=pl.Boolean if column == "accented" else pl.String).alias(column)
            )
    return table.with_columns(pl.col("l1").fill_null("unknown"))


def _read(path: Path) -> pl.DataFrame:
    if not path.is_file():
        raise MissingInput(f"--rows {path}: no such file; python -m stimfid_lib.pronounce.validate makes one")
    try:
        table = pl.read_csv(path) if path.suffix == ".csv" else pl.read_parquet(path)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise Refused(f"--rows {path} cannot be read as {path.suffix or 'parquet'}: {error}") from error
    if "speaker" not in table.columns or table["speaker"].null_count():
        raise Refused(f"--rows {path}: every row needs a speaker, because intervals resample speakers")
    if "source" not in table.columns:
        return table.with_columns(pl.lit("variant").alias("source"))
    wrong = table.filter(~pl.col("source").is_in(POLES).fill_null(False))
    if wrong.height:
        raise Refused(f"--rows {path}: source {wrong['source'][0]!r}; allowed are {' and '.join(POLES)}")
    return table


def tokens_of(table: pl.DataFrame, column: str) -> Tokens:
    """Take one column; it is compared with the oracle, and the oracle with the transcriber.

    Raises:
        Refused: no such column, no numbers in it, or infinite ones.
    """
    partner = TRANSCRIBER if column == ORACLE else ORACLE
    own = _numbers(table, column)
    other = _numbers(table, partner) if partner in table.columns else np.full(table.height, np.nan)
    names = table["speaker"].cast(pl.String).to_numpy().astype(np.str_)
    speaker = np.unique(names, return_inverse=True)[1].astype(np.int64)
    return Tokens(own, other, speaker, _is_error(table))


def _is_error(table: pl.DataFrame) -> npt.NDArray[np.bool_]:
    return (table["source"] == "error").to_numpy().astype(np.bool_)


def _numbers(table: pl.DataFrame, column: str) -> Floats:
    if column not in table.columns or not (table[column].dtype.is_numeric() or table[column].dtype == pl.Null):
        numeric = [name for name in table.columns if table[name].dtype.is_numeric()]
        raise Refused(f"--col {column}: no column of numbers; there are {', '.join(numeric) or 'none'}")
    values = table[column].cast(pl.Float64).fill_null(float("nan")).to_numpy().astype(np.float64)
    if np.isinf(values).any():
        raise Refused(f"--col {column}: holds infinite values; distances run from 0 to 1")
    return -values if column in TURNED else values
