"""`python -m stimfid_lib.pronounce.metrics --rows rows.parquet --col cos_dist_transcriber`: judge a validation."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.base.errors import Refused, StimfidError
from stimfid_lib.pronounce.metrics.resampling import N_RESAMPLES
from stimfid_lib.pronounce.metrics.tokens import TRANSCRIBER


def metrics(
    rows: Annotated[list[Path], typer.Option(help="Rows, .parquet or .csv; may be given several times.")],
    col: Annotated[str, typer.Option(help="Column to judge.")] = TRANSCRIBER,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
    resamples: Annotated[int, typer.Option(help="Resamples of speakers for the intervals.")] = N_RESAMPLES,
) -> None:
    """Compare variants with errors (rows with `source` error) and the recogniser with the annotators."""
    from stimfid_lib.pronounce.metrics.assessment import assess
    from stimfid_lib.pronounce.metrics.tokens import read_rows
    from stimfid_lib.pronounce.metrics.told import told

    if resamples < 100:
        raise Refused(f"--resamples {resamples}: an interval needs at least 100")
    found = assess(read_rows(rows), col, resamples)
    typer.echo(json.dumps(found.as_dict(), ensure_ascii=False, indent=2) if as_json else "\n".join(told(found)))


if __name__ == "__main__":
    try:
        typer.run(metrics)
    except StimfidError as error:
        typer.echo(f"metrics: {error}", err=True)
        sys.exit(error.exit_status)
