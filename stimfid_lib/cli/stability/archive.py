"""`stimfid stability due|status|coverage|budget|simulate`: how an archive stands, and two years of one in minutes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stimfid_lib.cli.console import say
from stimfid_lib.cli.stability.options import ARCHIVE, STATE, ArchiveFolder, Day, StateFolder, day_of

if TYPE_CHECKING:
    from stimfid_lib.stability.archive.keeper import Keeper

CadenceFile = Annotated[str | None, typer.Option("--cadence", help="Default: the cadence that ships.")]
SERIES = "v0"


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the commands that look, and `simulate`."""
    for command in (due, status, coverage, budget, simulate):
        parent.command()(command)


def due(
    archive: ArchiveFolder = ARCHIVE, state: StateFolder = STATE, cadence: CadenceFile = None, date: Day = None
) -> None:
    """List the jobs that are open, a person's first."""
    from stimfid_lib.stability.archive import told

    for line in told.due(keeper_of(archive, state, cadence), day_of(date)):
        say(line)


def status(archive: ArchiveFolder = ARCHIVE, state: StateFolder = STATE, cadence: CadenceFile = None) -> None:
    """Say who attends, which models are asked, and what waits for a person; 1 if the dead man's alert is on."""
    from stimfid_lib.stability.archive import told

    now = datetime.now(UTC)
    lines = list(told.status(keeper_of(archive, state, cadence), now.date(), now))
    for line in lines:
        say(line)
    if any(line.startswith("DEAD MAN") for line in lines):
        raise typer.Exit(1)


def coverage(
    archive: ArchiveFolder = ARCHIVE, state: StateFolder = STATE, cadence: CadenceFile = None, date: Day = None
) -> None:
    """Account for every scheduled job: it ran, is open, or has exactly one cause; 1 if there is a hole."""
    from stimfid_lib.stability.archive import told

    found = keeper_of(archive, state, cadence).coverage(day_of(date))
    for line in told.coverage(found):
        say(line)
    if not found.whole:
        raise typer.Exit(1)


def budget(archive: ArchiveFolder = ARCHIVE, state: StateFolder = STATE, date: Day = None) -> None:
    """Say how the month's money stands and what the ladder lets begin; the figures are private."""
    from stimfid_lib.stability.archive import told
    from stimfid_lib.stability.archive.budget import load_budget

    load_budget(Path(state))  # where there is none, the refusal says how to write one
    for line in told.budget(keeper_of(archive, state, None), day_of(date)):
        say(line)


def simulate(
    to: Annotated[str, typer.Option("--to", help="A folder that is absent, empty or an earlier simulation.")],
    until: Annotated[str | None, typer.Option("--until", help="The last day; default: after 24 months.")] = None,
    resamples: Annotated[int, typer.Option("--resamples", min=1, help="Of each bootstrap; 10,000 take longer.")] = 500,
) -> None:
    """Drive the archive's own code through two invented years; no model is asked. 1 if anything is not accounted for.

    Written are TO/archive (a real archive), TO/state (private) and TO/summary.json; the same arguments give the same
    bytes.
    """
    from rich.progress import Progress

    from stimfid_lib.cli.console import out
    from stimfid_lib.stability.archive.days import parse_day
    from stimfid_lib.stability.archive.simulated import script
    from stimfid_lib.stability.archive.simulated.simulate import simulate as drive

    last = script.END if until is None else parse_day(until)
    with Progress(console=out, transient=True) as progress:
        task = progress.add_task("days", total=(last - script.START).days + 1)
        summary = drive(Path(to), until=last, resamples=resamples, on_day=lambda _: progress.advance(task))
    counted = ", ".join(f"{count} {name}" for name, count in summary.records.items())
    say(f"{summary.first} to {summary.last}: {counted}")
    for name, count in summary.gaps.items():
        say(f"{name}: {count}")
    say(f"{summary.scheduled} jobs: {summary.ran} ran, {summary.open} open, {sum(summary.gaps.values())} gaps")
    say(f"rungs reached: {', '.join(map(str, summary.rungs))}")
    for fault in (*summary.faults, *(f"{month}: the ceiling was passed" for month in summary.ceilings_passed)):
        say(f"FAULT  {fault}")
    if not summary.whole:
        raise typer.Exit(1)


def keeper_of(archive: str, state: str, cadence: str | None) -> Keeper:
    """The keeper of an archive; without a budget file nothing can be paid for."""
    from stimfid_lib.stability.archive.budget import BUDGET, load_budget, no_money
    from stimfid_lib.stability.archive.cadence import load_cadence
    from stimfid_lib.stability.archive.keeper import Keeper
    from stimfid_lib.stability.panels.catalogue import load_protocol, protocol_ids
    from stimfid_lib.stability.records.archive import Archive

    folder = Path(state)
    money = load_budget(folder) if (folder / BUDGET).is_file() else no_money()
    known = [load_protocol(name) for name in protocol_ids() if name.endswith(f"__{SERIES}")]
    admitted = tuple(protocol for protocol in known if protocol.status == "admitted")
    cadences = load_cadence(None if cadence is None else Path(cadence))
    return Keeper.of(Archive(Path(archive)), folder, money, cadences, admitted)
