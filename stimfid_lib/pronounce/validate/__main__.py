"""`python -m stimfid_lib.pronounce.validate --corpus DIR --out rows.parquet`: L2-ARCTIC through a recogniser."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.base.errors import MissingInput, Refused, StimfidError

SKIPPED, INTERRUPTED = 3, 130
"""Exit statuses: rows are written but some files were skipped; stopped by Ctrl-C, goes on when started again."""
_NEEDED = ("av", "hama", "httpx", "praatio", "soundfile", "soxr")


def validate(
    corpus: Annotated[Path, typer.Option(help="Folder that holds <speaker>/annotation and <speaker>/wav.")],
    out: Annotated[Path, typer.Option(help="The rows, a .parquet file; a tally and a checkpoint lie beside it.")],
    inference_url: Annotated[
        str | None, typer.Option(help="Remote transcriber; default: the recogniser inside the package.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin anew: forget the checkpoint beside --out.")] = False,
) -> None:
    """Transcribe every annotated utterance; write one row an annotated token. Ctrl-C stops, the next start goes on."""
    absent = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if absent:
        raise MissingInput(f'not installed: {", ".join(absent)}; run pip install "stimfid[pronounce]"')
    if out.suffix != ".parquet":
        raise Refused(f"--out {out}: name a file that ends in .parquet")
    from stimfid_lib.models.interrupt import finish_current_line
    from stimfid_lib.pronounce.validate.checkpoint import checkpoint_path
    from stimfid_lib.pronounce.validate.corpus import find_corpus
    from stimfid_lib.pronounce.validate.ear import embedded, remote
    from stimfid_lib.pronounce.validate.run import run

    found = find_corpus(corpus)
    checkpoint = checkpoint_path(out)
    ear = remote(inference_url) if inference_url else embedded()
    if fresh:
        checkpoint.unlink(missing_ok=True)
    try:
        with finish_current_line() as wish:
            outcome = run(found, out, ear, wish=wish, say=lambda line: typer.echo(line, err=True))
    except KeyboardInterrupt:  # a second Ctrl-C, in the middle of an utterance
        outcome = None
    if outcome is None or not outcome.finished:
        typer.echo(f"stopped; what is done is in {checkpoint}: start the same command again to go on", err=True)
        raise SystemExit(INTERRUPTED)
    typer.echo("\n".join(outcome.tally.told()))
    typer.echo(f"Rows: {out}. Figures: python -m stimfid_lib.pronounce.metrics --rows {out}")
    if outcome.tally.bad:
        raise SystemExit(SKIPPED)


if __name__ == "__main__":
    try:
        typer.run(validate)
    except (StimfidError, OSError) as error:
        typer.echo(f"validate: {error}", err=True)
        sys.exit(getattr(error, "exit_status", 1))
