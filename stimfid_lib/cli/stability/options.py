"""Options that several commands of the group share, with their defaults."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from datetime import date

ARCHIVE, STATE, RUNS = "runs/stability/archive", "runs/stability/state", "runs/stability"
REFERENCE = "smollm2_135m"

ArchiveFolder = Annotated[str, typer.Option("--archive", help="The archive: records.jsonl and seal.json.")]
StateFolder = Annotated[str, typer.Option("--state", help="The private folder: books, budget, ledger, baselines.")]
RunsFolder = Annotated[str, typer.Option("--runs", help="Where the journals lie, one folder a run.")]
RosterFile = Annotated[str | None, typer.Option("--roster", help="Default: models.yaml.")]
Reference = Annotated[str, typer.Option("--reference", help="The embedded reference model in models.yaml.")]
Day = Annotated[str | None, typer.Option("--date", help="The day; default: today, UTC.")]
By = Annotated[str, typer.Option("--by", help="The person who does it, or decides.")]


def day_of(date: str | None) -> date:
    """The day of an option; today, in UTC, without one."""
    from stimfid_lib.stability.archive.days import parse_day, utc_day

    return utc_day(datetime.now(UTC)) if date is None else parse_day(date)
